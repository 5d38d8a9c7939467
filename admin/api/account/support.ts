import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  AccessRequest,
  Access as AccessShape,
  NewTicket as NewTicketShape,
  TicketHead as TicketHeadShape,
  Ticket as TicketShape,
} from '../../../server/resources/support/schema.ts'
import { get, type Page, post, remove } from '../client.ts'

export type Ticket = TicketShape
export type TicketHead = TicketHeadShape
export type Access = AccessShape
export type NewAccess = Static<typeof AccessRequest>
export type NewTicket = Static<typeof NewTicketShape>

export const ticketsQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'support', 'tickets'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<TicketHead>>('/support/tickets', { storeId, query: { limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const ticketQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'support', 'ticket', id],
    queryFn: ({ signal }) => get<Ticket>(`/support/tickets/${id}`, { storeId, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'closed' ? false : 15_000),
  })

/**
 * Polls while support has access, so that support's actions show within seconds. Skipped where access was never granted.
 */
export const accessQuery = (storeId: string, { id, accessUntil, accessGrantedAt }: Ticket) =>
  queryOptions({
    queryKey: [storeId, 'support', 'access', id],
    queryFn: ({ signal }) => get<Access>(`/support/tickets/${id}/access`, { storeId, signal }),
    enabled: accessGrantedAt !== null,
    refetchInterval: accessUntil !== null ? 5_000 : false,
  })

export const openTicket = (storeId: string, body: NewTicket) => post<Ticket>('/support/tickets', { storeId, body })
export const writeMessage = (storeId: string, id: string, body: string) =>
  post<Ticket>(`/support/tickets/${id}/messages`, { storeId, body: { body } })
export const closeTicket = (storeId: string, id: string) => post<Ticket>(`/support/tickets/${id}/close`, { storeId })
export const grantAccess = (storeId: string, id: string, body: NewAccess) =>
  post<Access>(`/support/tickets/${id}/access`, { storeId, body })
export const endAccess = (storeId: string, id: string) => remove(`/support/tickets/${id}/access`, { storeId })
