import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Direction } from '#platform/values/wire.ts'
import type {
  NewSuppression as NewSuppressionShape,
  Reason,
  Scope,
  SuppressionImportReport,
  Suppression as SuppressionShape,
} from '../../../server/resources/email-suppressions/schema.ts'
import { get, type Page, post, remove } from '../client.ts'

export type Suppression = SuppressionShape
export type SuppressionScope = Scope
export type SuppressionReason = Reason
export type NewSuppression = Static<typeof NewSuppressionShape>
export type SuppressionReport = Static<typeof SuppressionImportReport>
export type SuppressionFilters = { email?: string; scope?: Scope; reason?: Reason; direction?: Direction }

export const suppressionsKey = (storeId: string) => [storeId, 'suppressions'] as const

export const suppressionsQuery = (storeId: string, filters: SuppressionFilters) =>
  infiniteQueryOptions({
    queryKey: [...suppressionsKey(storeId), filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Suppression>>('/email-suppressions', {
        storeId,
        query: { ...filters, limit: 50, includeTotal: pageParam === undefined, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const addSuppression = (storeId: string, body: NewSuppression) =>
  post<Suppression>('/email-suppressions', { storeId, body })
export const removeSuppression = (storeId: string, id: string) => remove(`/email-suppressions/${id}`, { storeId })

export const addressesAtOnce = 1_000

type Import = { addresses: string[]; scope: Scope; reason: 'import' | 'unsubscribe' | 'hard_bounce' | 'complaint' }
export const importSuppressions = (storeId: string, body: Import) =>
  post<SuppressionReport>('/email-suppressions/import', { storeId, body })
