import { useState } from 'react'
import { type Member, removeMember, updateMember } from '../../../api/account/account.ts'
import { IconButton } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { useLeave } from './use-leave.ts'
import { useRefreshMembers } from './use-refresh-members.ts'

type Asking = 'role' | 'deactivate' | 'reactivate' | 'remove'

export function MemberMenu({ member, isOwn }: { member: Member; isOwn: boolean }) {
  const { role } = useRole()
  const [asking, setAsking] = useState<Asking>()
  const name = member.name || member.email || 'this person'
  const isOutOfReach = member.role === 'OWNER' && role !== 'OWNER'
  return (
    <>
      <Menu label={`Manage ${name}`} trigger={<IconButton icon="more" label={`Manage ${name}`} />}>
        {isOutOfReach && <MenuLabel>Only an owner can change an owner</MenuLabel>}
        {member.status === 'invited' ? (
          <MenuItem isDangerous disabled={isOutOfReach} onSelect={() => setAsking('remove')}>
            Cancel invitation
          </MenuItem>
        ) : (
          <>
            <MenuItem disabled={isOutOfReach} onSelect={() => setAsking('role')}>
              Change role
            </MenuItem>
            <MenuItem
              disabled={isOutOfReach}
              onSelect={() => setAsking(member.status === 'active' ? 'deactivate' : 'reactivate')}
            >
              {member.status === 'active' ? 'Deactivate' : 'Reactivate'}
            </MenuItem>
            <MenuItem isDangerous disabled={isOutOfReach} onSelect={() => setAsking('remove')}>
              {isOwn ? 'Leave organization' : 'Remove'}
            </MenuItem>
          </>
        )}
      </Menu>
      {asking === 'role' && <RoleDialog member={member} onClose={() => setAsking(undefined)} />}
      {asking && asking !== 'role' && (
        <Confirmation asking={asking} member={member} name={name} isOwn={isOwn} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

type ConfirmationProps = {
  asking: Exclude<Asking, 'role'>
  member: Member
  name: string
  isOwn: boolean
  onClose(): void
}

function Confirmation({ asking, member, name, isOwn, onClose }: ConfirmationProps) {
  const storeId = useStoreId()
  const refresh = useRefreshMembers()
  const leave = useLeave()
  const { organization } = useRole()
  const isLeaving = isOwn && asking !== 'reactivate'
  const { title, text, label, done } = isLeaving
    ? leavingWords(asking, organization)
    : chooseTexts(asking, name, member.status === 'invited')
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      isDangerous={asking !== 'reactivate'}
      act={() =>
        asking === 'remove'
          ? removeMember(storeId, member.id)
          : updateMember(storeId, member.id, { active: asking === 'reactivate' })
      }
      onDone={() => {
        void (isLeaving ? leave() : refresh())
        toast(done)
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

function leavingWords(asking: Exclude<Asking, 'role'>, organization: string) {
  if (asking === 'deactivate') {
    const text = 'You lose access immediately, until another owner or admin reactivates you.'
    return {
      title: `Deactivate yourself in ${organization}?`,
      text,
      label: 'Deactivate me',
      done: 'You are deactivated',
    }
  }
  const text = 'You lose access to its stores immediately. To return, you need a new invitation.'
  return { title: `Leave ${organization}?`, text, label: 'Leave', done: `You have left ${organization}` }
}

function chooseTexts(asking: Exclude<Asking, 'role'>, name: string, isInvitation: boolean) {
  if (isInvitation) {
    const text = 'The link stops working. You can invite the address again.'
    return { title: `Withdraw the invitation of ${name}?`, text, label: 'Withdraw', done: 'Invitation withdrawn' }
  }
  if (asking === 'remove') {
    const text = 'Access ends immediately. Past actions stay in the audit log.'
    return { title: `Remove ${name}?`, text, label: 'Remove', done: `${name} removed` }
  }
  if (asking === 'deactivate') {
    const text = 'Access ends immediately, until you reactivate the member.'
    return { title: `Deactivate ${name}?`, text, label: 'Deactivate', done: `${name} deactivated` }
  }
  const text = 'Access is restored with the same role.'
  return { title: `Reactivate ${name}?`, text, label: 'Reactivate', done: `${name} reactivated` }
}
