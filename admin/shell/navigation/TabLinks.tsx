import { Link } from '@tanstack/react-router'
import { useStoreId } from '../store/use-store.ts'

/** With `search`, several tabs show one page. A value that is undefined is absent from the address. */
type Tab = { to: string; label: string; search?: Readonly<Record<string, string | undefined>> }
type Props = { label: string; tabs: readonly Tab[]; isExact?: boolean; isInPage?: boolean }

/** Links to related pages, drawn as tabs. In narrow windows, tabs above a page wrap and tabs within a page scroll. */
export function TabLinks({ label, tabs, isExact = false, isInPage = false }: Props) {
  const storeId = useStoreId()
  return (
    <nav aria-label={label} className={`min-w-0 ${isInPage ? '-mt-2 border-b border-line' : ''}`}>
      <ul className={isInPage ? 'flex gap-5 sideways' : 'flex flex-wrap gap-x-4 sm:gap-x-5'}>
        {tabs.map(({ to, label: name, search }) => (
          <li key={name}>
            <Link
              to={to}
              params={{ storeId } as never}
              search={(search ?? {}) as never}
              activeOptions={{ exact: isExact, includeSearch: search !== undefined, explicitUndefined: true }}
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
