import { queryOptions } from '@tanstack/react-query'
import type {
  NewReviewView,
  ReviewViewChanges,
  ReviewView as ViewShape,
} from '../../../server/resources/reviews/inbox/view-schema.ts'
import { readAll } from '../account/account.ts'
import { patch, post, remove } from '../client.ts'

export type ReviewView = ViewShape
export type ViewFilter = ViewShape['filter']

export const viewsKey = (storeId: string) => [storeId, 'review-views'] as const

export const viewsQuery = (storeId: string) =>
  queryOptions({
    queryKey: viewsKey(storeId),
    queryFn: async ({ signal }) => {
      const views = await readAll<ReviewView>('/reviews/views', { storeId, signal })
      return views.sort((a, b) => a.name.localeCompare(b.name))
    },
    staleTime: 60_000,
  })

export const createView = (storeId: string, body: NewReviewView) =>
  post<ReviewView>('/reviews/views', { storeId, body })
export const updateView = (storeId: string, id: string, body: ReviewViewChanges) =>
  patch<ReviewView>(`/reviews/views/${id}`, { storeId, body })
export const deleteView = (storeId: string, id: string) => remove(`/reviews/views/${id}`, { storeId })
