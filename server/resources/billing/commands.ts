import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { planOf, trialDays, trialPlan } from './rules.ts'
import * as store from './store.ts'
import { atInstant, foldEvents, type SubscriptionEvent, type SubscriptionRecord } from './transitions.ts'

/**
 * The organization's first store starts the only trial of the organization. A later store's trial ends at the same
 * time.
 */
export async function startTrial(tx: OrganizationTx, storeEnvId: string): Promise<void> {
  const trialEndsAt = await store.beginTrial(tx, new Date(tx.now.getTime() + trialDays * 86_400_000))
  const facts = trialEndsAt > tx.now ? { status: 'trialing', trialEndsAt } : { status: 'expired', trialEndsAt: null }
  await store.insert(tx, { storeEnvId, plan: trialPlan, ...facts })
}

export const findSubscription = store.find

export async function lockSubscription(tx: StoreTx) {
  const locked = await store.lock(tx)
  if (!locked) throw notFound('subscription')
  const { before, row } = locked
  const isParallel = before.version !== row.version || isSameMoment(tx.now, row.updatedAt)
  return { row, record: toRecord(row), hasJustChanged: isParallel }
}

/**
 * True if the last change has the time of this call or a later one. The call is then refused: events are applied in order
 * of time, so its event would not come after that change, and the customer would be charged twice. False if the last
 * change is a minute or more ahead. The clock was then set back, and otherwise every change would be refused.
 */
function isSameMoment(now: Date, updatedAt: string): boolean {
  const ahead = Date.parse(updatedAt) - now.getTime()
  return ahead >= 0 && ahead < 60_000
}

export async function readSubscription(tx: StoreTx): Promise<SubscriptionRecord> {
  const row = await store.find(tx)
  if (!row) throw notFound('subscription')
  return toRecord(row)
}

/** Refuses the second of two parallel changes, because its caller decided without knowledge of the first. */
export const changedMeanwhile = () =>
  conflict('Another call changed the subscription at the same time. Read it and try again.')

/** Safe to repeat: an event with a known key adds nothing. Locks the subscription. */
export async function recordEvents(tx: StoreTx, events: readonly SubscriptionEvent[]): Promise<SubscriptionRecord> {
  const { row, record } = await lockSubscription(tx)
  const baseline: SubscriptionEvent = { kind: 'baseline', key: 'baseline', at: row.createdAt, record }
  await store.insertEvents(tx, [baseline, ...events])
  const folded = atInstant(foldEvents(await store.listEvents(tx)) ?? record, tx.now.toISOString())
  await store.update(tx, folded)
  invalidateStorefront(tx)
  return folded
}

/** Changes the row's `updated_at`, so that parallel calls detect this call although it has changed nothing else yet. */
export const touchSubscription = store.touch

export const setProvider = store.updateProvider

const toRecord = (row: store.SubscriptionRow): SubscriptionRecord => ({
  plan: planOf(row.plan),
  status: row.status as SubscriptionRecord['status'],
  trialEndsAt: row.trialEndsAt,
  anchorAt: row.anchorAt,
  periodStartsAt: row.periodStartsAt,
  currentPeriodEndsAt: row.currentPeriodEndsAt,
  cancelledAt: row.cancelledAt,
  nextPlan: row.nextPlan === null ? null : planOf(row.nextPlan),
  nextPlanAt: row.nextPlanAt,
  // Open invoices come from the events. The row only stores one due date, so `owed` has at most that entry here.
  owed: row.pastDueSince === null ? {} : { before: row.pastDueSince },
})

export const listSubscriptions = store.listOfOrganization
