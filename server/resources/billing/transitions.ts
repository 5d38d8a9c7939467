// How a subscription moves. Its state is a fold over what happened, in the order of when it happened: recorded twice, late or
// in another order, the same events lead to the same state. Pure: the clock is an event's own time.

import { nextPeriodEnd } from './periods.ts'
import { lapsesAtMs, type Status } from './rules.ts'
import type { Plan } from './schema.ts'

/** What is known of a subscription. Which state that is at an instant, `subscriptionStateOf` says. */
export type SubscriptionRecord = {
  plan: Plan
  status: Status
  trialEndsAt: string | null
  /** Whose day of the month begins each paid period. */
  anchorAt: string | null
  periodStartsAt: string | null
  currentPeriodEndsAt: string | null
  cancelledAt: string | null
  /** A downgrade, and when it comes. */
  nextPlan: Plan | null
  nextPlanAt: string | null
  /** When each open invoice is due, or since when a provider has failed to collect. */
  owed: Readonly<Record<string, string>>
}

export type Happening =
  /** What the row said when the first event came. Always first. */
  | { kind: 'baseline'; record: SubscriptionRecord }
  /** The provider's own object as it stood at that time: it knows everything, and what came before does not matter. */
  | { kind: 'mirrored'; record: Omit<SubscriptionRecord, 'trialEndsAt'> }
  | { kind: 'owed'; invoiceId: string; dueAt: string }
  /** The invoice is not to be paid any more. */
  | { kind: 'voided'; invoiceId: string }
  | { kind: 'paid'; invoiceId: string; plan: Plan; purpose: 'purchase' | 'renewal' | 'upgrade' }
  | { kind: 'upgraded'; plan: Plan }
  | { kind: 'downgrade_scheduled'; plan: Plan }
  | { kind: 'downgrade_withdrawn' }
  | { kind: 'cancelled' }
  | { kind: 'resumed' }
  /** At once: money was taken back, or the provider gave up. */
  | { kind: 'ended' }

/** `key` names what happened: recorded twice, it counts once. */
export type SubscriptionEvent = Happening & { key: string; at: string }

/**
 * The state that events lead to, in whatever order they are given. Undefined without a baseline. A paid or voided invoice is not
 * owed, even where a clock or an operator puts the payment before the invoice.
 */
export function foldEvents(events: readonly SubscriptionEvent[]): SubscriptionRecord | undefined {
  let record: SubscriptionRecord | undefined
  const settled = new Set<string>()
  for (const event of [...events].sort(inOrder)) {
    if (event.kind === 'paid' || event.kind === 'voided') settled.add(event.invoiceId)
    if (event.kind === 'baseline') record ??= event.record
    else if (record) record = withoutOwed(apply(atInstant(record, event.at), event), settled)
  }
  return record
}

function withoutOwed(record: SubscriptionRecord, settled: ReadonlySet<string>): SubscriptionRecord {
  if (!Object.keys(record.owed).some((id) => settled.has(id))) return record
  return { ...record, owed: Object.fromEntries(Object.entries(record.owed).filter(([id]) => !settled.has(id))) }
}

/** Of one instant, in the order in which one act does several things; then by key, so that there is one order. */
const kindOrder = [
  ...['baseline', 'mirrored', 'voided', 'upgraded', 'downgrade_withdrawn', 'downgrade_scheduled', 'owed', 'paid'],
  ...['cancelled', 'resumed', 'ended'],
]

