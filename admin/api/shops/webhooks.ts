import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  DeliveryDetail,
  DeliveryHealth,
  Delivery as DeliveryShape,
  State,
} from '../../../server/resources/outbound-webhooks/deliveries/schema.ts'
import type {
  Catalogue,
  CreatedWebhook as CreatedShape,
  ReplayAnswer,
  Webhook as WebhookShape,
} from '../../../server/resources/outbound-webhooks/schema.ts'
import { get, type Page, patch, post, remove } from '../client.ts'

export type Webhook = WebhookShape
export type CreatedWebhook = Static<typeof CreatedShape>
export type EventKind = Static<typeof Catalogue>['data'][number]
export type Delivery = DeliveryShape
export type DeliveryState = State
export type WebhookFields = { url: string; description: string | null; events: string[] | null }

const path = '/outbound-webhooks'
export const webhooksKey = (storeId: string) => [storeId, 'webhooks'] as const

export const webhooksQuery = (storeId: string) =>
  queryOptions({
    queryKey: webhooksKey(storeId),
    queryFn: ({ signal }) => get<Page<Webhook>>(path, { storeId, query: { limit: 100 }, signal }),
  })

export const webhookQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(storeId), id],
    queryFn: ({ signal }) => get<Webhook>(`${path}/${id}`, { storeId, signal }),
  })

export const eventKindsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(storeId), 'events'],
    queryFn: ({ signal }) => get<Static<typeof Catalogue>>(`${path}/events`, { storeId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const webhookHealthQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [...webhooksKey(storeId), id, 'health'],
    queryFn: ({ signal }) => get<Static<typeof DeliveryHealth>>(`${path}/${id}/health`, { storeId, signal }),
  })

export type DeliveryFilters = { state: DeliveryState | undefined; event: string | undefined }

export const deliveriesQuery = (storeId: string, id: string, filters: DeliveryFilters) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey(storeId), id, 'deliveries', filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Delivery>>(`${path}/${id}/deliveries`, {
        storeId,
        query: { ...filters, limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const deliveryQuery = (storeId: string, id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(storeId), id, 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      get<Static<typeof DeliveryDetail>>(`${path}/${id}/deliveries/${deliveryId}`, { storeId, signal }),
  })

export const createWebhook = (storeId: string, body: WebhookFields) => post<CreatedWebhook>(path, { storeId, body })
export const changeWebhook = (storeId: string, id: string, body: Partial<WebhookFields> & { enabled?: boolean }) =>
  patch<Webhook>(`${path}/${id}`, { storeId, body })
export const adoptWebhook = (storeId: string, id: string) => post<Webhook>(`${path}/${id}/adopt`, { storeId })
export const deleteWebhook = (storeId: string, id: string) => remove(`${path}/${id}`, { storeId })
export const sendTest = (storeId: string, id: string, event: string) =>
  post<Delivery>(`${path}/${id}/test`, { storeId, query: { event } })
export const replayEvents = (storeId: string, id: string, body: { since: string; until?: string }) =>
  post<Static<typeof ReplayAnswer>>(`${path}/${id}/replay`, { storeId, body })
export const retryDelivery = (storeId: string, id: string, deliveryId: string) =>
  post<Delivery>(`${path}/${id}/deliveries/${deliveryId}/retry`, { storeId })
