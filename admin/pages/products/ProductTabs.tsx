import { Link } from '@tanstack/react-router'
import { useStoreId } from '../../shell/store/use-store.ts'

const tabs = [
  { to: '/stores/$storeId/products', label: 'Catalogue' },
  { to: '/stores/$storeId/products/categories', label: 'Categories' },
  { to: '/stores/$storeId/products/identifiers', label: 'Identifiers' },
  { to: '/stores/$storeId/products/feed', label: 'Review feed' },
] as const

export function ProductTabs() {
  const storeId = useStoreId()
  return (
    <nav aria-label="Products" className="-mt-2 min-w-0 border-b border-line">
      <ul className="flex gap-5 sideways">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} params={{ storeId }} activeOptions={{ exact: true, includeSearch: false }} className="tab">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
