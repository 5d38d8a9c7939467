import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Acceptance, Grant as GrantShape, NewGrant } from '../../../server/resources/shared-reviews/schema.ts'
import { get, type Page, post, remove } from '../client.ts'

export type Grant = GrantShape
export type MatchWord = Grant['terms']['match'][number]

export const grantsKey = (storeId: string) => [storeId, 'review-grants'] as const

export const grantsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [...grantsKey(storeId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Grant>>('/reviews/grants', { storeId, query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
    // Polls, because the number of copied reviews grows while the service copies them.
    refetchInterval: 10_000,
  })

export const offerGrant = (storeId: string, body: NewGrant) =>
  post<Grant & { code: string }>('/reviews/grants', { storeId, body })
export const acceptGrant = (storeId: string, body: Acceptance) =>
  post<Grant>('/reviews/grants/accept', { storeId, body })
export const revokeGrant = (storeId: string, id: string) => remove(`/reviews/grants/${id}`, { storeId })
