import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { CreatedOAuthClient, OAuthClient, OAuthConnection } from '../../../server/resources/oauth/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type AppConnection = Static<typeof OAuthConnection>
export type AppClient = Static<typeof OAuthClient>
export type AppClientFields = { name: string; redirectUris: string[] }

/** `all`: those of the organization, for owners and admins only. `own`: those of the signed-in person. */
export type Whose = 'all' | 'own'

const connections = { all: '/account/connections', own: '/account/own-connections' }
const clients = '/account/oauth-clients'

export const appConnectionsQuery = (storeId: string, whose: Whose) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'app-connections', whose],
    queryFn: ({ pageParam, signal }) =>
      get<Page<AppConnection>>(connections[whose], { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const appClientsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'app-clients'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<AppClient>>(clients, { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const endConnection = (storeId: string, id: string, whose: Whose) =>
  remove(`${connections[whose]}/${id}`, { storeId })

export const createAppClient = (storeId: string, body: AppClientFields & { confidential: boolean }) =>
  post<Static<typeof CreatedOAuthClient>>(clients, { storeId, body })
export const changeAppClient = (storeId: string, id: string, body: AppClientFields) =>
  patch<AppClient>(`${clients}/${id}`, { storeId, body })
export const rotateAppSecret = (storeId: string, id: string, endPrevious: boolean) =>
  post<Static<typeof CreatedOAuthClient>>(`${clients}/${id}/secret/rotate`, { storeId, body: { endPrevious } })
export const deleteAppClient = (storeId: string, id: string) => remove(`${clients}/${id}`, { storeId })
