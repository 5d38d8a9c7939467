import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  createReplyTemplate,
  type ReplyTemplate,
  replyTemplatesKey,
  updateReplyTemplate,
} from '../../../api/reviews/reply-templates.ts'
import { Button } from '../../../components/Button.tsx'
import { DialogActions } from '../../../components/Dialog.tsx'
import { Field, TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function TemplateForm({ template, onDone }: { template: Partial<ReplyTemplate>; onDone(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [title, setTitle] = useState(template.title ?? '')
  const [body, setBody] = useState(template.body ?? '')
  const { id, updatedAt } = template
  const saving = useMutation({
    mutationFn: () =>
      id
        ? updateReplyTemplate(storeId, id, { title, body, ...(updatedAt && { updatedAt }) })
        : createReplyTemplate(storeId, { title, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: replyTemplatesKey(storeId) })
      toast('Template saved')
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label="Title"
        hint="Only people who work in this store see it."
        required
        maxLength={80}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Field label="Text" hint="{author} becomes the name of the author, {product} the title of the product.">
        {(control) => (
          <textarea
            {...control}
            rows={7}
            required
            maxLength={5000}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            className="control h-auto py-2"
          />
        )}
      </Field>
      {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={saving.isPending} disabled={!title.trim() || !body.trim()}>
          Save
        </Button>
      </DialogActions>
    </form>
  )
}
