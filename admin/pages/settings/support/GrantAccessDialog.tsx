import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Access, grantAccess, type Ticket } from '../../../api/account/support.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { accessHours, accessRoles } from './labels.ts'
import { useRefreshSupport } from './use-refresh-support.ts'

export function GrantAccessDialog({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshSupport()
  const [role, setRole] = useState<Access['role']>('VIEWER')
  const [hours, setHours] = useState('4')
  const granting = useMutation({
    mutationFn: () => grantAccess(storeId, ticket.id, { role, hours: Number(hours) }),
    onSuccess: () => {
      onClose()
      toast('Support has access')
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    granting.mutate()
  }
  return (
    <Dialog title="Let support in" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-quiet">
          {ticket.storeEnvId ? 'Access to the store of the ticket' : 'Access to all stores'}, without billing, keys and
          members, and with shoppers’ email addresses masked. Every action is recorded in the audit log.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value as Access['role'])}>
            <Options names={accessRoles} />
          </SelectField>
          <SelectField label="For" value={hours} onChange={(event) => setHours(event.target.value)}>
            <Options names={accessHours} />
          </SelectField>
        </div>
        {granting.error && <Notice tone="danger">{granting.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={granting.isPending}>
            Grant access
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
