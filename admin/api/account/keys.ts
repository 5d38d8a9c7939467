import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ApiKey as ApiKeyShape, CreatedApiKey } from '../../../server/resources/api-keys/schema.ts'
import { get, type Page, post, remove } from '../client.ts'

export type ApiKey = Static<typeof ApiKeyShape>
export type NewKey = {
  name: string
  role: ApiKey['role']
  scopes: string[]
  expiresAt: string | null
  storeEnvIds: string[]
}

export const keysQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'api-keys'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<ApiKey>>('/api-keys', { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const createKey = (storeId: string, body: NewKey) =>
  post<Static<typeof CreatedApiKey>>('/api-keys', { storeId, body })
export const revokeKey = (storeId: string, id: string) => remove(`/api-keys/${id}`, { storeId })
