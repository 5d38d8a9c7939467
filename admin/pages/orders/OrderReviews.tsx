import { useInfiniteQuery } from '@tanstack/react-query'
import { reviewsQuery } from '../../api/reviews/reviews.ts'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ReviewLine } from '../reviews/ReviewLine.tsx'

export function OrderReviews({ orderId }: { orderId: string }) {
  const list = useInfiniteQuery(reviewsQuery(useStoreId(), { orderId }))
  const reviews = list.data?.pages.flatMap((page) => page.data) ?? []
  if (reviews.length === 0) return null
  return (
    <Card title="Reviews of this order">
      <ul className="pt-2">
        {reviews.map((review) => (
          <ReviewLine key={review.id} review={review} shows={['author', 'product']} />
        ))}
      </ul>
      <LoadMore {...list} />
    </Card>
  )
}
