import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  createReplyTemplate,
  deleteReplyTemplate,
  type ReplyTemplate,
  replyTemplatesKey,
  replyTemplatesQuery,
} from '../../../api/reviews/reply-templates.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { TemplateForm } from './TemplateForm.tsx'

type Props = {
  newBody: string
  onClose(): void
}

export function TemplatesDialog({ newBody, onClose }: Props) {
  const { data: templates = [] } = useQuery(replyTemplatesQuery(useStoreId()))
  const [editing, setEditing] = useState<Partial<ReplyTemplate> | undefined>(newBody ? { body: newBody } : undefined)
  const leave = newBody ? onClose : () => setEditing(undefined)
  return (
    <Dialog title={editing ? (editing.id ? 'Edit the template' : 'New template') : 'Reply templates'} onClose={onClose}>
      {editing ? (
        <TemplateForm template={editing} onDone={leave} />
      ) : (
        <>
          {templates.length === 0 && (
            <p className="text-sm text-quiet">
              A template is a text that replies start from. Your whole team can use it, and the inbox suggests it for
              the stars and topics you choose.
            </p>
          )}
          <ul className="grid">
            {templates.map((template) => (
              <TemplateRow key={template.id} template={template} onEdit={() => setEditing(template)} />
            ))}
          </ul>
          <Button icon="plus" className="justify-self-start" onClick={() => setEditing({})}>
            New template
          </Button>
        </>
      )}
    </Dialog>
  )
}

function TemplateRow({ template, onEdit }: { template: ReplyTemplate; onEdit(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: replyTemplatesKey(storeId) })
  const deleting = useMutation({
    mutationFn: () => deleteReplyTemplate(storeId, template.id),
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSuccess: async () => {
      await refresh()
      const { title, body, ratings, topics } = template
      const restore = () =>
        createReplyTemplate(storeId, { title, body, ratings, topics }).then(refresh, (error: Error) =>
          toast(error.message, { tone: 'danger' }),
        )
      toast('Template deleted', { ms: 10_000, action: { label: 'Undo', run: () => void restore() } })
    },
  })
  return (
    <li className="flex items-center gap-1 border-b border-line py-2.5 last:border-0">
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{template.title}</span>
        <span className="truncate text-sm text-quiet">{template.body}</span>
        <SuitedReviews template={template} />
      </span>
      <IconButton icon="pencil" label={`Edit ${template.title}`} onClick={onEdit} />
      <IconButton
        icon="trash"
        label={`Delete ${template.title}`}
        disabled={deleting.isPending}
        onClick={() => deleting.mutate()}
      />
    </li>
  )
}

function SuitedReviews({ template: { ratings, topics } }: { template: ReplyTemplate }) {
  if (ratings.length === 0 && topics.length === 0) return null
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5 pt-1">
      {ratings.length > 0 && <Badge>{`★ ${ratings.join(', ')}`}</Badge>}
      {topics.map((topic) => (
        <Badge key={topic}>{topic}</Badge>
      ))}
    </span>
  )
}