export function inOrder(a: SubscriptionEvent, b: SubscriptionEvent): number {
  const first = (event: SubscriptionEvent) => (event.kind === 'baseline' ? 0 : 1)
  return (
    first(a) - first(b) ||
    Date.parse(a.at) - Date.parse(b.at) ||
    kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}

/** What the clock alone has changed. */
export function atInstant(record: SubscriptionRecord, at: string): SubscriptionRecord {
  if (record.nextPlan === null || record.nextPlanAt === null || Date.parse(record.nextPlanAt) > Date.parse(at))
    return record
  return { ...record, plan: record.nextPlan, nextPlan: null, nextPlanAt: null }
}

function apply(record: SubscriptionRecord, event: SubscriptionEvent): SubscriptionRecord {
  const { at } = event
  const noDowngrade = { nextPlan: null, nextPlanAt: null }
  switch (event.kind) {
    case 'baseline':
      return event.record
    case 'mirrored':
      return { ...event.record, trialEndsAt: record.trialEndsAt }
    case 'owed':
      return { ...record, owed: { ...record.owed, [event.invoiceId]: event.dueAt } }
    case 'voided':
      return { ...record, owed: without(record.owed, event.invoiceId) }
    case 'paid':
      return paid(record, event)
    case 'upgraded':
      return { ...record, plan: event.plan, ...noDowngrade }
    case 'downgrade_scheduled':
      return atInstant({ ...record, nextPlan: event.plan, nextPlanAt: record.currentPeriodEndsAt }, at)
    case 'downgrade_withdrawn':
      return { ...record, ...noDowngrade }
    case 'cancelled':
      if (hasLapsed(record, at) || record.status === 'cancelled') return record
      return {
        ...record,
        ...noDowngrade,
        status: 'cancelled',
        cancelledAt: at,
        currentPeriodEndsAt: (isOnTrial(record) ? record.trialEndsAt : record.currentPeriodEndsAt) ?? at,
      }
    case 'resumed': {
      if (record.status !== 'cancelled' || hasLapsed(record, at)) return record
      const wasOnTrial = record.periodStartsAt === null
      return {
        ...record,
        status: wasOnTrial ? 'trialing' : 'active',
        cancelledAt: null,
        currentPeriodEndsAt: wasOnTrial ? null : record.currentPeriodEndsAt,
      }
    }
    case 'ended':
      return { ...record, ...noDowngrade, status: 'expired', owed: {} }
  }
}

/** A month that joins what is paid already; one that begins with the payment where nothing is paid any more, or was yet. */
function paid(record: SubscriptionRecord, event: SubscriptionEvent & { kind: 'paid' }): SubscriptionRecord {
  const owed = without(record.owed, event.invoiceId)
  if (event.purpose === 'upgrade') return { ...record, owed }
  const { currentPeriodEndsAt, anchorAt } = record
  const active = { status: 'active', cancelledAt: null, owed } as const
  if (hasLapsed(record, event.at) || record.periodStartsAt === null || currentPeriodEndsAt === null || !anchorAt) {
    const from = new Date(event.at)
    return {
      ...record,
      ...active,
      ...{ plan: event.plan, nextPlan: null, nextPlanAt: null },
      ...{ anchorAt: event.at, periodStartsAt: event.at },
      currentPeriodEndsAt: nextPeriodEnd(from, from).toISOString(),
    }
  }
  return {
    ...record,
    ...active,
    plan: event.purpose === 'purchase' ? event.plan : record.plan,
    periodStartsAt: currentPeriodEndsAt,
    currentPeriodEndsAt: nextPeriodEnd(new Date(anchorAt), new Date(currentPeriodEndsAt)).toISOString(),
  }
}

const without = (owed: SubscriptionRecord['owed'], invoiceId: string) =>
  Object.fromEntries(Object.entries(owed).filter(([id]) => id !== invoiceId))

export const isOnTrial = ({ status }: Pick<SubscriptionRecord, 'status'>) => status === 'trialing'

/** Since when, or from when on, something is overdue. */
export const pastDueSince = ({ owed }: Pick<SubscriptionRecord, 'owed'>): string | null =>
  Object.values(owed).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

export const factsOf = (record: SubscriptionRecord) => ({
  plan: record.plan,
  status: record.status,
  trialEndsAt: record.trialEndsAt,
  currentPeriodEndsAt: record.currentPeriodEndsAt,
  pastDueSince: pastDueSince(record),
})

export const hasLapsed = (record: SubscriptionRecord, at: string): boolean =>
  lapsesAtMs(factsOf(record), 'manual') <= Date.parse(at)
