import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ViewFilter, viewsQuery } from '../../../api/reviews/review-views.ts'
import { useInbox } from '../state/inbox.ts'
import { isSameView, toSearch, toView } from '../state/search.ts'

const needsReply: ViewFilter = { status: 'approved', hasReply: false }

/** One tap opens a queue or a saved view. A second tap returns to all pending reviews. */
export function ViewChips() {
  const { storeId, search } = useInbox()
  const { data: views = [] } = useQuery(viewsQuery(storeId))
  const now = toView(search)
  return (
    <nav aria-label="Saved views" className="-mx-4 sideways px-4 sm:-mx-5 sm:px-5">
      <ul className="flex gap-1.5 py-0.5">
        <Chip name="Needs reply" filter={needsReply} now={now} />
        {views.map(({ id, name, filter }) => (
          <Chip key={id} name={name} filter={filter} now={now} />
        ))}
      </ul>
    </nav>
  )
}

function Chip({ name, filter, now }: { name: string; filter: ViewFilter; now: ViewFilter }) {
  const { storeId } = useInbox()
  const isShown = isSameView(filter, now)
  return (
    <li className="shrink-0">
      <Link
        to="/stores/$storeId/reviews"
        params={{ storeId }}
        search={isShown ? {} : toSearch(filter)}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isShown ? 'true' : undefined}
        className={`inline-flex h-7 max-w-48 items-center rounded-full border px-3 text-sm ${isShown ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong bg-surface hover:bg-hover'}`}
      >
        <span className="truncate">{name}</span>
      </Link>
    </li>
  )
}
