import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../../../api/client.ts'
import {
  type Changes,
  countsKey,
  historyQuery,
  listKey,
  type Review,
  reviewQuery,
  updateReview,
} from '../../../api/reviews/reviews.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function useReviewChange(id: string) {
  const storeId = useStoreId()
  const replace = useReplaceReview()
  return useMutation({ mutationFn: (changes: Changes) => updateReview(storeId, id, changes), onSuccess: replace })
}

export function useReplaceReview() {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  return (review: Review) => {
    queryClient.setQueryData(reviewQuery(storeId, review.id).queryKey, review)
    void queryClient.invalidateQueries({ queryKey: historyQuery(storeId, review.id).queryKey })
    void queryClient.invalidateQueries({ queryKey: countsKey(storeId) })
    queryClient.setQueriesData<InfiniteData<Page<Review>>>({ queryKey: listKey(storeId) }, (lists) =>
      lists ? { ...lists, pages: lists.pages.map((page) => withReview(page, review)) } : lists,
    )
  }
}

const withReview = (page: Page<Review>, review: Review): Page<Review> => ({
  ...page,
  data: page.data.map((each) => (each.id === review.id ? review : each)),
})
