import { hasRole, type Role } from '#platform/identity/caller.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { UnknownProxy } from '#platform/limits/unknown-proxies/store.ts'
import { notCovered } from '#platform/limits/unknown-proxies/unknown-proxies.ts'
import type { Config } from '#platform/process/config.ts'
import { lapsesAtMs, type SubscriptionState } from '#resources/billing/rules.ts'
import { type AttentionItem, type Kind, kinds, maxCounted, type Part, type PartHealth } from './schema.ts'

/** `count` is at most `maxCounted` + 1, so that the response can say whether there are more. */
export type Waiting = { kind: Kind; count: number; id: string | null; since: string | null; dueAt: string | null }

export type Facts = {
  mailPausedAt: string | null
  messages: number
  messagesFailed: number
  messageAt: string | null
  mailDueSince: string | null
  endpoints: number
  endpointsOff: number
  offSince: string | null
  endpointsFailing: number
  failingSince: string | null
  connections: number
  connectionsRefused: number
  connectionsFailing: number
  acceptedAt: string | null
  shopStatus: string | null
  shopIncomplete: boolean | null
  readStatus: string | null
  readAt: string | null
  webhookAt: string | null
  feedSince: string | null
  fetchedAt: string | null
  jobsDueSince: string | null
}

export const dayMs = 86_400_000
/** After this many days, a reviewer has waited too long. */
const patienceDays = 3
const urgentBeforeDays = 2
const trialNoticeDays = 3
/** Shopping engines fetch a feed daily, but the first fetch can take longer. */
const fetchDays = 7

/** The lowest role that can act on each type of item, and the feature that the item belongs to. */
const needs: Record<Kind, { role: Role; feature?: string; isUrgent?: true }> = {
  subscription_lapsed: { role: 'OWNER', isUrgent: true },
  payment_overdue: { role: 'OWNER', isUrgent: true },
  trial_ending: { role: 'OWNER', isUrgent: true },
  subscription_ending: { role: 'OWNER' },
  mail_paused: { role: 'ADMIN', isUrgent: true },
  domain_failing: { role: 'ADMIN', feature: 'custom_sending_domain', isUrgent: true },
  shop_refused: { role: 'ADMIN', isUrgent: true },
  read_held: { role: 'ADMIN', isUrgent: true },
  read_failed: { role: 'ADMIN', isUrgent: true },
  connection_refused: { role: 'ADMIN', feature: 'automation_connection', isUrgent: true },
  webhook_off: { role: 'ADMIN', feature: 'outbound_webhooks', isUrgent: true },
  lead_webhook_off: { role: 'ADMIN', feature: 'galleries', isUrgent: true },
  pool_empty: { role: 'ADMIN', feature: 'review_incentives', isUrgent: true },
  mail_server_missing: { role: 'ADMIN' },
  appeals_open: { role: 'MEMBER' },
  reviews_pending: { role: 'MEMBER' },
  reviews_reported: { role: 'MEMBER' },
  reviews_unanswered: { role: 'MEMBER' },
  shop_reviews_pending: { role: 'MEMBER' },
  shop_reviews_reported: { role: 'MEMBER' },
  shop_reviews_unanswered: { role: 'MEMBER' },
  questions_pending: { role: 'MEMBER' },
  leads_new: { role: 'MEMBER', feature: 'galleries' },
  referrals_waiting: { role: 'ADMIN', feature: 'loyalty' },
  import_failed: { role: 'ADMIN' },
  mail_failed: { role: 'MEMBER' },
  webhook_failing: { role: 'ADMIN', feature: 'outbound_webhooks' },
  shop_incomplete: { role: 'ADMIN' },
  domain_unverified: { role: 'ADMIN', feature: 'custom_sending_domain' },
  pool_low: { role: 'ADMIN', feature: 'review_incentives' },
  feed_off: { role: 'ADMIN' },
  feed_large: { role: 'ADMIN' },
  feed_gaps: { role: 'MEMBER' },
  deprecation_used: { role: 'ADMIN' },
  proxy_unknown: { role: 'OWNER' },
  shop_asks_too: { role: 'ADMIN' },
}

export type Circumstances = {
  role: Role
  now: Date
  subscription: SubscriptionFacts
  state: SubscriptionState
  has(feature: string): boolean
}

