import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { requestDeletion } from '../../../api/account/organization.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { TextField } from '../../../components/forms/Field.tsx'
import { isWrongPassword, OwnPasswordField } from '../../../components/forms/OwnPasswordField.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshOrganization } from '../../../shell/use-refresh-organization.ts'

export function DeletionDialog({ name, onClose }: { name: string; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshOrganization()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const isReady = typed.trim() === name.trim() && password !== ''
  const asking = useMutation({
    // Sends the stored name, because the typed name may have other spaces around it.
    mutationFn: () => requestDeletion(storeId, { confirm: name, password }),
    onSuccess: () => {
      onClose()
      toast(`${name} is to be deleted; all owners get an email`)
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) asking.mutate()
  }
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          All stores close immediately. They and their data are deleted after 30 days. Until then an owner can undo
          this.
        </p>
        <TextField
          label={`Type ${name} to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <OwnPasswordField label="Your password" value={password} error={asking.error} onChange={setPassword} />
        {asking.error && !isWrongPassword(asking.error) && <Notice tone="danger">{asking.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isBusy={asking.isPending} disabled={!isReady}>
            Delete the organization
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
