import type { ReactNode } from 'react'
import type { Role } from '../../api/account/account.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { roleNames } from '../../shell/store/role-names.ts'
import { useRole } from '../../shell/store/use-store.ts'

export function NeedsRole({ needs, children }: { needs: Role; children: ReactNode }) {
  const own = useRole()
  if (own.isDelegate)
    return (
      <EmptyState icon="lock" title={`Only for members of ${own.organization}`}>
        You work in its stores as a partner. Members, keys, billing and the audit log are not available to you.
      </EmptyState>
    )
  if (own.isAtLeast(needs)) return children
  return (
    <EmptyState icon="lock" title={needs === 'OWNER' ? 'Only for owners' : 'Only for owners and admins'}>
      You are a {roleNames[own.role]} of {own.organization}. An owner can change that.
    </EmptyState>
  )
}
