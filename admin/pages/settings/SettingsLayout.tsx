import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isBilled, subscriptionQuery } from '../../api/account.ts'
import { useRole, useStoreId } from '../../shell/use-store.ts'

export const places = [
  { to: '/stores/$storeId/settings/organization', label: 'Organization', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/members', label: 'Members', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/stores', label: 'Stores', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/backups', label: 'Backups', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/api-keys', label: 'API keys', needs: 'ADMIN' },
  { to: '/stores/$storeId/settings/connected-apps', label: 'Connected apps', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/assistants', label: 'Assistants', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/single-sign-on', label: 'Single sign-on', needs: 'OWNER' },
  { to: '/stores/$storeId/settings/billing', label: 'Billing', needs: 'OWNER' },
  { to: '/stores/$storeId/settings/affiliates', label: 'Affiliates', needs: 'OWNER' },
  { to: '/stores/$storeId/settings/partners', label: 'Partners', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/support', label: 'Support', needs: 'VIEWER' },
  { to: '/stores/$storeId/settings/audit-log', label: 'Audit log', needs: 'ADMIN' },
  { to: '/stores/$storeId/settings/security', label: 'Security', needs: 'VIEWER' },
] as const

/** Where nothing is sold nothing is said of it. */
export const sold: readonly string[] = ['Billing', 'Affiliates']

export function SettingsLayout() {
  const storeId = useStoreId()
  const { isAtLeast, isDelegate } = useRole()
  const hasPlans = isBilled(useQuery(subscriptionQuery(storeId)).data)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a narrow screen the row is longer than what is seen of it.
  useEffect(() => {
    if (pathname) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <div>
      <nav ref={nav} aria-label="Settings" className="border-b border-line pt-3">
        <ul className="mx-auto flex max-w-6xl gap-5 sideways lg:gap-3.5 px-4 sm:px-8">
          {places
            .filter(({ label, needs }) => isAtLeast(needs) && (hasPlans || !sold.includes(label)))
            // What is the organization's own is closed to those whom it lets work in its stores.
            .filter(({ label }) => label === 'Stores' || label === 'Backups' || label === 'Security' || !isDelegate)
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
