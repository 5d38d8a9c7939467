import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const providers = ['klaviyo', 'omnisend', 'mailchimp', 'brevo'] as const
export type ProviderName = (typeof providers)[number]

export const eventKinds = [
  'review_request_ready',
  'review_request_reminder',
  'birthday_reward',
  'referral_reward',
  'review_submitted',
  'review_approved',
  'points_changed',
  'tier_changed',
  'connection_test',
] as const
export type EventKindName = (typeof eventKinds)[number]

/** Kinds that a connection sends only if its `sends` names them. */
export const factKinds = ['review_submitted', 'review_approved', 'points_changed', 'tier_changed'] as const
export type FactKind = (typeof factKinds)[number]

const nameDocs: Record<EventKindName, { description: string; examples: string[] }> = {
  review_request_ready: { description: 'Name of review request events.', examples: ['Review Request Ready'] },
  review_request_reminder: { description: 'Name of reminder events.', examples: ['Review Request Reminder'] },
  birthday_reward: { description: 'Name of birthday reward events.', examples: ['Birthday Reward'] },
  referral_reward: { description: 'Name of referral reward events.', examples: ['Referral Reward'] },
  review_submitted: { description: 'Name of events about submitted reviews.', examples: ['Review Submitted'] },
  review_approved: { description: 'Name of events about approved reviews.', examples: ['Review Approved'] },
  points_changed: { description: 'Name of events about changed loyalty points.', examples: ['Points Changed'] },
  tier_changed: { description: 'Name of events about changed loyalty tiers.', examples: ['Tier Changed'] },
  connection_test: { description: 'Name of test events.', examples: ['Evident Test'] },
}

export const statuses = ['active', 'needs_reauth', 'paused'] as const
export type Status = (typeof statuses)[number]

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Internal name of the connection.',
  examples: ['Klaviyo'],
})
const ApiKey = Type.String({
  minLength: 8,
  maxLength: 200,
  pattern: '^[\\x21-\\x7E]+$',
  'x-expected': 'must be of visible ASCII characters',
  description: 'Private key of the account at the provider. We store it encrypted and never return it.',
  examples: ['pk_0123456789abcdef0123456789abcdef01'],
})
const ListId = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^\\w+$',
  'x-expected': 'must contain only letters, digits and underscores',
  description: 'Id of the Mailchimp audience, required for Mailchimp. Other providers have none.',
  examples: ['a1b2c3d4e5'],
})
const eventName = (kind: EventKindName) => Nullable(Type.String({ minLength: 2, maxLength: 120, ...nameDocs[kind] }))
const EventNames = Type.Object(
  Object.fromEntries(eventKinds.map((kind) => [kind, Type.Optional(eventName(kind))])) as Record<
    EventKindName,
    ReturnType<typeof Type.Optional<ReturnType<typeof eventName>>>
  >,
  { description: "Event names the merchant's flows use instead of ours. Null restores a default name." },
)

const Sends = Type.Array(OneOf(factKinds), {
  maxItems: factKinds.length,
  uniqueItems: true,
  description:
    'Kinds of events about reviews and loyalty points that are sent to the provider from now on. Reviews need a proven email address. Imports, spam and suppressed people are never sent.',
  examples: [['review_approved', 'points_changed']],
})
const IncludeText = Type.Boolean({ description: 'Whether events about reviews contain title and text of the review.' })
const Profile = Type.Boolean({
  description:
    'Whether events about reviews and loyalty points also set `evident_…` properties in the profile of the person. An erasure empties the properties. Not for Mailchimp.',
})

export const NewConnection = Type.Object(
  {
    provider: OneOf(providers, { description: 'Email marketing provider.' }),
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
      Type.Boolean({
        description:
          'Whether the connection is paused. Events then wait. `false` also makes a connection in `needs_reauth` active again.',
      }),
    ),
    sends: Type.Optional(Sends),
    includeText: Type.Optional(IncludeText),
    profile: Type.Optional(Profile),
  },
  { title: 'ConnectionChanges' },
)
export type ConnectionChanges = Static<typeof ConnectionChanges>

export const Connection = Type.Object(
  {
    id: described(Id, 'Id of the connection, a UUIDv7.'),
    provider: OneOf(providers, { description: 'Email marketing provider.' }),
    name: Type.String({ description: 'Internal name of the connection.', examples: ['Klaviyo'] }),
    apiKeyLast4: Type.String({ description: 'Last four characters of the key.', examples: ['ef01'] }),
    listId: Nullable(
      Type.String({ description: 'Id of the Mailchimp audience. Null for other providers.', examples: ['a1b2c3d4e5'] }),
    ),
    eventNames: Type.Object(
      Object.fromEntries(eventKinds.map((kind) => [kind, Type.String(nameDocs[kind])])) as Record<
        EventKindName,
        ReturnType<typeof Type.String>
      >,
      { description: 'Event name at the provider, by kind of event.' },
    ),
    sends: Sends,
    includeText: IncludeText,
    profile: Profile,
    status: OneOf(statuses, {
      description:
        'State of the connection. `needs_reauth`: the provider refused the key or does not know the audience, and events wait.',
    }),
    statusReason: Nullable(
      Type.String({
        description: 'Code of the reason for `needs_reauth`. More codes may follow. Null in other states.',
        examples: ['http_401'],
      }),
    ),
    pausedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Time before which we send nothing: the provider asked to wait or was unreachable. Null without a pause.',
      }),
    ),
    lastAcceptedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the provider last accepted an event. Null if never.' }),
    ),
    counts: Type.Object(
      {
        pending: Type.Integer({ description: 'Number of events waiting to be sent.' }),
        dead: Type.Integer({ description: 'Number of events we gave up on. They can be replayed.' }),
      },
      { description: 'Number of events by state.' },
    ),
    createdAt: described(Instant, 'Time the connection was created.'),
    updatedAt: described(Instant, 'Time the connection was last changed.'),
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
    description: 'Email address whose profile at the provider gets the event. Use your own.',
    examples: ['you@acme.example'],
  }),
  kind: Type.Optional(
    OneOf(eventKinds, {
      description:
        'Kind of event to send. Default: `connection_test`. Brevo accepts only tests and events about reviews and loyalty points. A test request or reminder has all fields of a real one, with links to the demo shop. A provider offers an event to your flows only after it has received one. If such a flow is live, it emails you.',
    }),
  ),
})
export type TestEvent = Static<typeof TestEvent>
