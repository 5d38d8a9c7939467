import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { evidenceKey, makePack } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function MakePackDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [days, setDays] = useState({ from: '', to: '' })
  const making = useMutation({
    mutationFn: () => makePack(storeId, { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }),
    onSuccess: () => {
      toast('The pack is being created')
      void queryClient.invalidateQueries({ queryKey: evidenceKey(storeId) })
      onClose()
    },
  })
  const failure = remainingError(making.error, ['/from', '/to'])
  return (
    <Dialog title="Create an evidence pack" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate()
        }}
      >
        <p className="text-quiet">
          The pack contains the texts of all reviews, including withheld ones, and no addresses. Leave the dates blank
          for the last 30 days.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="date"
            error={errorAt(making.error, '/from')}
            value={days.from}
            onChange={(event) => setDays({ ...days, from: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            error={errorAt(making.error, '/to')}
            value={days.to}
            onChange={(event) => setDays({ ...days, to: event.target.value })}
          />
        </div>
        {failure && <Notice tone="danger">{failure}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={making.isPending}>
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
