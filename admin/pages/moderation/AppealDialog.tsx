import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Appeal, decideAppeal, moderationKey } from '../../api/reviews/moderation.ts'
import { reviewQuery, reviewsKey } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { Choice } from '../../components/forms/Choice.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function AppealDialog({ appeal, onClose }: { appeal: Appeal; onClose(): void }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const review = useQuery(reviewQuery(storeId, appeal.reviewId))
  const [decision, setDecision] = useState<'upheld' | 'overturned'>('overturned')
  const [note, setNote] = useState('')
  const deciding = useMutation({
    mutationFn: () => decideAppeal(storeId, appeal.id, { decision, note }),
    onSuccess: () => {
      toast(decision === 'overturned' ? 'The review is approved.' : 'The rejection was upheld.')
      onClose()
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: moderationKey(storeId) })
      await client.invalidateQueries({ queryKey: reviewsKey(storeId) })
    },
  })
  const rest = remainingError(deciding.error, ['/note'])
  return (
    <Dialog title="Decide the appeal" size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          deciding.mutate()
        }}
      >
        {review.data && (
          <div className="grid gap-1 text-sm">
            <p className="text-quiet">The review</p>
            <blockquote dir="auto" className="border-s-2 border-line ps-3 break-words whitespace-pre-line">
              {review.data.title && <p className="font-medium">{review.data.title}</p>}
              {review.data.body}
            </blockquote>
          </div>
        )}
        <div className="grid gap-1 text-sm">
          <p className="text-quiet">Statement of the author</p>
          <blockquote dir="auto" className="border-s-2 border-line ps-3 break-words whitespace-pre-line">
            {appeal.statement}
          </blockquote>
        </div>
        <Choice<'upheld' | 'overturned'>
          legend="Your decision"
          value={decision}
          onChange={setDecision}
          options={[
            { value: 'overturned', name: 'Approve the review', meaning: 'The author was right.' },
            {
              value: 'upheld',
              name: 'Uphold the rejection',
              meaning: 'The review stays rejected, and the decision cannot be appealed again.',
            },
          ]}
        />
        <Field
          label="Message to the author"
          hint="Optional. It is sent with the decision."
          error={errorAt(deciding.error, '/note')}
        >
          {(field) => (
            <textarea
              {...field}
              className="control h-auto resize-y py-2 leading-relaxed"
              dir="auto"
              rows={4}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={deciding.isPending}>
            {decision === 'overturned' ? 'Approve and notify the author' : 'Notify the author'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
