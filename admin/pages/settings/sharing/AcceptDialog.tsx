import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../api/client.ts'
import { acceptGrant } from '../../../api/reviews/grants.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useGrantChange } from './use-grant-change.ts'

export function AcceptDialog({ onClose }: { onClose(): void }) {
  const [code, setCode] = useState('')
  const [isApproving, setIsApproving] = useState(false)
  const accepting = useGrantChange(acceptGrant, ({ store }) => {
    onClose()
    toast(`Reviews of ${store?.name ?? ''} are being copied`)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accepting.mutate({ code: code.trim(), ...(isApproving && { status: 'approved' as const }) })
  }
  const isUnknown = accepting.error instanceof ApiError && accepting.error.code === 'not_found'
  const wrong = isUnknown
    ? 'Unknown, used or expired code. Create a new one in the other store.'
    : errorAt(accepting.error, '/code')
  const beside = isUnknown ? undefined : remainingError(accepting.error, ['/code'])
  return (
    <Dialog title="Enter a code" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Code"
          hint="From Shared reviews of the other store."
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={wrong}
          onChange={(event) => setCode(event.target.value)}
        />
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            className="mt-1"
            checked={isApproving}
            onChange={(event) => setIsApproving(event.target.checked)}
          />
          <span className="grid">
            Approve the reviews that the other store shows now
            <span className="text-sm text-quiet">
              All later reviews wait in your inbox. If this is off, all copies wait there.
            </span>
          </span>
        </label>
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={accepting.isPending}>
            Accept
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
