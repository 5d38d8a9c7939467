// Folds events in order of time, so that repeated, late and reordered events give the same state.

import { nextPeriodEnd } from './periods.ts'
import { lapsesAtMs, type Status } from './rules.ts'
import type { Plan } from './schema.ts'

export type SubscriptionRecord = {
  plan: Plan
  status: Status
  trialEndsAt: string | null
  /** Every paid period begins on the same day of the month as this date. */
  anchorAt: string | null
  periodStartsAt: string | null
  currentPeriodEndsAt: string | null
  cancelledAt: string | null
  nextPlan: Plan | null
  nextPlanAt: string | null
  /** Due date of each open invoice, or the start of a provider's failed collection. */
  owed: Readonly<Record<string, string>>
}

export type Happening =
  /** State of the row when the first event arrived. The baseline is always the first event. */
  | { kind: 'baseline'; record: SubscriptionRecord }
  /** State from the provider's complete object. Replaces all earlier state. */
  | { kind: 'mirrored'; record: Omit<SubscriptionRecord, 'trialEndsAt'> }
  | { kind: 'owed'; invoiceId: string; dueAt: string }
  /** The invoice needs no payment any more. */
  | { kind: 'voided'; invoiceId: string }
  | { kind: 'paid'; invoiceId: string; plan: Plan; purpose: 'purchase' | 'renewal' | 'upgrade' }
  | { kind: 'upgraded'; plan: Plan }
  | { kind: 'downgrade_scheduled'; plan: Plan }
  | { kind: 'downgrade_withdrawn' }
  | { kind: 'cancelled' }
  | { kind: 'resumed' }
  | { kind: 'ended' }

/** `key` identifies the event, so that a repeat counts once. */
export type SubscriptionEvent = Happening & { key: string; at: string }

/** Folds events in any order. Undefined without a baseline. A paid or voided invoice is never owed. */
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

/** Order of kinds at the same instant, which is the order in which one action emits them. Keys break ties. */
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

/** Extends the paid period by a month. If no period is running, a new one begins at the payment. */
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

export const pastDueSince = ({ owed }: Pick<SubscriptionRecord, 'owed'>): string | null =>
  Object.values(owed).sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

export const toFacts = (record: SubscriptionRecord) => ({
  plan: record.plan,
  status: record.status,
  trialEndsAt: record.trialEndsAt,
  currentPeriodEndsAt: record.currentPeriodEndsAt,
  pastDueSince: pastDueSince(record),
})

export const hasLapsed = (record: SubscriptionRecord, at: string): boolean =>
  lapsesAtMs(toFacts(record), 'manual') <= Date.parse(at)
