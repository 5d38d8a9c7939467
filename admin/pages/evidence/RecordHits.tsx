import { useInfiniteQuery } from '@tanstack/react-query'
import { type Review, reviewsQuery } from '../../api/reviews/reviews.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PagedRows } from '../../components/lists/PagedRows.tsx'
import { formatDay } from '../../components/values/dates.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reviewedName } from '../../state/reviewed-name.ts'

type Props = { q: string; onPick(reviewId: string): void }

/** Reviews that the inbox finds with the same words. */
export function RecordHits({ q, onPick }: Props) {
  const list = useInfiniteQuery(reviewsQuery(useStoreId(), { q, subject: 'all', origin: 'all' }))
  return (
    <section aria-label="Reviews found" className="border-t border-line">
      <PagedRows
        list={list}
        empty={
          <EmptyState icon="search" title="Review not found">
            Search for words of the review, its author or its product.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul>
            {rows.map((review) => (
              <Hit key={review.id} review={review} onPick={() => onPick(review.id)} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  )
}

function Hit({ review, onPick }: { review: Review; onPick(): void }) {
  const { rating, title, body, authorName, submittedAt } = review
  return (
    <li className="border-line not-first:border-t">
      <button
        type="button"
        onClick={onPick}
        className="grid w-full gap-1 px-5 py-3 text-left text-sm -outline-offset-2 hover:bg-hover"
      >
        <span className="flex w-full items-center gap-2.5">
          <Stars rating={rating} className="h-3.5" />
          <span className="min-w-0 truncate font-medium">{authorName}</span>
          <span className="ml-auto text-xs whitespace-nowrap text-quiet">{formatDay(submittedAt)}</span>
        </span>
        <span dir="auto" className="line-clamp-1 break-words">
          {title || body || 'No words, only stars'}
        </span>
        <span className="text-xs text-quiet">{reviewedName(review)}</span>
      </button>
    </li>
  )
}
