import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ViewFilter, viewsQuery } from '../../../api/reviews/review-views.ts'
import { useRole } from '../../../shell/store/use-store.ts'
import { useInbox } from '../state/inbox.ts'
import { type InboxSearch, isSameView, toSearch, toView } from '../state/search.ts'

const mine: InboxSearch = { status: 'all', mine: true }
const needsReply: ViewFilter = { status: 'approved', hasReply: false }

/** One tap opens a queue or a saved view. A second tap returns to all pending reviews. */
export function ViewChips() {
  const { storeId, search } = useInbox()
  const { isDelegate } = useRole()
  const { data: views = [] } = useQuery(viewsQuery(storeId))
  const now = search.mine ? undefined : toView(search)
  return (
    <nav aria-label="Saved views" className="-mx-4 sideways px-4 sm:-mx-5 sm:px-5">
      <ul className="flex gap-1.5 py-0.5">
        <Chip name="Needs reply" filter={needsReply} now={now} />
        {!isDelegate && <ChipLink name="Assigned to me" search={mine} isShown={search.mine === true} />}
        {views.map(({ id, name, filter }) => (
          <Chip key={id} name={name} filter={filter} now={now} />
        ))}
      </ul>
    </nav>
  )
}

function Chip({ name, filter, now }: { name: string; filter: ViewFilter; now: ViewFilter | undefined }) {
  const isShown = now !== undefined && isSameView(filter, now)
  return <ChipLink name={name} search={toSearch(filter)} isShown={isShown} />
}

function ChipLink({ name, search, isShown }: { name: string; search: InboxSearch; isShown: boolean }) {
  const { storeId } = useInbox()
  return (
    <li className="shrink-0">
      <Link
        to="/stores/$storeId/reviews"
        params={{ storeId }}
        search={isShown ? {} : search}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isShown ? 'true' : undefined}
        className={`inline-flex h-7 max-w-48 items-center rounded-full border px-3 text-sm ${isShown ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong bg-surface hover:bg-hover'}`}
      >
        <span className="truncate">{name}</span>
      </Link>
    </li>
  )
}
