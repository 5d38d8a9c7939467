import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

/** Items above this number are not counted, because the exact number no longer matters. */
export const maxCounted = 1_000

export const kinds = [
  'subscription_lapsed',
  'payment_overdue',
  'trial_ending',
  'subscription_ending',
  'mail_paused',
  'domain_failing',
  'shop_refused',
  'read_held',
  'read_failed',
  'connection_refused',
  'webhook_off',
  'lead_webhook_off',
  'pool_empty',
  'mail_server_missing',
  'appeals_open',
  'reviews_pending',
  'reviews_reported',
  'reviews_unanswered',
  'shop_reviews_pending',
  'shop_reviews_reported',
  'shop_reviews_unanswered',
  'questions_pending',
  'leads_new',
  'referrals_waiting',
  'import_failed',
  'mail_failed',
  'webhook_failing',
  'shop_incomplete',
  'domain_unverified',
  'pool_low',
  'feed_off',
  'feed_large',
  'feed_gaps',
  'deprecation_used',
  'proxy_unknown',
  'shop_asks_too',
] as const
export type Kind = (typeof kinds)[number]

const AttentionItem = Type.Object(
  {
    kind: OneOf(kinds, { description: 'Kind of the task. More kinds may follow.' }),
    count: Type.Integer({
      minimum: 1,
      maximum: maxCounted,
      description: `Number of open cases, at most ${maxCounted}.`,
    }),
    more: Type.Boolean({ description: 'Whether more cases are open than `count` says.' }),
    urgent: Type.Boolean({
      description:
        'True for kinds that always need prompt action, for pending reviews that have waited 3 days, and if `dueAt` is at most 2 days away.',
    }),
    id: Nullable({
      ...Id,
      description:
        'Id of the oldest case: a review, product, appeal, webhook, connection, sync, import, incentive or gallery. Null for tasks about the store.',
    }),
    since: Nullable({ ...Instant, description: 'Time since which the oldest case waits. Null if unknown.' }),
    dueAt: Nullable({ ...Instant, description: 'Time by which somebody must act. Null without a deadline.' }),
  },
  { title: 'AttentionItem' },
)

export const parts = ['mail', 'webhooks', 'connections', 'shop', 'feed', 'jobs'] as const
export type Part = (typeof parts)[number]

export const states = ['working', 'impaired', 'failing', 'unused'] as const

export const reasons = [
  'no_mail_server',
  'paused',
  'messages_failed',
  'late',
  'switched_off',
  'answers_fail',
  'refused',
  'incomplete',
  'installing',
  'read_failed',
  'read_held',
  'never_fetched',
  'not_fetched',
] as const

const PartHealth = Type.Object(
  {
    part: OneOf(parts, {
      description: 'Part of the service. `connections` are email marketing providers, `shop` is the connected shop.',
    }),
    state: OneOf(states, {
      description: 'State of the part. `impaired`: works with problems. `unused`: not set up.',
    }),
    reason: Nullable(
      OneOf(reasons, {
        description: 'Reason for the state. More reasons may follow. Null if the part works or is unused.',
      }),
    ),
    since: Nullable({ ...Instant, description: 'Time since which the state lasts. Null if unknown.' }),
    lastAt: Nullable({ ...Instant, description: 'Time of the last activity. Null if unknown.' }),
  },
  { title: 'PartHealth' },
)

export const Attention = Type.Object(
  {
    attention: Type.Array(AttentionItem, { description: 'Open tasks, most urgent first.' }),
    health: Type.Array(PartHealth, { description: 'State of the automatic parts of the service.' }),
  },
  { title: 'Attention' },
)
export type Attention = Static<typeof Attention>
export type AttentionItem = Attention['attention'][number]
export type PartHealth = Attention['health'][number]
