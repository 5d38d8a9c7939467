import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useStoreId } from '../store/use-store.ts'

/** With `search`, several tabs show one page. A value that is undefined is absent from the address. */
type Tab = { to: string; label: string; search?: Readonly<Record<string, string | undefined>> }
type Props = { label: string; tabs: readonly Tab[]; isExact?: boolean; isInPage?: boolean }

/** Width of the fade at the row's end. */
const fadedPx = 32

/** Links to related pages, drawn as tabs in one row, which scrolls in narrow windows. */
export function TabLinks({ label, tabs, isExact = false, isInPage = false }: Props) {
  const storeId = useStoreId()
  const list = useRef<HTMLUListElement>(null)
  const { href } = useLocation()
  // Scrolls the row to the tab of the open page. `scrollIntoView` could scroll the page too.
  useEffect(() => {
    const row = list.current
    const tab = href && row?.querySelector<HTMLElement>('[data-status=active]')
    if (row && tab) row.scrollLeft = tab.offsetLeft + tab.offsetWidth + fadedPx - row.clientWidth
  }, [href])
  return (
    <nav aria-label={label} className={`min-w-0 ${isInPage ? '-mt-2 border-b border-line' : ''}`}>
      <ul ref={list} className="flex gap-5 sideways">
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
