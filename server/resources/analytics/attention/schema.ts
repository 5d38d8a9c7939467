import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

/** More than these are not counted: who has a thousand to do does not need to know how many more. */
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
  'appeals_open',
  'reviews_pending',
  'reviews_reported',
  'reviews_unanswered',
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
] as const
export type Kind = (typeof kinds)[number]

const AttentionItem = Type.Object(
  {
    kind: OneOf(kinds, { description: 'What waits. More kinds may come.' }),
    count: Type.Integer({ minimum: 1, maximum: maxCounted, description: `How many there are, at most ${maxCounted}.` }),
    more: Type.Boolean({ description: 'Whether there are more than `count`.' }),
    urgent: Type.Boolean({ description: 'Something is off until somebody acts, or has waited too long.' }),
    id: Nullable({
      ...Id,
      description:
        'The one that has waited longest: a review, product, appeal, webhook, connection, read, import, incentive or gallery; null where the kind is about the store.',
    }),
    since: Nullable({ ...Instant, description: 'Since when the first of them waits, where that is known.' }),
    dueAt: Nullable({ ...Instant, description: 'By when somebody has to act, where there is such a moment.' }),
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
    part: OneOf(parts, { description: '`connections` are those to e-mail providers, `shop` is the one to the shop.' }),
    state: OneOf(states, {
      description:
        '`working`; `impaired`: it works and something is wrong; `failing`: it does not work; `unused`: nobody has set it up.',
    }),
    reason: Nullable(OneOf(reasons, { description: 'Why it does not, or not quite; more reasons may come.' })),
    since: Nullable({ ...Instant, description: 'Since when it is so, where that is known.' }),
    lastAt: Nullable({ ...Instant, description: 'When it last did something, where that is known.' }),
  },
  { title: 'PartHealth' },
)

export const Attention = Type.Object(
  {
    attention: Type.Array(AttentionItem, { description: 'What waits for somebody, the most urgent first.' }),
    health: Type.Array(PartHealth, { description: 'How the parts are that work by themselves.' }),
  },
  { title: 'Attention' },
)
export type Attention = Static<typeof Attention>
export type AttentionItem = Attention['attention'][number]
export type PartHealth = Attention['health'][number]
