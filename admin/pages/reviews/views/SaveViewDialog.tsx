import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createView, type ViewFilter, viewsKey } from '../../../api/reviews/review-views.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function SaveViewDialog({ filter, onClose }: { filter: ViewFilter; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [isDefault, setIsDefault] = useState(false)
  const saving = useMutation({
    mutationFn: () => createView(storeId, { name, filter, isDefault }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: viewsKey(storeId) })
      toast('View saved')
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          hint="Saves the tab and the filters. Only you see the view, in this store, on every device."
          required
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label className="flex items-center gap-2.5 text-sm">
          <input type="checkbox" checked={isDefault} onChange={(event) => setIsDefault(event.target.checked)} />
          Open the inbox with this view
        </label>
        {saving.error && <Notice tone="danger">{saving.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={saving.isPending} disabled={!name.trim()}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
