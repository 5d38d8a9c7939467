import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { reviewsQuery, type Status } from '../../api/reviews/reviews.ts'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ReviewLine } from '../reviews/ReviewLine.tsx'
import { statusNames } from '../reviews/state/search.ts'

const statuses = ['pending', 'approved', 'rejected', 'spam'] as const

export function ProductReviews({ productId }: { productId: string }) {
  const storeId = useStoreId()
  const [status, setStatus] = useState<Status>()
  const [rating, setRating] = useState<number>()
  const filters = { productId, ...(status && { status }), ...(rating && { rating }) }
  const list = useInfiniteQuery(reviewsQuery(storeId, filters))
  const reviews = list.data?.pages.flatMap((page) => page.data) ?? []
  const isFiltered = status !== undefined || rating !== undefined
  return (
    <Card
      title="Reviews of this product"
      actions={
        <Link
          to="/stores/$storeId/reviews"
          params={{ storeId }}
          search={{
            productId,
            status: status === 'pending' ? undefined : (status ?? 'all'),
            ...(rating && { rating }),
          }}
          className="text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          Open in the inbox
        </Link>
      }
    >
      <div className="flex flex-wrap gap-2 px-5 pt-3">
        <FilterSelect
          label="Status"
          value={status ?? ''}
          onChange={({ target }) => setStatus(statuses.find((each) => each === target.value))}
        >
          <option value="">All statuses</option>
          {statuses.map((each) => (
            <option key={each} value={each}>
              {statusNames[each]}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label="Rating"
          value={rating ?? ''}
          onChange={({ target }) => setRating(Number(target.value) || undefined)}
        >
          <option value="">Any rating</option>
          {[5, 4, 3, 2, 1].map((each) => (
            <option key={each} value={each}>
              {each} {each === 1 ? 'star' : 'stars'}
            </option>
          ))}
        </FilterSelect>
      </div>
      {list.isPending && <Loading rows={3} />}
      {list.isError && reviews.length === 0 && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && reviews.length === 0 && (
        <EmptyState icon="star" title={isFiltered ? 'No matching reviews' : 'No reviews yet'}>
          {isFiltered ? 'Try another status or rating.' : 'Reviews appear here as soon as they are written.'}
        </EmptyState>
      )}
      <ul aria-label="Reviews of this product" className="pt-2">
        {reviews.map((review) => (
          <ReviewLine key={review.id} review={review} shows={['author', 'order']} />
        ))}
      </ul>
      {reviews.length > 0 && <LoadMore {...list} />}
    </Card>
  )
}
