import { Link, Outlet } from '@tanstack/react-router'
import { useRole, useStoreId } from '../../shell/use-store.ts'

const places = [
  { to: '/stores/$storeId/settings/members', label: 'Members', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/stores', label: 'Stores', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/api-keys', label: 'API keys', needs: 'ADMIN' },
  { to: '/stores/$storeId/settings/audit-log', label: 'Audit log', needs: 'ADMIN' },
] as const

export function SettingsLayout() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  return (
    <div>
      <nav aria-label="Settings" className="border-b border-line pt-3">
        <ul className="mx-auto flex max-w-6xl gap-5 overflow-x-auto px-4 sm:px-8">
          {places
            .filter(({ needs }) => isAtLeast(needs))
            .map(({ to, label }) => (
              <li key={to}>
                <Link to={to} params={{ storeId }} className="tab">
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  )
}
