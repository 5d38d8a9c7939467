import { Link } from '@tanstack/react-router'
import { useStoreId } from '../../shell/use-store.ts'

const tabs = [
  { to: '/stores/$storeId/products', label: 'Catalogue' },
  { to: '/stores/$storeId/products/identifiers', label: 'Identifiers' },
  { to: '/stores/$storeId/products/feed', label: 'Review feed' },
] as const

export function ProductTabs() {
  const storeId = useStoreId()
  return (
    <nav aria-label="Products" className="-mt-2 border-b border-line">
      <ul className="flex gap-5 overflow-x-auto">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ storeId }}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex h-10 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-quiet -outline-offset-2 hover:text-text data-[status=active]:border-accent data-[status=active]:text-text"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
