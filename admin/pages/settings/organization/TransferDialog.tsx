import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Member } from '../../../api/account/account.ts'
import { everyMemberQuery, requestTransfer } from '../../../api/account/organization.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { SelectField } from '../../../components/forms/Field.tsx'
import { isWrongPassword, OwnPasswordField } from '../../../components/forms/OwnPasswordField.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { roleNames } from '../../../shell/store/role-names.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshOrganization } from '../../../shell/use-refresh-organization.ts'

const mayTakeOver = ({ role, status }: Member) => status === 'active' && role !== 'OWNER'

export function TransferDialog({ onClose }: { onClose(): void }) {
  const { organization } = useRole()
  const query = useQuery(everyMemberQuery(useStoreId()))
  return (
    <Dialog title={`Hand ${organization} over`} onClose={onClose}>
      <Loaded query={query} rows={2}>
        {(members) => <Choosing members={members.filter(mayTakeOver)} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function Choosing({ members, onClose }: { members: Member[]; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshOrganization()
  const [userId, setUserId] = useState('')
  const [password, setPassword] = useState('')
  const asking = useMutation({
    mutationFn: () => requestTransfer(storeId, { userId, password }),
    onSuccess: ({ to }) => {
      onClose()
      toast(`${to.name} is asked by email`)
      return refresh()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    asking.mutate()
  }
  if (members.length === 0)
    return (
      <>
        <p className="text-quiet">No other member can become the owner. Invite a member first, under Members.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    )
  return (
    <form onSubmit={submit} className="grid gap-4">
      <SelectField label="To" required value={userId} onChange={(event) => setUserId(event.target.value)}>
        <option value="">Choose a member</option>
        {members.map(({ id, name, email, role }) => (
          <option key={id} value={id}>
            {`${name ? `${name}, ${email}` : email} (${roleNames[role]})`}
          </option>
        ))}
      </SelectField>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-quiet">
        <li>They have 72 hours to accept. Until they accept, nothing changes, and you can cancel the transfer.</li>
        <li>Once they accept, they are an owner and you are an admin. Only they can transfer it back.</li>
        <li>Both of you get an email.</li>
      </ul>
      <OwnPasswordField label="Your password" value={password} error={asking.error} onChange={setPassword} />
      {asking.error && !isWrongPassword(asking.error) && <Notice tone="danger">{asking.error.message}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={asking.isPending} disabled={userId === ''}>
          Ask them
        </Button>
      </DialogActions>
    </form>
  )
}
