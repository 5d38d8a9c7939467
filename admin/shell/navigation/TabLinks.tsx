import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStoreId } from '../store/use-store.ts'
import { useVisibleTab } from './use-visible-tab.ts'

/**
 * With `search`, several tabs show one page. A value that is undefined is absent from the address. `more`, such as a
 * count, is shown after the label.
 */
type Tab = { to: string; label: string; search?: Readonly<Record<string, string | undefined>>; more?: ReactNode }
type Props = { label: string; tabs: readonly Tab[]; isExact?: boolean; isInPage?: boolean }

/** Links to related pages, drawn as tabs in one row, which scrolls in narrow windows. */
export function TabLinks({ label, tabs, isExact = false, isInPage = false }: Props) {
  const storeId = useStoreId()
  const list = useVisibleTab<HTMLUListElement>(useLocation().href)
  return (
    <nav aria-label={label} className={`min-w-0 ${isInPage ? '-mt-2 border-b border-line' : ''}`}>
      <ul ref={list} className="flex gap-5 sideways">
        {tabs.map(({ to, label: name, search, more }) => (
          <li key={name}>
            <Link
              to={to}
              params={{ storeId } as never}
              search={(search ?? {}) as never}
              activeOptions={{ exact: isExact, includeSearch: search !== undefined, explicitUndefined: true }}
              className="tab"
            >
              {name}
              {more && <> {more}</>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
