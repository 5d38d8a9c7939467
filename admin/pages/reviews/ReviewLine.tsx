import { Link } from '@tanstack/react-router'
import type { Review } from '../../api/reviews/reviews.ts'
import { formatDay } from '../../components/values/dates.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { CustomerLink, OrderLink, ProductLink } from '../../shell/PageLink.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { StatusBadge } from './StatusBadge.tsx'

type Line = Pick<
  Review,
  'id' | 'rating' | 'title' | 'body' | 'submittedAt' | 'productId' | 'orderId' | 'authorName' | 'authorEmail'
> & { status: string; product?: Review['product']; locale?: string | null }

type Props = {
  review: Line
  shows: readonly ('author' | 'product' | 'order')[]
}

export function ReviewLine({ review, shows }: Props) {
  const storeId = useStoreId()
  const { id, rating, status, title, body, submittedAt, locale } = review
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
        <span dir="auto" lang={locale ?? undefined} className="line-clamp-3 break-words">
          {title && <strong className="font-semibold">{title}. </strong>}
          {body || (!title && 'No words, only stars')}
        </span>
      </Link>
      <About review={review} shows={shows} />
    </li>
  )
}

function About({ review: { authorName, authorEmail, productId, product, orderId }, shows }: Props) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-quiet empty:hidden">
      {shows.includes('author') &&
        (authorEmail ? <CustomerLink email={authorEmail}>{authorName}</CustomerLink> : authorName)}
      {shows.includes('product') &&
        (productId === null ? 'The shop' : <ProductLink id={productId} title={product?.title ?? undefined} />)}
      {shows.includes('order') && orderId && <OrderLink id={orderId} />}
    </span>
  )
}
