import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const makers = ['person', 'key', 'connection', 'partner', 'support', 'unknown'] as const
export type MakerType = (typeof makers)[number]

export const disabledReasons = ['manual', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'https, on port 443 or from 1024 up, at a public address.',
})
const events = (names: readonly string[]) =>
  Type.Optional(Nullable(Type.Array(OneOf(names), { minItems: 1, maxItems: 50 })))
const Description = Nullable(Type.String({ maxLength: 500 }))

export const newWebhook = (eventNames: readonly string[]) =>
  Type.Object(
    {
      url: Url,
      events: events(eventNames),
      description: Type.Optional(Description),
    },
    {
      title: 'NewWebhook',
      description:
        'Without `events`, or with null: all kinds, those that come later too. A caller that is narrowed by scopes gets the present kinds that it may read.',
    },
  )
export type NewWebhook = Static<ReturnType<typeof newWebhook>>

export const webhookChanges = (eventNames: readonly string[]) =>
  Type.Object(
    {
      url: Type.Optional(Url),
      events: events(eventNames),
      enabled: Type.Optional(Type.Boolean()),
      description: Type.Optional(Description),
    },
    { title: 'WebhookChanges' },
  )
export type WebhookChanges = Static<ReturnType<typeof webhookChanges>>

const webhook = {
  id: Id,
  url: Type.String(),
  description: Nullable(Type.String()),
  events: Type.Array(Type.String(), { description: 'The kinds it gets.' }),
  allEvents: Type.Boolean({ description: 'It gets every kind, those that come later too.' }),
  enabled: Type.Boolean(),
  disabledReason: Nullable(
    OneOf(disabledReasons, {
      description: '`manual`: by a person; `gone`: it answered 410; `failing`: five days of nothing but failures.',
    }),
  ),
  disabledAt: Nullable(Type.String({ format: 'date-time' })),
  failingSince: Nullable(
    Type.String({
      format: 'date-time',
      description: 'The first failure since the last success; null when all is well.',
    }),
  ),
  connectionId: Nullable(
    Type.String({
      format: 'uuid',
      description: 'Id of the connected app that made it, with which it ends; null when a person or a key did.',
    }),
  ),
  madeBy: Type.Object(
    {
      type: OneOf(makers, {
        description:
          'Kind of caller that made it or adopted it. `key`, `connection`, `partner`, `support`: it ends with that access. `unknown`: made before makers were recorded, or restored from an archive.',
      }),
      id: Nullable(
        Type.String({
          format: 'uuid',
          description: 'Id of the key, the connection or the grant; null for `person` and `unknown`.',
        }),
      ),
      name: Nullable(
        Type.String({ description: 'Name of the key or of the connected app; null for all other makers.' }),
      ),
    },
    {
      title: 'WebhookMaker',
      description:
        'The caller that made it. Only webhooks of `person` and `partner` get whole addresses and telephone numbers.',
    },
  ),
  createdAt: Instant,
  updatedAt: Instant,
}

export const Webhook = Type.Object(webhook, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const CreatedWebhook = Type.Object(
  {
    ...webhook,
    secret: secretField(
      Type.String({
        description:
          '`whsec_` and the standard base64 of 32 bytes. The whole string is the key of `x-service-signature-v2`, the 32 bytes are that of `webhook-signature`. Shown this once.',
      }),
    ),
  },
  { title: 'CreatedWebhook' },
)

export const WebhookQuery = pageQuery({})
export const WebhookPage = page(Webhook)

const Envelope = Type.Object(
  {
    event_id: Id,
    event: Type.String(),
    created_at: Instant,
    store_env_id: Id,
    data: Type.Object({ id: Id, sequence: Type.Integer() }, { additionalProperties: true }),
  },
  { title: 'WebhookBody' },
)

export const Catalogue = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        description: Type.String(),
        scope: Type.String({ description: 'Read scope that a key or connection needs to subscribe to it.' }),
        logged: Type.Boolean({ description: 'Whether `GET /events` tells of it too.' }),
        example: Envelope,
      },
      { title: 'EventKind' },
    ),
  ),
})

export const testRequest = (eventNames: readonly string[]) =>
  Type.Object({
    event: Type.Optional(OneOf(eventNames, { description: 'Whose example is sent. Default: `review.created`.' })),
  })

export const ReplayRequest = Type.Object({
  since: Instant,
  until: Type.Optional(Instant),
})

export const ReplayAnswer = Type.Object(
  { events: Type.Integer({ description: 'How many events are delivered again.' }), since: Instant, until: Instant },
  { title: 'WebhookReplay' },
)
