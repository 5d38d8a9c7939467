import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Direction } from '#platform/values/wire.ts'
import type { PastAct as PastActShape } from '../../../server/resources/reviews/changes/schema.ts'
import type {
  BulkReport as BulkReportShape,
  ReviewChanges,
} from '../../../server/resources/reviews/moderation/schema.ts'
import type { Report as ReportShape } from '../../../server/resources/reviews/public/report-schema.ts'
import type {
  ModerationReason,
  NewReview,
  Review as ReviewShape,
  Status as StatusName,
  SubjectFilter,
} from '../../../server/resources/reviews/schema.ts'
import { download, get, type Page, post, put, type Query, remove } from '../client.ts'

export type Review = ReviewShape
export type Status = StatusName
/** Decisions a person can make. A review never becomes pending again. */
export type Verdict = Exclude<Status, 'pending'>
export type Reason = ModerationReason
export type WithholdingReason = Exclude<Reason, 'unspecified'>
export type BulkReport = BulkReportShape
export type Changes = ReviewChanges
export type Report = ReportShape
export type PastAct = PastActShape

export type ReviewFilters = {
  subject?: SubjectFilter
  q?: string
  rating?: number
  productId?: string
  categoryId?: string
  hasPhotos?: boolean
  hasReply?: boolean
  imported?: boolean
  /** Default: only the store's own reviews. `shared`: only copies from other stores. `all`: both. */
  origin?: 'shared' | 'all'
  reported?: boolean
  corrected?: boolean
  orderId?: string
  language?: string
  /** Only reviews that are assigned to the signed-in person. */
  mine?: boolean
  submittedAfter?: string
  submittedBefore?: string
}
export type ReviewOrder = { sort?: 'submittedAt' | 'rating'; direction?: Direction }
export type ReviewSelection = ReviewFilters & ReviewOrder & { status?: Status | 'rejected,spam' }
export type Counts = Record<Status, number>

export const reviewsKey = (storeId: string) => [storeId, 'reviews'] as const
export const listKey = (storeId: string) => [storeId, 'reviews', 'list'] as const
export const countsKey = (storeId: string) => [storeId, 'reviews', 'counts'] as const

const getReviews = (storeId: string, { mine, ...query }: Query & ReviewSelection, signal: AbortSignal) =>
  get<Page<Review>>(mine ? '/reviews/assigned' : '/reviews', { storeId, query, signal })

export const reviewsQuery = (storeId: string, selection: ReviewSelection) =>
  infiniteQueryOptions({
    queryKey: [...listKey(storeId), selection],
    queryFn: ({ pageParam, signal }) => getReviews(storeId, { ...selection, limit: 30, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

const statuses = ['pending', 'approved', 'rejected', 'spam'] as const

export const countsQuery = (storeId: string, filters: ReviewFilters) =>
  queryOptions({
    queryKey: [...countsKey(storeId), filters],
    queryFn: async ({ signal }): Promise<Counts> => {
      const count = async (status: Status) => {
        const query = { ...filters, status, limit: 1, includeTotal: true }
        const { pagination } = await getReviews(storeId, query, signal)
        return [status, pagination.total ?? 0] as const
      }
      return Object.fromEntries(await Promise.all(statuses.map(count))) as Counts
    },
  })

export const reviewQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'one', id],
    queryFn: ({ signal }) => get<Review>(`/reviews/${id}`, { storeId, signal }),
  })

/** The key starts with the review's key, so invalidating the review refreshes its history. */
export const historyQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'one', id, 'history'],
    queryFn: async ({ signal }) => (await get<{ acts: PastAct[] }>(`/reviews/${id}/history`, { storeId, signal })).acts,
  })

export const reportsQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'reviews', 'reports', id],
    queryFn: async ({ signal }) => {
      const { data, pagination } = await get<Page<Report>>(`/reviews/${id}/reports`, {
        storeId,
        query: { limit: 50 },
        signal,
      })
      return { reports: data, hasMore: pagination.hasMore }
    },
  })

export const addReview = (storeId: string, body: NewReview) => post<Review>('/reviews', { storeId, body })
export const exportReviews = (
  storeId: string,
  query: ReviewFilters & Pick<ReviewSelection, 'status'> & { format: 'csv' | 'jsonl' },
) => download('/reviews/export', { storeId, query })
export const resolveReports = (storeId: string, id: string) =>
  post<{ resolved: number }>(`/reviews/${id}/reports/resolve`, { storeId })
export const updateReview = (storeId: string, id: string, body: Changes, keepalive = false) =>
  put<Review>(`/reviews/${id}`, { storeId, body, keepalive })
export const updateReviews = (storeId: string, updates: ({ id: string } & Changes)[], keepalive = false) =>
  post<BulkReport>('/reviews/bulk-update', { storeId, body: { updates }, keepalive })
export const deleteReview = (storeId: string, id: string) => remove(`/reviews/${id}`, { storeId })
export const removePhoto = (storeId: string, id: string, photoId: string) =>
  remove(`/reviews/${id}/photos/${photoId}`, { storeId })
