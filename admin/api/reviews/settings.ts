import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ReviewSummary } from '../../../server/resources/reviews/schema.ts'
import type {
  ReviewSettingsChange,
  ReviewSettings as ReviewSettingsShape,
} from '../../../server/resources/reviews/submissions/settings-schema.ts'
import { get, put } from '../client.ts'

export type ReviewSettings = ReviewSettingsShape

export const reviewSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'settings'],
    queryFn: ({ signal }) => get<ReviewSettings>('/reviews/settings', { storeId, signal }),
  })

export const changeReviewSettings = (storeId: string, body: ReviewSettingsChange) =>
  put<ReviewSettings>('/reviews/settings', { storeId, body })

export const shopSummaryQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'shop-summary'],
    queryFn: ({ signal }) => get<Static<typeof ReviewSummary>>('/reviews/summary?subject=shop', { storeId, signal }),
  })
