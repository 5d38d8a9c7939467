import { Link } from '@tanstack/react-router'
import { useStoreId } from '../store/use-store.ts'

type Tab = { to: string; label: string }
type Props = { label: string; tabs: readonly Tab[]; isExact?: boolean; isInPage?: boolean }

/** Links to related pages, drawn as tabs. In narrow windows, tabs above a page wrap and tabs within a page scroll. */
export function TabLinks({ label, tabs, isExact = false, isInPage = false }: Props) {
  const storeId = useStoreId()
  return (
    <nav aria-label={label} className={`min-w-0 ${isInPage ? '-mt-2 border-b border-line' : ''}`}>
      <ul className={isInPage ? 'flex gap-5 sideways' : 'flex flex-wrap gap-x-4 sm:gap-x-5'}>
        {tabs.map(({ to, label: name }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ storeId } as never}
              activeOptions={{ exact: isExact, includeSearch: false }}
              className="tab"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
