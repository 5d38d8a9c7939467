import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addPasskey, ceremonyProblem } from '../../../api/account/passkeys.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { isWrongPassword, OwnPasswordField } from '../../../components/forms/OwnPasswordField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { clientName } from './client-name.ts'

export function AddPasskeyDialog({ onAdded, onClose }: { onAdded(): Promise<unknown>; onClose(): void }) {
  const [name, setName] = useState(clientName(navigator.userAgent))
  const [password, setPassword] = useState('')
  const adding = useMutation({
    mutationFn: () => addPasskey(password, name.trim()),
    onSuccess: async () => {
      onClose()
      toast('Passkey added')
      await onAdded()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate()
  }
  const { error } = adding
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          hint="Helps you recognize it."
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <OwnPasswordField label="Current password" value={password} onChange={setPassword} error={error} />
        <p className="text-sm text-quiet">Your browser asks where to save the passkey.</p>
        {error && !isWrongPassword(error) && <Notice tone="danger">{ceremonyProblem(error) ?? error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={adding.isPending} disabled={name.trim() === ''}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
