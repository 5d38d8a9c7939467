import { type Static, Type } from 'typebox'
import { platforms } from '#integrations/shops/shop.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, notBlank, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const states = ['received', 'processed', 'ignored', 'failed'] as const
export type State = (typeof states)[number]

const Moment = Nullable(Type.String({ format: 'date-time' }))

export const InboundWebhook = Type.Object(
  {
    id: described(Id, 'Id of the inbound webhook, a UUIDv7.'),
    connectionId: described(Id, 'Id of the shop connection that received the webhook.'),
    platform: OneOf(platforms, { description: 'Platform of the shop.' }),
    topic: Type.String({
      description: 'Event name of the platform, such as `orders/updated`.',
      examples: ['orders/updated'],
    }),
    deliveryId: Nullable(
      Type.String({
        description: 'Id of the delivery at the platform. Null if it sent none.',
        examples: ['b54557e4-bdd9-4b37-8a5f-bf7d70bcd043'],
      }),
    ),
    resourceId: Nullable(
      Type.String({
        description: 'Id of the order or product in the shop. Null if the webhook names none.',
        examples: ['5678901'],
      }),
    ),
    state: OneOf(states, {
      description:
        'State of the webhook. `received`: waits for processing or a retry. `ignored`: has no data we use. `failed`: we stopped retrying. `POST /webhooks/admin/events/:id/reprocess` processes it again.',
    }),
    error: Nullable(
      Type.String({
        description: 'Reason it was ignored, or error of the last attempt. Null otherwise.',
        examples: ['The shop did not answer in time.'],
      }),
    ),
    attempts: Type.Integer({ description: 'Number of attempts so far.' }),
    duplicates: Type.Integer({ description: 'Number of repeats received. A repeat is not processed.' }),
    occurredAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time of the change, as the platform states it. Null if it states none.',
      }),
    ),
    receivedAt: described(Instant, 'Time we received the webhook.'),
    processedAt: described(Moment, 'Time it was processed or ignored. Null until then.'),
  },
  { title: 'InboundWebhook' },
)
export type InboundWebhook = Static<typeof InboundWebhook>

export const WebhookPage = page(InboundWebhook)

export const WebhookDetail = Type.Object(
  {
    ...InboundWebhook.properties,
    payload: Type.Unsafe<unknown>({
      description:
        'Body of the webhook, as JSON if it is JSON. Null for keys and tokens, after 30 days, after the shop was disconnected, and after an erasure of a person in it.',
    }),
  },
  { title: 'InboundWebhookDetail' },
)

export const WebhookFilters = pageQuery({
  state: Type.Optional(AnyOf(states, { description: 'Filter: webhooks in these states.' })),
  topic: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      ...notBlank,
      description: 'Filter: webhooks of this topic, as the platform names it, such as `orders/updated`.',
      examples: ['orders/updated'],
    }),
  ),
  connectionId: Type.Optional(described(Id, 'Filter: webhooks of this shop connection.')),
  receivedAfter: Type.Optional(described(Instant, 'Filter: webhooks received after this time.')),
  receivedBefore: Type.Optional(described(Instant, 'Filter: webhooks received before this time.')),
})
export type WebhookFilters = Static<typeof WebhookFilters>

export const CustomerWebhook = Type.Object(
  {
    id: described(Id, 'Id of the webhook, a UUIDv7.'),
    platform: Type.String({ description: 'Platform of the shop.', examples: ['shopify'] }),
    topic: Type.String({
      description: 'Event name of the platform, such as `orders/updated`.',
      examples: ['orders/updated'],
    }),
    resourceId: Nullable(
      Type.String({
        description: 'Id of the order or product in the shop. Null if the webhook names none.',
        examples: ['5678901'],
      }),
    ),
    receivedAt: described(Instant, 'Time we received the webhook.'),
    payload: sessionOnly(Type.Unsafe<unknown>({ description: 'Body of the webhook, as JSON if it is JSON.' })),
  },
  { title: 'CustomerWebhook' },
)

export const Receipt = Type.Object(
  {
    received: Type.Boolean({
      description: 'Whether the webhook was stored. An unsigned test request is only answered.',
    }),
  },
  { title: 'WebhookReceipt' },
)
