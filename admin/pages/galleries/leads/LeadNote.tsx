import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLead, galleriesKey, type Lead } from '../../../api/content/galleries.ts'
import { Button } from '../../../components/Button.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { errorAt } from '../../../components/forms/field-errors.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function LeadNote({ lead, mayChange }: { lead: Lead; mayChange: boolean }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const [text, setText] = useState<string>()
  const saving = useMutation({
    mutationFn: (note: string) => changeLead(storeId, lead.galleryId, lead.id, { note: note || null }),
    onSuccess: () => setText(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  if (text === undefined)
    return (
      <div className="flex flex-wrap items-start gap-2 text-sm">
        {lead.note && (
          <p dir="auto" className="min-w-0 rounded-lg bg-plain-wash px-3 py-1.5 wrap-anywhere whitespace-pre-line">
            {lead.note}
          </p>
        )}
        {mayChange && (
          <Button size="small" look="quiet" icon="pencil" onClick={() => setText(lead.note ?? '')}>
            {lead.note ? 'Edit note' : 'Note something'}
          </Button>
        )}
      </div>
    )
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(text.trim())
      }}
    >
      <Field label="Note" error={errorAt(saving.error, '/note') ?? saving.error?.message}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            maxLength={2000}
            className="control h-auto py-2"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary" isBusy={saving.isPending}>
          Save the note
        </Button>
        <Button size="small" look="quiet" onClick={() => setText(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
