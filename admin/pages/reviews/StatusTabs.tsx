import { Link } from '@tanstack/react-router'
import { shownLocale } from '../../components/locale.ts'
import { useVisibleTab } from '../../shell/navigation/use-visible-tab.ts'
import { useCounts } from '../../state/review-counts.ts'
import { useInbox } from './state/inbox.ts'
import { countTab, statusNames, tabs, toFilters } from './state/search.ts'

export function StatusTabs() {
  const { storeId, search } = useInbox()
  const counts = useCounts(storeId, toFilters(search))
  const row = useVisibleTab<HTMLElement>(`${search.status} ${counts !== undefined}`)
  return (
    <nav ref={row} aria-label="Status" className="-mx-4 sideways px-4 sm:-mx-5 sm:px-5">
      <ul className="flex w-max min-w-full gap-5 lg:w-auto lg:justify-between lg:gap-3">
        {(search.status === 'withheld' ? ([...tabs, 'withheld'] as const) : tabs).map((tab) => (
          <li key={tab}>
            <Link
              to="/stores/$storeId/reviews"
              params={{ storeId }}
              search={{ ...search, status: tab === 'pending' ? undefined : tab }}
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
              className="tab"
            >
              {statusNames[tab]}
              {/* Phones and the narrow column have room for one count. */}
              <span className="text-xs text-quiet tabular-nums max-sm:not-in-[[data-status=active]]:hidden lg:max-xl:not-in-[[data-status=active]]:hidden">
                {counts && compact.format(countTab(counts, tab))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const compact = new Intl.NumberFormat(shownLocale, { notation: 'compact', maximumFractionDigits: 1 })
