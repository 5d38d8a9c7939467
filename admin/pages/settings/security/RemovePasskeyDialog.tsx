import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Passkey, removePasskey } from '../../../api/account/passkeys.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { isWrongPassword, OwnPasswordField } from '../../../components/forms/OwnPasswordField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'

type Props = { passkey: Passkey; onDone(): Promise<unknown>; onClose(): void }

export function RemovePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const [password, setPassword] = useState('')
  const removing = useMutation({
    mutationFn: () => removePasskey(passkey.id, password),
    onSuccess: async () => {
      onClose()
      toast('Passkey removed; you are signed out everywhere else')
      await onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    removing.mutate()
  }
  const { error } = removing
  return (
    <Dialog title={`Remove ${passkey.name}?`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          It no longer signs you in, and you are signed out everywhere else. Delete it on the device too, where it is
          still listed.
        </p>
        <OwnPasswordField label="Current password" value={password} onChange={setPassword} error={error} />
        {error && !isWrongPassword(error) && <Notice tone="danger">{error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isBusy={removing.isPending}>
            Remove
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
