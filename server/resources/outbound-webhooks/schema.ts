import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const makers = ['person', 'key', 'connection', 'partner', 'support', 'unknown'] as const
export type MakerType = (typeof makers)[number]

export const disabledReasons = ['manual', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Address that gets the deliveries. It must be public and use https, on port 443 or from 1024 up.',
  examples: ['https://hooks.acme.example/evident'],
})
const events = (names: readonly string[]) =>
  Type.Optional(Nullable(Type.Array(OneOf(names), { minItems: 1, maxItems: 50 })))
const Description = Nullable(
  Type.String({
    maxLength: 500,
    description: 'Note on the purpose of the webhook. Null without a note.',
    examples: ['Posts new reviews to the support channel.'],
  }),
)

export const newWebhook = (eventNames: readonly string[]) =>
  Type.Object(
    {
      url: Url,
      events: described(
        events(eventNames),
        'Kinds of events to deliver. Null or no value means all kinds, including later ones.',
      ),
      description: Type.Optional(Description),
    },
    {
      title: 'NewWebhook',
      description:
        'Webhook to create. Without `events`, or with null, it gets all kinds, including later ones. A caller with limited scopes gets the current kinds that it may read.',
    },
  )
export type NewWebhook = Static<ReturnType<typeof newWebhook>>

export const webhookChanges = (eventNames: readonly string[]) =>
  Type.Object(
    {
      url: Type.Optional(Url),
      events: described(
        events(eventNames),
        'Kinds of events to deliver. Null or no value means all kinds, including later ones.',
      ),
      enabled: Type.Optional(Type.Boolean({ description: 'Whether deliveries are on.' })),
      description: Type.Optional(Description),
    },
    { title: 'WebhookChanges' },
  )
export type WebhookChanges = Static<ReturnType<typeof webhookChanges>>

const webhook = {
  id: described(Id, 'Id of the webhook, a UUIDv7.'),
  url: Type.String({
    description: 'Address that gets the deliveries.',
    examples: ['https://hooks.acme.example/evident'],
  }),
  description: Nullable(
    Type.String({
      description: 'Note on the purpose of the webhook. Null without a note.',
      examples: ['Posts new reviews to the support channel.'],
    }),
  ),
  events: Type.Array(Type.String({ examples: ['review.created'] }), {
    description: 'Kinds of events that are delivered.',
  }),
  allEvents: Type.Boolean({ description: 'Whether all kinds of events are delivered, including later ones.' }),
  enabled: Type.Boolean({ description: 'Whether deliveries are on.' }),
  disabledReason: Nullable(
    OneOf(disabledReasons, {
      description:
        'Reason deliveries are off. `manual`: turned off by a person. `gone`: the receiver answered 410. `failing`: all attempts of five days failed. Null while on.',
    }),
  ),
  disabledAt: Nullable(
    Type.String({ format: 'date-time', description: 'Time deliveries were turned off. Null while on.' }),
  ),
  failingSince: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Time of the first failure since the last success. Null without failures.',
    }),
  ),
  connectionId: Nullable(
    Type.String({
      format: 'uuid',
      description:
        'Id of the connected app that made the webhook. Revoking the app ends the webhook. Null for webhooks of people and keys.',
    }),
  ),
  madeBy: Type.Object(
    {
      type: OneOf(makers, {
        description:
          'Kind of caller that made or adopted the webhook. For all kinds but `person` and `unknown`, the webhook ends when the caller loses access. `unknown`: made before makers were recorded, or restored from an archive.',
      }),
      id: Nullable(
        Type.String({
          format: 'uuid',
          description: 'Id of the key, connection or grant. Null for `person` and `unknown`.',
        }),
      ),
      name: Nullable(
        Type.String({
          description: 'Name of the key or connected app. Null for all other makers.',
          examples: ['Warehouse sync'],
        }),
      ),
    },
    {
      title: 'WebhookMaker',
      description:
        'Caller that made the webhook. Only webhooks of `person` and `partner` get full email addresses and phone numbers.',
    },
  ),
  createdAt: described(Instant, 'Time the webhook was created.'),
  updatedAt: described(Instant, 'Time the webhook was last changed.'),
}

export const Webhook = Type.Object(webhook, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const CreatedWebhook = Type.Object(
  {
    ...webhook,
    secret: secretField(
      Type.String({
        description:
          'Signing secret: `whsec_` and 32 bytes in base64. `x-service-signature-v2` uses the whole string as key, `webhook-signature` the 32 bytes. We show it only in this response.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
      }),
    ),
  },
  { title: 'CreatedWebhook' },
)

export const WebhookQuery = pageQuery({})
export const WebhookPage = page(Webhook)

const Envelope = Type.Object(
  {
    event_id: described(Id, 'Id of the event, equal to the header `webhook-id`.'),
    event: Type.String({ description: 'Kind of the event. More kinds may follow.', examples: ['review.created'] }),
    created_at: described(Instant, 'Time the event happened.'),
    store_env_id: described(Id, 'Id of the store.'),
    data: Type.Object(
      {
        id: described(Id, 'Id of the organization that owns the store.'),
        sequence: Type.Integer({ description: 'Event counter of the store, ascending in the order of the events.' }),
      },
      {
        additionalProperties: true,
        description: 'Data of the event at the time it happened. The fields depend on `event`.',
      },
    ),
  },
  { title: 'WebhookBody' },
)

export const Catalogue = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'Name of the event.', examples: ['review.created'] }),
        description: Type.String({
          description: 'Meaning of the event.',
          examples: ['Sent when a review was approved.'],
        }),
        scope: Type.String({
          description: 'Read scope that a key or connection needs to subscribe to the event.',
          examples: ['reviews:read'],
        }),
        logged: Type.Boolean({ description: 'Whether `GET /events` lists the event.' }),
        example: Envelope,
      },
      { title: 'EventKind' },
    ),
    { description: 'Kinds of events.' },
  ),
})

export const testRequest = (eventNames: readonly string[]) =>
  Type.Object({
    event: Type.Optional(
      OneOf(eventNames, { description: 'Kind of event to send as an example. Default: `review.created`.' }),
    ),
  })

export const ReplayRequest = Type.Object({
  since: described(Instant, 'Time of the earliest event to deliver again, inclusive.'),
  until: Type.Optional(described(Instant, 'Time of the latest event to deliver again, inclusive. Default: now.')),
})

export const ReplayAnswer = Type.Object(
  {
    events: Type.Integer({ description: 'Number of events to deliver again.' }),
    since: described(Instant, 'Time of the earliest event to deliver again, inclusive.'),
    until: described(Instant, 'Time of the latest event to deliver again, inclusive.'),
  },
  { title: 'WebhookReplay' },
)
