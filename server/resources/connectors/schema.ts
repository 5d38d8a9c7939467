import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const providers = ['klaviyo', 'omnisend', 'mailchimp'] as const
export type ProviderName = (typeof providers)[number]

export const eventKinds = [
  'review_request_ready',
  'review_request_reminder',
  'birthday_reward',
  'referral_reward',
  'connection_test',
] as const
export type EventKindName = (typeof eventKinds)[number]

export const statuses = ['active', 'needs_reauth', 'paused'] as const
export type Status = (typeof statuses)[number]

const Name = Type.String({ minLength: 1, maxLength: 100, description: 'How the merchant tells it from others.' })
const ApiKey = Type.String({
  minLength: 8,
  maxLength: 200,
  pattern: '^[\\x21-\\x7E]+$',
  'x-expected': 'must be of visible ASCII characters',
  description: 'The private key of the account at the provider. Kept sealed and never shown again.',
})
const ListId = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^\\w+$',
  'x-expected': 'must be of letters, figures and underscores',
  description: "Mailchimp only, and required there: the audience's id.",
})
const EventName = Type.String({ minLength: 2, maxLength: 120 })
const EventNames = Type.Object(
  Object.fromEntries(eventKinds.map((kind) => [kind, Type.Optional(Nullable(EventName))])) as Record<
    EventKindName,
    ReturnType<typeof Type.Optional<ReturnType<typeof Nullable<typeof EventName>>>>
  >,
  { description: "What the merchant's flows call our events, where that is not the usual name; null goes back to it." },
)

export const NewConnection = Type.Object(
  {
    provider: OneOf(providers),
    name: Type.Optional(Name),
    apiKey: ApiKey,
    listId: Type.Optional(ListId),
    eventNames: Type.Optional(EventNames),
  },
  { title: 'NewConnection' },
)
export type NewConnection = Static<typeof NewConnection>

export const ConnectionChanges = Type.Object(
  {
    name: Type.Optional(Name),
    apiKey: Type.Optional(ApiKey),
    listId: Type.Optional(ListId),
    eventNames: Type.Optional(EventNames),
    paused: Type.Optional(
      Type.Boolean({ description: 'Events wait while it is paused; `false` also makes it try again after a refusal.' }),
    ),
  },
  { title: 'ConnectionChanges' },
)
export type ConnectionChanges = Static<typeof ConnectionChanges>

export const Connection = Type.Object(
  {
    id: Id,
    provider: OneOf(providers),
    name: Type.String(),
    apiKeyLast4: Type.String(),
    listId: Nullable(Type.String()),
    eventNames: Type.Object(
      Object.fromEntries(eventKinds.map((kind) => [kind, Type.String()])) as Record<
        EventKindName,
        ReturnType<typeof Type.String>
      >,
      { description: 'Every kind of event with the name it is sent under.' },
    ),
    status: OneOf(statuses, {
      description:
        '`needs_reauth`: the provider has refused the key, or does not know the audience; events wait until that is replaced.',
    }),
    statusReason: Nullable(Type.String()),
    pausedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Nothing is told before: the provider asked to wait, or nothing got through.',
      }),
    ),
    lastAcceptedAt: Nullable(Type.String({ format: 'date-time' })),
    counts: Type.Object({
      pending: Type.Integer({ description: 'Events that wait to be sent.' }),
      dead: Type.Integer({ description: 'Events that were given up; they can be replayed.' }),
    }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Connection' },
)
export type Connection = Static<typeof Connection>

export const ConnectionQuery = pageQuery({})
export const ConnectionPage = page(Connection)

export const TestEvent = Type.Object({
  email: Type.String({
    format: 'email',
    maxLength: 254,
    description: 'Whose profile at the provider gets the event. Use your own.',
  }),
  kind: Type.Optional(
    OneOf(eventKinds, {
      description:
        'Under which name it comes: `connection_test` unless told otherwise. As a request or a reminder it carries everything a real one has, with links to a demonstration, so that the provider offers it to your flow; a flow that is live mails you.',
    }),
  ),
})
export type TestEvent = Static<typeof TestEvent>
