import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Digest as DigestShape } from '../../../server/resources/digests/schema.ts'
import type {
  ReviewSettingsChange,
  ReviewSettings as Settings,
} from '../../../server/resources/reviews/submissions/settings-schema.ts'
import type {
  TranslationState,
  TranslationTest,
  TranslationTestResult,
} from '../../../server/resources/translations/schema.ts'
import { get, post, put } from '../client.ts'

export type ReviewSettings = Settings
export type Digest = Static<typeof DigestShape>
export type TestResult = Static<typeof TranslationTestResult>

export const reviewSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'settings'],
    queryFn: ({ signal }) => get<ReviewSettings>('/reviews/settings', { storeId, signal }),
  })
export const setReviewSettings = (storeId: string, body: ReviewSettingsChange) =>
  put<ReviewSettings>('/reviews/settings', { storeId, body })

const busyMs = 3_000

/** Polls while translations are due, so that the page shows progress. */
export const translationQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'translation'],
    queryFn: ({ signal }) => get<Static<typeof TranslationState>>('/reviews/translation', { storeId, signal }),
    refetchInterval: ({ state: { data } }) => (data?.engine && (data.waiting > 0 || data.isQueueing) ? busyMs : false),
  })
export const testTranslation = (storeId: string, body: Static<typeof TranslationTest>) =>
  post<TestResult>('/reviews/translation/test', { storeId, body })

export const digestQuery = (storeId: string, productId: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'digest', productId],
    queryFn: ({ signal }) => get<Digest>(`/reviews/digest?productId=${productId}`, { storeId, signal }),
    enabled: productId !== '',
  })
