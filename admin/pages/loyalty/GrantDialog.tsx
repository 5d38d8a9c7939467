import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { grantPoints, loyaltyKey, type Member } from '../../api/loyalty.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { NumberField } from '../../components/forms/NumberField.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Segments } from '../../components/Segments.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { pointsText } from './labels.ts'

type Draft = { points: number; reason: string }

/** Two steps, because journal lines are permanent: the person confirms the exact line. */
export function GrantDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [way, setWay] = useState<'give' | 'take'>('give')
  const [amount, setAmount] = useState(Number.NaN)
  const [reason, setReason] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  // One key per dialog, so a retry after a lost response never grants the points twice.
  const [idempotencyKey] = useState(() => `admin-${crypto.randomUUID()}`)
  const draft: Draft = { points: way === 'give' ? amount : -amount, reason: reason.trim() }
  const granting = useMutation({
    mutationFn: () => grantPoints(storeId, member.id, { ...draft, idempotencyKey }),
    onSuccess: async () => {
      onClose()
      toast(way === 'give' ? `${pointsText(amount)} given` : `${pointsText(amount)} taken`)
      await queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
    },
    onError: () => setIsAsking(false),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAsking) granting.mutate()
    else setIsAsking(true)
  }
  const beside = remainingError(granting.error, ['/points', '/reason'])
  return (
    <Dialog title={isAsking ? 'Is this right?' : 'Give or take points'} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {isAsking ? (
          <Summary member={member} draft={draft} />
        ) : (
          <>
            <div>
              <Segments
                label="Give or take"
                value={way}
                onChange={setWay}
                options={[
                  ['give', 'Give'],
                  ['take', 'Take'],
                ]}
              />
            </div>
            <NumberField
              label="How many"
              unit="points"
              min={1}
              max={100_000_000}
              value={amount}
              error={errorAt(granting.error, '/points')}
              onChange={setAmount}
            />
            <TextField
              label="Reason"
              hint="Recorded in the journal. The shopper can see it."
              required
              pattern=".*\S.*"
              title="Enter a reason"
              maxLength={200}
              value={reason}
              error={errorAt(granting.error, '/reason')}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        )}
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          {isAsking ? (
            <Button disabled={granting.isPending} onClick={() => setIsAsking(false)}>
              Back
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button type="submit" look={isAsking && way === 'take' ? 'danger' : 'primary'} isBusy={granting.isPending}>
            {isAsking ? `${way === 'give' ? 'Give' : 'Take'} ${pointsText(amount)}` : 'Continue'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Summary({ member, draft: { points, reason } }: { member: Member; draft: Draft }) {
  const after = member.balance + points
  return (
    <div className="grid gap-3">
      <p>
        <strong className="break-all">{member.email ?? member.emailLast4}</strong>{' '}
        {points > 0 ? `gets ${pointsText(points)}` : `loses ${pointsText(-points)}`} and then has{' '}
        <strong>{pointsText(after)}</strong>
        {after < 0 && ', which the next points pay off'}.
      </p>
      <p className="rounded-lg bg-sunken p-3 text-sm wrap-anywhere">{reason}</p>
      <p className="text-sm text-quiet">You cannot delete the entry. To correct it, add another.</p>
    </div>
  )
}
