import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Member, type Role, updateMember } from '../../../api/account/account.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { RoleOptions } from './RoleOptions.tsx'
import { useRefreshMembers } from './use-refresh-members.ts'

export function RoleDialog({ member, onClose }: { member: Member; onClose(): void }) {
  const storeId = useStoreId()
  const own = useRole()
  const refresh = useRefreshMembers()
  const [role, setRole] = useState<Role>(member.role)
  const name = member.name || member.email
  const changing = useMutation({
    mutationFn: () => updateMember(storeId, member.id, { role }),
    onSuccess: () => {
      onClose()
      toast(`${name} is now ${roleNames[role]}`)
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    changing.mutate()
  }
  return (
    <Dialog title={`Change the role of ${name}`} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value as Role)}>
          <RoleOptions mayMakeOwners={own.role === 'OWNER'} />
        </SelectField>
        {changing.error && <Notice tone="danger">{changing.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={changing.isPending} disabled={role === member.role}>
            Change role
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
