import { Link } from '@tanstack/react-router'
import { useCounts, useInbox } from './inbox.ts'
import { statusNames, type Tab, tabs } from './search.ts'

export function StatusTabs() {
  const { storeId } = useInbox()
  const counts = useCounts()
  const countOf = (tab: Tab) =>
    counts && (tab === 'all' ? Object.values(counts).reduce((sum, each) => sum + each, 0) : counts[tab])
  return (
    <nav aria-label="Status" className="-mx-4 overflow-x-auto px-4 sm:-mx-5 sm:px-5">
      <ul className="flex gap-4">
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to="/stores/$storeId/reviews"
              params={{ storeId }}
              search={(before) => ({ ...before, status: tab === 'pending' ? undefined : tab })}
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
              className="flex h-10 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-quiet -outline-offset-2 hover:text-text data-[status=active]:border-accent data-[status=active]:text-text"
            >
              {statusNames[tab]}
              <span className="text-xs text-quiet tabular-nums">{formatCount(countOf(tab))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const formatCount = (count: number | undefined) => (count === undefined ? '' : compact.format(count))
