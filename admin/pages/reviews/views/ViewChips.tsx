import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { viewsQuery } from '../../../api/reviews/review-views.ts'
import { useInbox } from '../state/inbox.ts'
import { isSameView, toSearch, toView } from '../state/search.ts'
import { type Queue, useQueues } from './use-queues.ts'

/**
 * One tap opens a queue or a saved view. A second tap returns to all pending reviews. On phones the Views menu has them,
 * because the row would push the first reviews down.
 */
export function ViewChips() {
  const { storeId, search } = useInbox()
  const { data: views = [] } = useQuery(viewsQuery(storeId))
  const queues = useQueues()
  const now = search.mine ? undefined : toView(search)
  return (
    <nav aria-label="Saved views" className="-mx-4 sideways px-4 max-sm:hidden sm:-mx-5 sm:px-5">
      <ul className="flex gap-1.5 py-0.5">
        {queues.map((queue) => (
          <Chip key={queue.name} {...queue} />
        ))}
        {views.map(({ id, name, filter }) => (
          <Chip key={id} name={name} search={toSearch(filter)} isShown={now !== undefined && isSameView(filter, now)} />
        ))}
      </ul>
    </nav>
  )
}

function Chip({ name, search, isShown }: Queue) {
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
