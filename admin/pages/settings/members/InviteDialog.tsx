import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Invitation, invite, membersQuery, type Role } from '../../../api/account/account.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { CopyField } from '../../../components/forms/CopyField.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { formatDay } from '../../../components/values/dates.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { RoleOptions } from './RoleOptions.tsx'

export function InviteDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const own = useRole()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('MEMBER')
  const inviting = useMutation({
    mutationFn: () => invite(storeId, { email: email.trim(), role }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersQuery(storeId).queryKey }),
  })
  if (inviting.data) return <Invited invitation={inviting.data} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    inviting.mutate()
  }
  return (
    <Dialog title={`Invite somebody to ${own.organization}`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Email"
          type="email"
          required
          autoFocus
          maxLength={320}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label="Role"
          hint={own.role === 'OWNER' ? undefined : 'Only an owner can invite another owner.'}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
        >
          <RoleOptions mayMakeOwners={own.role === 'OWNER'} />
        </SelectField>
        {inviting.error && <Notice tone="danger">{inviting.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={inviting.isPending}>
            Send invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Invited({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  return (
    <Dialog title="Invitation sent" onClose={onClose}>
      <p className="text-quiet">
        An email with a link is on its way to <span className="break-all text-text">{invitation.email}</span>. The link
        works once, until {formatDay(invitation.expiresAt)}.
      </p>
      {invitation.acceptUrl && (
        <>
          <p className="text-quiet">
            No mail server is connected, so the email stays in the mailbox. Send the link yourself.
          </p>
          <CopyField label="Invitation link" value={invitation.acceptUrl} />
        </>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
