import { Link } from '@tanstack/react-router'
import type { Review } from '../../api/reviews/reviews.ts'
import { Badge } from '../../components/Badge.tsx'
import { Icon } from '../../components/Icon.tsx'
import { ProductPicture } from '../../components/ProductPicture.tsx'
import { Stars } from '../../components/values/Stars.tsx'
import { Time } from '../../components/values/Time.tsx'
import { reviewedName } from '../../state/reviewed-name.ts'
import { Marked } from './Marked.tsx'
import { Thumb } from './photos/Thumb.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { SignalMark } from './signals/SignalMark.tsx'
import { useInbox } from './state/inbox.ts'

/** A pinned row is the open review above a list that does not contain it. Selections are rows of the list. */
export function ReviewRow({ review, isPinned = false }: { review: Review; isPinned?: boolean }) {
  const { storeId, openId, search, selection, mayWrite } = useInbox()
  const { id, rating, title, body, authorName, productId, photos, reportCount, submittedAt, correction } = review
  const isOpen = id === openId
  return (
    <li
      data-review={id}
      // The margin shows a part of the next row, so that a reader sees that the list goes on.
      className={`relative flex scroll-my-10 gap-3 border-b border-line px-4 py-2.5 sm:px-5 ${isOpen ? 'bg-accent-wash' : 'hover:bg-hover'}`}
    >
      {mayWrite && isPinned && <span className="w-4 shrink-0" />}
      {mayWrite && !isPinned && (
        <input
          type="checkbox"
          aria-label={`Select the review of ${authorName}`}
          checked={selection.ids.has(id)}
          onChange={() => selection.toggle(id)}
          className="relative z-10 mt-0.5 after:absolute after:-inset-3"
        />
      )}
      <ProductPicture productId={productId} title={reviewedName(review)} isSmall />
      <div className="grid min-w-0 flex-1 grid-cols-1">
        <div className="flex items-center justify-between gap-3 text-xs text-quiet">
          <span className="flex min-w-0 items-center gap-1.5">
            <Stars rating={rating} className="h-3.5" />
            <span className="ml-1 truncate font-medium text-text">
              <Marked text={authorName} found={search.q} />
            </span>
            <Marks review={review} />
            <SignalMark reviewId={id} />
          </span>
          <Time at={submittedAt} className="shrink-0" />
        </div>
        <div className="flex items-start gap-3">
          <div className="grid min-w-0 flex-1 grid-cols-1">
            <Link
              to="/stores/$storeId/reviews/$reviewId"
              params={{ storeId, reviewId: id }}
              search={search}
              className="text-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <span dir="auto" className="line-clamp-2 break-words lg:line-clamp-1">
                {title && (
                  <strong className="font-semibold">
                    <Marked text={title} found={search.q} />.{' '}
                  </strong>
                )}
                {body ? (
                  <Marked text={body} found={search.q} />
                ) : (
                  !title && <em className="text-quiet">No words, only stars</em>
                )}
              </span>
            </Link>
            <div className="flex min-w-0 flex-wrap items-center gap-1.5">
              <span className="min-w-0 grow basis-36 truncate text-xs text-quiet">
                <Marked text={reviewedName(review)} found={search.q} />
              </span>
              {(search.status === 'all' || search.status === 'withheld' || isPinned) && (
                <StatusBadge status={review.status} />
              )}
              {correction && (
                <Badge tone="warn" icon="pencil">
                  Correction waiting
                </Badge>
              )}
              {reportCount > 0 && (
                <Badge tone="danger" icon="flag">
                  {reportCount === 1 ? 'Reported' : `Reported ${reportCount} times`}
                </Badge>
              )}
            </div>
          </div>
          {photos.length > 0 && <Thumb photos={photos} />}
        </div>
      </div>
    </li>
  )
}

function Marks({ review }: { review: Review }) {
  return (
    <>
      {review.verified && (
        <span title="Verified purchase" className="shrink-0 text-good">
          <Icon name="check" className="size-4" />
          <span className="sr-only">Verified purchase</span>
        </span>
      )}
      {review.reply && (
        <span title="Answered" className="shrink-0">
          <Icon name="reply" className="size-4" />
          <span className="sr-only">Answered</span>
        </span>
      )}
      {review.incentive && <Badge tone="warn">Incentive</Badge>}
    </>
  )
}
