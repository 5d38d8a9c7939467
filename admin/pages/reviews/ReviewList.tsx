import { useRef } from 'react'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import { useInbox } from './state/inbox.ts'
import { type InboxSearch, toFilters } from './state/search.ts'
import { useScroll } from './state/use-scroll.ts'

export function ReviewList() {
  const { list, rows, search, openId, pinned } = useInbox()
  const { isPending } = list
  const place = useRef<HTMLUListElement>(null)
  useScroll(isPending ? undefined : openId, () =>
    place.current?.querySelector(`[data-review="${openId}"]`)?.scrollIntoView({ block: 'nearest' }),
  )
  if (isPending) return <Loading rows={7} />
  if (list.isError && rows.length === 0) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      {pinned && (
        <section aria-label="Open review" className="sticky top-0 z-20 bg-canvas">
          <ul>
            <ReviewRow review={pinned} isPinned />
          </ul>
        </section>
      )}
      {rows.length === 0 && !list.hasNextPage ? (
        <NoReviews search={search} />
      ) : (
        <>
          <ul ref={place} aria-label="Reviews">
            {rows.map((review) => (
              <ReviewRow key={review.id} review={review} />
            ))}
          </ul>
          <LoadMore {...list} />
        </>
      )}
    </>
  )
}

function NoReviews({ search }: { search: InboxSearch }) {
  const isFiltered = Object.keys(toFilters(search)).length > 0
  if (isFiltered) {
    return (
      <EmptyState icon="search" title="No matching reviews">
        No review in this tab matches. Try fewer words, or another tab.
      </EmptyState>
    )
  }
  if (search.status === undefined) {
    return (
      <EmptyState icon="check" title="No pending reviews">
        Every review has been decided. New ones appear here, and none is published before someone approves it.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="star" title="No reviews here">
      {emptyTexts[search.status]}
    </EmptyState>
  )
}

const emptyTexts = {
  pending: '',
  approved: 'Reviews that you approve appear on your store and in the review feed.',
  rejected: 'Reviews that you rejected are listed here.',
  spam: 'Reviews that you marked as spam are listed here.',
  withheld: 'Reviews that you rejected or marked as spam are listed here.',
  all: 'Reviews arrive from the review form, over the API, or by an import.',
}
