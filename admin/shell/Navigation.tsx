import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countsQuery } from '../api/reviews.ts'
import { Icon, type IconName } from '../components/Icon.tsx'
import { useStoreId } from './use-store.ts'

const places = [
  { to: '/stores/$storeId/reviews', label: 'Reviews', icon: 'star' },
  { to: '/stores/$storeId/products', label: 'Products', icon: 'box' },
  { to: '/stores/$storeId/orders', label: 'Orders', icon: 'receipt' },
  { to: '/stores/$storeId/customers', label: 'Customers', icon: 'people' },
  { to: '/stores/$storeId/imports', label: 'Imports', icon: 'upload' },
  { to: '/stores/$storeId/settings', label: 'Settings', icon: 'sliders' },
] as const satisfies { to: string; label: string; icon: IconName }[]

export function Navigation() {
  const storeId = useStoreId()
  return (
    <nav aria-label="Store">
      <ul className="grid gap-0.5">
        {places.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ storeId }}
              className="flex h-10 items-center gap-2.5 rounded-lg px-2.5 font-medium text-quiet hover:bg-hover hover:text-text data-[status=active]:bg-accent-wash data-[status=active]:text-accent"
            >
              <Icon name={icon} />
              {label}
              {icon === 'star' && <PendingCount storeId={storeId} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PendingCount({ storeId }: { storeId: string }) {
  const { data } = useQuery(countsQuery(storeId, {}))
  if (!data?.pending) return null
  return (
    <span className="ml-auto rounded-full bg-surface px-2 text-xs leading-5 font-medium text-text tabular-nums shadow-shade">
      {data.pending > 999 ? '999+' : data.pending}
      <span className="sr-only"> pending</span>
    </span>
  )
}
