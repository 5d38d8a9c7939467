import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Passkey, renamePasskey } from '../../../api/account/passkeys.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'

type Props = { passkey: Passkey; onDone(): Promise<unknown>; onClose(): void }

export function RenamePasskeyDialog({ passkey, onDone, onClose }: Props) {
  const [name, setName] = useState(passkey.name)
  const renaming = useMutation({
    mutationFn: () => renamePasskey(passkey.id, name.trim()),
    onSuccess: async () => {
      onClose()
      toast('Passkey renamed')
      await onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    renaming.mutate()
  }
  return (
    <Dialog title="Rename the passkey" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {renaming.error && <Notice tone="danger">{renaming.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={renaming.isPending} disabled={name.trim() === ''}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