/** For a lapsed store, the only item is the renewal. */
export function buildAttention(found: readonly Waiting[], around: Circumstances): AttentionItem[] {
  const all = [...subscriptionItems(around), ...(around.state.lapsed ? [] : found)]
  return all
    .filter(({ kind }) => {
      const { role, feature } = needs[kind]
      return hasRole(around.role, role) && (feature === undefined || around.has(feature))
    })
    .map((each) => toItem(each, around.now))
    .toSorted((a, b) => Number(b.urgent) - Number(a.urgent) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

const toItem = ({ kind, count, id, since, dueAt }: Waiting, now: Date): AttentionItem => ({
  kind,
  count: Math.min(count, maxCounted),
  more: count > maxCounted,
  urgent: needs[kind].isUrgent === true || hasWaitedTooLong(kind, since, now) || isDue(dueAt, now),
  id,
  since,
  dueAt,
})

const hasWaitedTooLong = (kind: Kind, since: string | null, now: Date) =>
  (kind === 'reviews_pending' || kind === 'shop_reviews_pending') &&
  since !== null &&
  now.getTime() - Date.parse(since) >= patienceDays * dayMs

const isDue = (dueAt: string | null, now: Date) =>
  dueAt !== null && Date.parse(dueAt) - now.getTime() <= urgentBeforeDays * dayMs

function subscriptionItems({ subscription, state, now }: Circumstances): Waiting[] {
  const item = (kind: Kind, { since = null, dueAt = null }: { since?: string | null; dueAt?: string | null }) => [
    { kind, count: 1, id: null, since, dueAt },
  ]
  if (state.lapsed) return item('subscription_lapsed', {})
  const endsAt = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)
  // `manual` fits every mode: only `off` gives another time, and with billing off the status is none of those below.
  const end = endsAt(lapsesAtMs(subscription, 'manual'))
  if (state.status === 'past_due') return item('payment_overdue', { since: subscription.pastDueSince, dueAt: end })
  if (state.status === 'cancelled') return item('subscription_ending', { dueAt: end })
  const isTrialEnding =
    state.status === 'trialing' && end !== null && Date.parse(end) - now.getTime() <= trialNoticeDays * dayMs
  return isTrialEnding ? item('trial_ending', { dueAt: end }) : []
}

/** Owners see unknown proxies only if the service sells no plans, because only then do they operate it themselves. */
export function unknownProxies(
  seen: readonly UnknownProxy[],
  config: Pick<Config, 'billing' | 'trustedProxies'>,
): Waiting[] {
  if (config.billing !== 'off' || seen.length === 0) return []
  const unknown = notCovered(seen, config)
  if (unknown.length === 0) return []
  const since = unknown.map(({ firstSeenAt }) => firstSeenAt).sort()[0] ?? null
  return [{ kind: 'proxy_unknown', count: unknown.length, id: null, since, dueAt: null }]
}

/** Only where no plans are sold, because elsewhere the operator of the service has to connect the mail server. */
export const missingMailServer = ({ billing, smtpUrl }: Pick<Config, 'billing' | 'smtpUrl'>): Waiting[] =>
  billing === 'off' && smtpUrl === undefined
    ? [{ kind: 'mail_server_missing', count: 1, id: null, since: null, dueAt: null }]
    : []

type Condition = Omit<PartHealth, 'part' | 'lastAt'>

const working: Condition = { state: 'working', reason: null, since: null }
const unused: Condition = { state: 'unused', reason: null, since: null }
const failing = (reason: Condition['reason'], since: string | null = null): Condition => ({
  state: 'failing',
  reason,
  since,
})
const impaired = (reason: Condition['reason'], since: string | null = null): Condition => ({
  state: 'impaired',
  reason,
  since,
})

export function buildHealth(facts: Facts, around: Circumstances & { sendsMail: boolean }): PartHealth[] {
  const isAdmin = hasRole(around.role, 'ADMIN')
  const shown: Record<Part, boolean> = {
    mail: true,
    webhooks: isAdmin && around.has('outbound_webhooks'),
    connections: isAdmin && around.has('automation_connection'),
    shop: true,
    feed: true,
    jobs: true,
  }
  const all: PartHealth[] = [
    { part: 'mail', ...mailCondition(facts, around.sendsMail), lastAt: facts.messageAt },
    { part: 'webhooks', ...webhookCondition(facts), lastAt: null },
    { part: 'connections', ...connectionCondition(facts), lastAt: facts.acceptedAt },
    { part: 'shop', ...shopCondition(facts), lastAt: later(facts.readAt, facts.webhookAt) },
    { part: 'feed', ...feedCondition(facts, around.now), lastAt: facts.fetchedAt },
    { part: 'jobs', ...(facts.jobsDueSince ? failing('late', facts.jobsDueSince) : working), lastAt: null },
  ]
  return all.filter(({ part }) => shown[part])
}

function mailCondition(facts: Facts, sendsMail: boolean): Condition {
  if (facts.mailPausedAt) return failing('paused', facts.mailPausedAt)
  if (!sendsMail) return impaired('no_mail_server')
  if (facts.mailDueSince) return failing('late', facts.mailDueSince)
  if (facts.messages === 0) return unused
  if (facts.messagesFailed * 2 >= facts.messages) return failing('messages_failed')
  return facts.messagesFailed > 0 ? impaired('messages_failed') : working
}

function webhookCondition({ endpoints, endpointsOff, offSince, endpointsFailing, failingSince }: Facts): Condition {
  if (endpointsOff > 0) return failing('switched_off', offSince)
  if (endpointsFailing > 0) return impaired('answers_fail', failingSince)
  return endpoints === 0 ? unused : working
}

function connectionCondition({ connections, connectionsRefused, connectionsFailing }: Facts): Condition {
  if (connectionsRefused > 0) return failing('refused')
  if (connectionsFailing > 0) return impaired('answers_fail')
  return connections === 0 ? unused : working
}

function shopCondition({ shopStatus, shopIncomplete, readStatus, readAt }: Facts): Condition {
  if (shopStatus === null) return unused
  if (shopStatus === 'needs_reauth') return failing('refused')
  if (shopStatus === 'installing') return impaired('installing')
  if (shopStatus === 'paused') return impaired('paused')
  if (readStatus === 'failed') return failing('read_failed', readAt)
  if (readStatus === 'held') return impaired('read_held', readAt)
  return shopIncomplete ? impaired('incomplete') : working
}

function feedCondition({ feedSince, fetchedAt }: Facts, now: Date): Condition {
  if (feedSince === null) return unused
  const isLong = (at: string) => now.getTime() - Date.parse(at) > fetchDays * dayMs
  if (fetchedAt === null) return isLong(feedSince) ? impaired('never_fetched', feedSince) : working
  return isLong(fetchedAt) ? impaired('not_fetched', fetchedAt) : working
}

const later = (a: string | null, b: string | null) => (a !== null && b !== null && a > b ? a : (b ?? a))
