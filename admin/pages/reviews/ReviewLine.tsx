import { Link } from '@tanstack/react-router'
import type { Review } from '../../api/reviews.ts'
import { formatDay } from '../../components/dates.ts'
import { Stars } from '../../components/Stars.tsx'
import { useStoreId } from '../../shell/use-store.ts'
import { StatusBadge } from './StatusBadge.tsx'

type Line = Pick<Review, 'id' | 'rating' | 'title' | 'body' | 'submittedAt'> & { status: string }

/** A review in a few lines, on the page of something it is about. */
export function ReviewLine({ review }: { review: Line }) {
  const storeId = useStoreId()
  const { id, rating, status, title, body, submittedAt } = review
  return (
    <li className="grid gap-1.5 border-t border-line px-5 py-3.5 text-sm first:border-0">
      <span className="flex flex-wrap items-center gap-2.5">
        <Stars rating={rating} className="h-3.5" />
        <StatusBadge status={status as Review['status']} />
        <span className="ml-auto text-xs text-quiet">{formatDay(submittedAt)}</span>
      </span>
      <Link
        to="/stores/$storeId/reviews/$reviewId"
        params={{ storeId, reviewId: id }}
        search={{ status: 'all' }}
        className="underline-offset-4 hover:underline"
      >
        <span dir="auto" className="line-clamp-3 break-words">
          {title && <strong className="font-semibold">{title}. </strong>}
          {body || (!title && 'No words, only stars')}
        </span>
      </Link>
    </li>
  )
}
