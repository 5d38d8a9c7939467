import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  GrantChange,
  Grant as GrantShape,
  NewGrant as NewGrantShape,
} from '../../../server/resources/partner/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type Grant = GrantShape
export type NewGrant = Static<typeof NewGrantShape>

export const grantsQuery = (storeId: string, direction: Grant['direction']) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'partner-grants', direction],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Grant>>('/partner/grants', { storeId, query: { limit: 50, direction, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const giveGrant = (storeId: string, body: NewGrant) => post<Grant>('/partner/grants', { storeId, body })
export const changeGrant = (storeId: string, id: string, body: Static<typeof GrantChange>) =>
  patch<Grant>(`/partner/grants/${id}`, { storeId, body })
export const acceptGrant = (storeId: string, id: string) => post<Grant>(`/partner/grants/${id}/accept`, { storeId })
export const endGrant = (storeId: string, id: string) => remove(`/partner/grants/${id}`, { storeId })
