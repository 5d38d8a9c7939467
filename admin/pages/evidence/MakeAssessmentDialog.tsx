import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { evidenceKey, makeAssessment } from '../../api/reviews/evidence.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function MakeAssessmentDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [year, setYear] = useState(() => String(new Date().getFullYear()))
  const making = useMutation({
    mutationFn: () => makeAssessment(storeId, Number(year)),
    onSuccess: () => {
      toast('The assessment is being created')
      void queryClient.invalidateQueries({ queryKey: evidenceKey(storeId) })
      onClose()
    },
  })
  const failure = remainingError(making.error, ['/year'])
  return (
    <Dialog title="Create a yearly assessment" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate()
        }}
      >
        <p className="text-quiet">
          The file has the questions of British, American and European law, your recorded facts and fields for your own
          answers. It draws no conclusion and is not legal advice.
        </p>
        <TextField
          label="Year"
          type="number"
          inputMode="numeric"
          required
          step={1}
          error={errorAt(making.error, '/year')}
          value={year}
          onChange={(event) => setYear(event.target.value)}
        />
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
