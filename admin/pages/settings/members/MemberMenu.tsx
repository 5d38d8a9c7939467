import { useState } from 'react'
import { type Member, removeMember, updateMember } from '../../../api/account.ts'
import { IconButton } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useRole, useStoreId } from '../../../shell/use-store.ts'
import { RoleDialog } from './RoleDialog.tsx'
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
            Withdraw the invitation
          </MenuItem>
        ) : (
          <>
            <MenuItem disabled={isOutOfReach} onSelect={() => setAsking('role')}>
              Change the role
            </MenuItem>
            <MenuItem
              disabled={isOutOfReach}
              onSelect={() => setAsking(member.status === 'active' ? 'deactivate' : 'reactivate')}
            >
              {member.status === 'active' ? 'Deactivate' : 'Reactivate'}
            </MenuItem>
            <MenuItem isDangerous disabled={isOutOfReach} onSelect={() => setAsking('remove')}>
              {isOwn ? 'Leave the organization' : 'Remove'}
            </MenuItem>
          </>
        )}
      </Menu>
      {asking === 'role' && <RoleDialog member={member} onClose={() => setAsking(undefined)} />}
      {asking && asking !== 'role' && (
        <Confirmation asking={asking} member={member} name={name} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

type ConfirmationProps = { asking: Exclude<Asking, 'role'>; member: Member; name: string; onClose(): void }

function Confirmation({ asking, member, name, onClose }: ConfirmationProps) {
  const storeId = useStoreId()
  const refresh = useRefreshMembers()
  const { title, text, label, done } = wordsOf(asking, name, member.status === 'invited')
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
        void refresh()
        toast(done)
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}

function wordsOf(asking: Exclude<Asking, 'role'>, name: string, isInvitation: boolean) {
  if (isInvitation) {
    const text = 'The link stops working. You can invite the address again.'
    return { title: `Withdraw the invitation of ${name}?`, text, label: 'Withdraw', done: 'Invitation withdrawn' }
  }
  if (asking === 'remove') {
    const text = 'Access ends with the next click. What was done stays in the audit log.'
    return { title: `Remove ${name}?`, text, label: 'Remove', done: `${name} removed` }
  }
  if (asking === 'deactivate') {
    const text = 'Access ends with the next click, until somebody reactivates the membership.'
    return { title: `Deactivate ${name}?`, text, label: 'Deactivate', done: `${name} deactivated` }
  }
  const text = 'Access comes back with the same role.'
  return { title: `Reactivate ${name}?`, text, label: 'Reactivate', done: `${name} reactivated` }
}
