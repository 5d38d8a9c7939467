import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Role } from '../api/account/account.ts'
import { firstRunQuery } from '../api/first-run.ts'
import { Icon, type IconName } from '../components/Icon.tsx'
import { useCounts } from '../state/review-counts.ts'
import { useRole, useStoreId } from './store/use-store.ts'

type Place = {
  to: string
  label: string
  icon: IconName
  needs?: Role
  isOnlyAtFirst?: boolean
  isExact?: true
}

export const groups = [
  {
    places: [
      { to: '/stores/$storeId', label: 'Home', icon: 'home', isExact: true },
      { to: '/stores/$storeId/setup', label: 'First steps', icon: 'check', needs: 'MEMBER', isOnlyAtFirst: true },
      { to: '/stores/$storeId/reviews', label: 'Reviews', icon: 'star' },
      { to: '/stores/$storeId/moderation', label: 'Moderation', icon: 'flag' },
      { to: '/stores/$storeId/insights', label: 'Insights', icon: 'chart' },
      { to: '/stores/$storeId/evidence', label: 'Evidence', icon: 'lock' },
    ],
  },
  {
    name: 'Asking for reviews',
    places: [
      { to: '/stores/$storeId/requests', label: 'Requests', icon: 'send' },
      { to: '/stores/$storeId/sequences', label: 'Sequences', icon: 'log' },
      { to: '/stores/$storeId/email/messages', label: 'Messages', icon: 'mail' },
      { to: '/stores/$storeId/email/suppressions', label: 'Suppressions', icon: 'ban' },
      { to: '/stores/$storeId/mailbox', label: 'Mailbox', icon: 'inbox', needs: 'ADMIN' },
    ],
  },
  {
    name: 'On your pages',
    places: [
      { to: '/stores/$storeId/widgets', label: 'Widgets', icon: 'sliders' },
      { to: '/stores/$storeId/placements', label: 'Placements', icon: 'copy' },
      { to: '/stores/$storeId/galleries', label: 'Galleries', icon: 'photo' },
      { to: '/stores/$storeId/faqs', label: 'FAQs', icon: 'reply' },
      { to: '/stores/$storeId/pages', label: 'Pages', icon: 'globe' },
    ],
  },
  {
    name: 'Rewarding',
    places: [
      { to: '/stores/$storeId/loyalty', label: 'Loyalty', icon: 'gift' },
      { to: '/stores/$storeId/incentives', label: 'Incentives', icon: 'ticket' },
    ],
  },
  {
    name: 'Catalogue',
    places: [
      { to: '/stores/$storeId/products', label: 'Products', icon: 'box' },
      { to: '/stores/$storeId/orders', label: 'Orders', icon: 'receipt' },
      { to: '/stores/$storeId/customers', label: 'Customers', icon: 'people' },
      { to: '/stores/$storeId/imports', label: 'Imports', icon: 'upload' },
    ],
  },
] as const satisfies { name?: string; places: Place[] }[]

const SettingsList = lazy(() => import('./SettingsList.tsx'))

export function Navigation() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { data: firstRun } = useQuery({ ...firstRunQuery(storeId), refetchInterval: false, staleTime: 60_000 })
  const isSetUp = firstRun?.complete !== false
  return (
    <nav aria-label="Store" className="-mx-1 grid content-start gap-3.5 px-1 nav-list">
      {groups.map((group, i) => (
        <ul
          key={i}
          aria-label={'name' in group ? group.name : undefined}
          // In low windows the navigation scrolls and its first group sticks.
          className={`grid gap-0.5 ${i === 0 ? 'nav-first' : ''}`}
        >
          {'name' in group && <GroupName>{group.name}</GroupName>}
          {group.places
            .filter((place) => !('needs' in place) || isAtLeast(place.needs))
            .filter((place) => !('isOnlyAtFirst' in place) || !isSetUp)
            .map((place) => (
              <li key={place.to}>
                <Link
                  to={place.to}
                  params={{ storeId }}
                  activeOptions={{ exact: 'isExact' in place, includeSearch: false }}
                  className={linkClass}
                >
                  <Icon name={place.icon} />
                  {place.label}
                  {place.to === '/stores/$storeId/reviews' && <PendingCount storeId={storeId} />}
                </Link>
              </li>
            ))}
        </ul>
      ))}
      <Settings storeId={storeId} />
    </nav>
  )
}

function Settings({ storeId }: { storeId: string }) {
  const { pathname } = useLocation()
  const { isDelegate } = useRole()
  const home = isDelegate ? '/stores/$storeId/settings/stores' : '/stores/$storeId/settings/organization'
  // The account pages open from the person's name, not from "Settings".
  const isOpen = /\/settings\/(?!account)|\/email\/templates/.test(pathname)
  return (
    <ul className="grid gap-0.5">
      <li>
        <Link to={home} params={{ storeId }} className={`nav-place ${isOpen ? 'text-text' : 'text-quiet'}`}>
          <Icon name="gear" />
          Settings
        </Link>
        {isOpen && (
          <Suspense>
            <SettingsList storeId={storeId} />
          </Suspense>
        )}
      </li>
    </ul>
  )
}

const linkClass = 'nav-place nav-link'

function GroupName({ children }: { children: string }) {
  return (
    <li aria-hidden="true" className="nav-group">
      {children}
    </li>
  )
}

const noFilters = {}

function PendingCount({ storeId }: { storeId: string }) {
  const counts = useCounts(storeId, noFilters)
  if (!counts?.pending) return null
  return (
    <span className="nav-count">
      {counts.pending > 999 ? '999+' : counts.pending}
      <span className="sr-only"> pending</span>
    </span>
  )
}
