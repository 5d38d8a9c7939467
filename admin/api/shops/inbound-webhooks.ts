import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  WebhookDetail as DetailShape,
  State,
  InboundWebhook as WebhookShape,
} from '../../../server/resources/webhooks/schema.ts'
import { get, type Page, post } from '../client.ts'
import { shopsKey } from './shops.ts'

export type InboundWebhook = WebhookShape
export type InboundWebhookDetail = Static<typeof DetailShape>
export type InboundState = State

export const inboundWebhooksQuery = (storeId: string, connectionId: string, state: InboundState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...shopsKey(storeId), 'webhooks', connectionId, state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<InboundWebhook>>('/webhooks/admin/events', {
        storeId,
        query: { connectionId, state, limit: 15, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const inboundWebhookQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...shopsKey(storeId), 'webhook', id],
    queryFn: ({ signal }) => get<InboundWebhookDetail>(`/webhooks/admin/events/${id}`, { storeId, signal }),
  })

export const reprocessWebhook = (storeId: string, id: string) =>
  post<InboundWebhook>(`/webhooks/admin/events/${id}/reprocess`, { storeId })
