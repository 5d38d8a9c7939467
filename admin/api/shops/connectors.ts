import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ConnectionEvent as EventShape, State } from '../../../server/resources/connectors/events/schema.ts'
import type {
  ConnectionChanges,
  Connection as ConnectionShape,
  EventKindName,
  FactKind as FactKindName,
  NewConnection,
  ProviderName,
} from '../../../server/resources/connectors/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type Connection = ConnectionShape
export type ConnectionEvent = EventShape
export type EventState = State
export type EventKind = EventKindName
export type FactKind = FactKindName
export type { ConnectionChanges }
export type Provider = ProviderName

export const connectionsKey = (storeId: string) => [storeId, 'connectors'] as const

export const connectionsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...connectionsKey(storeId), 'list'],
    queryFn: async ({ signal }) => (await get<{ data: Connection[] }>('/connectors', { storeId, signal })).data,
  })

export const connectionQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...connectionsKey(storeId), 'one', id],
    queryFn: ({ signal }) => get<Connection>(`/connectors/${id}`, { storeId, signal }),
  })

export const connectionEventsQuery = (storeId: string, id: string, state: EventState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...connectionsKey(storeId), 'events', id, state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<ConnectionEvent>>(`/connectors/${id}/events`, {
        storeId,
        query: { state, limit: 30, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const createConnection = (storeId: string, body: NewConnection) =>
  post<Connection>('/connectors', { storeId, body })
export const changeConnection = (storeId: string, id: string, body: ConnectionChanges) =>
  patch<Connection>(`/connectors/${id}`, { storeId, body })
export const removeConnection = (storeId: string, id: string) => remove(`/connectors/${id}`, { storeId })
export const testConnection = (storeId: string, id: string, email: string, kind: EventKind) =>
  post<Connection>(`/connectors/${id}/test`, { storeId, body: { email, kind } })
export const replayEvent = (storeId: string, id: string, eventId: string) =>
  post<ConnectionEvent>(`/connectors/${id}/events/${eventId}/replay`, { storeId })
export const replayEvents = (storeId: string, id: string) =>
  post<{ replayed: number }>(`/connectors/${id}/replay`, { storeId })
