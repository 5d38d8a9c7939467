import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  addSuppression,
  type NewSuppression,
  type SuppressionScope,
  suppressionsKey,
} from '../../api/mail/suppressions.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { SelectField, TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Options } from '../../components/forms/Options.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { scopeNames } from './labels.ts'

const reasons = {
  manual: 'On request',
  unsubscribe: 'They unsubscribed',
  complaint: 'They reported an email as spam',
  hard_bounce: 'The address does not exist',
  invalid: 'The address is not real',
} as const

export function AddDialog({ onClose, address = '' }: { onClose(): void; address?: string }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(address)
  const [scope, setScope] = useState<SuppressionScope>('all')
  const [reason, setReason] = useState<NewSuppression['reason']>('manual')
  const [note, setNote] = useState('')
  const adding = useMutation({
    mutationFn: () => addSuppression(storeId, { email: email.trim(), scope, reason, note: note.trim() || null }),
    onSuccess: async (added) => {
      onClose()
      toast(`${added.email ?? 'The address'} no longer gets these emails`)
      await queryClient.invalidateQueries({ queryKey: suppressionsKey(storeId) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate()
  }
  const beside = remainingError(adding.error, ['/email', '/note'])
  return (
    <Dialog title="Suppress address" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Email address"
          type="email"
          required
          autoFocus
          autoComplete="off"
          maxLength={320}
          value={email}
          error={errorAt(adding.error, '/email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Block" value={scope} onChange={(event) => setScope(event.target.value as typeof scope)}>
            <Options names={scopeNames} />
          </SelectField>
          <SelectField label="Why" value={reason} onChange={(event) => setReason(event.target.value as typeof reason)}>
            <Options names={reasons} />
          </SelectField>
        </div>
        <TextField
          label="Note"
          hint="Note for your team, such as “asked by phone”. Optional."
          maxLength={500}
          value={note}
          error={errorAt(adding.error, '/note')}
          onChange={(event) => setNote(event.target.value)}
        />
        {beside && <Notice tone="danger">{beside}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={adding.isPending}>
            Suppress
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
