import { type Static, Type } from 'typebox'
import { platforms } from '#integrations/shops/shop.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'

export const states = ['received', 'processed', 'ignored', 'failed'] as const
export type State = (typeof states)[number]

const Moment = Nullable(Type.String({ format: 'date-time' }))

export const InboundWebhook = Type.Object(
  {
    id: Id,
    connectionId: Id,
    platform: OneOf(platforms),
    topic: Type.String({ description: "The platform's own name of what happened." }),
    deliveryId: Nullable(Type.String({ description: "The platform's own id of this delivery." })),
    resourceId: Nullable(Type.String({ description: "The shop's own id of the order or product." })),
    state: OneOf(states, {
      description:
        '`received`: waits to be processed, or to be tried again. `ignored`: says nothing that is kept here. `failed`: given up, until it is processed again by hand.',
    }),
    error: Nullable(Type.String({ description: 'Why it was ignored, or what its last attempt failed at.' })),
    attempts: Type.Integer(),
    duplicates: Type.Integer({ description: 'How many times it came again; a repeat is not processed.' }),
    occurredAt: Nullable(Type.String({ format: 'date-time', description: "The platform's time of the change." })),
    receivedAt: Instant,
    processedAt: Moment,
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
        'What came, as JSON where it is JSON. Null for keys and tokens, after 30 days, and where somebody it was about was erased.',
    }),
  },
  { title: 'InboundWebhookDetail' },
)

export const WebhookFilters = pageQuery({
  state: Type.Optional(AnyOf(states)),
  topic: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      'x-expected': 'must hold more than spaces',
      description: "The platform's own name of what happened, such as `orders/updated`.",
    }),
  ),
  connectionId: Type.Optional(Id),
  receivedAfter: Type.Optional(Instant),
  receivedBefore: Type.Optional(Instant),
})
export type WebhookFilters = Static<typeof WebhookFilters>

export const CustomerWebhook = Type.Object(
  {
    id: Id,
    platform: Type.String(),
    topic: Type.String(),
    resourceId: Nullable(Type.String()),
    receivedAt: Instant,
    payload: sessionOnly(Type.Unsafe<unknown>({ description: 'What came, as JSON where it is JSON.' })),
  },
  { title: 'CustomerWebhook' },
)

export const Receipt = Type.Object(
  {
    received: Type.Boolean({ description: 'Whether it was stored; a greeting that is not signed is only answered.' }),
  },
  { title: 'WebhookReceipt' },
)
