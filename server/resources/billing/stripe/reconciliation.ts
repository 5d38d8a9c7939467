// Reads events that arrived since the previous night and are not stored yet, then compares every subscription. An
// interrupted run resumes where it stopped.
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { kindsOfInterest } from '#integrations/stripe/webhooks.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { pastDueSince } from '../transitions.ts'
import { keepEvents } from './reports.ts'
import { isOver, type PlansByPrice, readMarks, toMirroredRecord } from './rules.ts'
import { createClient, plansByPrice } from './session.ts'
import * as store from './store.ts'

const pageSize = 100
/** At most five pages a second, because the account's other calls share Stripe's rate limit. */
const paceMs = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Stripe lists only events of the last thirty days. */
const oldestEventMs = 29 * dayMs
/** The webhooks of events younger than this may still arrive. */
const underWayMs = 300_000
const keptMs = 90 * dayMs
const stuckAtOnce = 500

export const syncJob = 'billing.sync_stripe_subscription'

export type ReconciliationResult = { events: number; subscriptions: number }

type Context = { db: CrossDb; services: Services; now: Date; stopping: AbortSignal; paceMs?: number }

/** Counts events that were missing and subscriptions that differed. After an interruption the next call resumes. */
export async function reconcile(ctx: Context): Promise<ReconciliationResult> {
  const { db, services } = ctx
  const stripe = await createClient(services)
  const found: ReconciliationResult = { events: 0, subscriptions: 0 }
  let row = await begin(ctx)
  while (row.stage !== 'done' && !ctx.stopping.aborted) {
    const { next, count } =
      row.stage === 'events' ? await nextEvents(ctx, stripe, row) : await nextSubscriptions(ctx, stripe, row)
    if (row.stage === 'events') found.events += count
    else found.subscriptions += count
    row = next
    if (row.stage !== 'done') await sleep(ctx.paceMs ?? paceMs)
  }
  if (found.events + found.subscriptions > 0)
    services.log.warn({ ...found }, 'the reconciliation with Stripe found what webhooks had not brought')
  await db.system('write', async (tx) => {
    await store.deleteEventsBefore(tx, new Date(tx.now.getTime() - keptMs))
    // The jobs of these events gave up, or were lost with a part of the database.
    const stuck = await store.listStuckEvents(tx, new Date(tx.now.getTime() - hourMs), stuckAtOnce)
    await enqueueAll(
      tx,
      'billing.apply_stripe_event',
      stuck.map(({ id }) => ({ event: id })),
    )
  })
  return found
}

async function begin({ db, now }: Context): Promise<store.ReconciliationRow> {
  return db.system('write', async (tx) => {
    const before = await store.findReconciliation(tx)
    if (before && before.stage !== 'done') return before
    // The search repeats an hour of the previous night, because clocks differ and Stripe lists new events with a delay.
    const sinceMs = Math.max(before ? Date.parse(before.startedAt) - hourMs : 0, now.getTime() - oldestEventMs)
    const row = {
      since: new Date(sinceMs).toISOString(),
      startedAt: now.toISOString(),
      stage: 'events',
      position: null,
    }
    await store.writeReconciliation(tx, row)
    return row
  })
}

type Step = { next: store.ReconciliationRow; count: number }

const seconds = (instant: string | number) => Math.floor(new Date(instant).getTime() / 1000)

async function nextEvents({ db }: Context, stripe: Stripe, row: store.ReconciliationRow): Promise<Step> {
  const page = await stripe.events.list({
    types: [...kindsOfInterest],
    created: { gte: seconds(row.since), lt: seconds(Date.parse(row.startedAt) - underWayMs) },
    limit: pageSize,
    ...(row.position !== null && { starting_after: row.position }),
  })
  const last = page.data.at(-1)
  const next =
    page.has_more && last ? { ...row, position: last.id } : { ...row, stage: 'subscriptions', position: null }
  const count = await db.system('write', async (tx) => {
    const added = await keepEvents(tx, page.data, 'reconciliation')
    await store.writeReconciliation(tx, next)
    return added
  })
  return { next, count }
}

async function nextSubscriptions(ctx: Context, stripe: Stripe, row: store.ReconciliationRow): Promise<Step> {
  const { db, services } = ctx
  const plans = await plansByPrice(services, stripe)
  const page = await stripe.subscriptions.list({
    status: 'all',
    limit: pageSize,
    ...(row.position !== null && { starting_after: row.position }),
  })
  const last = page.data.at(-1)
  const next = page.has_more && last ? { ...row, position: last.id } : { ...row, stage: 'done', position: null }
  const count = await db.system('write', async (tx) => {
    const known = await store.listKnown(
      tx,
      page.data.map(({ id }) => id),
    )
    const byId = new Map(known.map((each) => [each.subscription as string, each]))
    const other = page.data.flatMap((each) => {
      const marks = readMarks(each)
      return marks && differs(each, byId.get(each.id), plans) ? [{ ...marks, subscription: each.id }] : []
    })
    const owners = await store.listOrganizations(
      tx,
      other.map(({ storeEnvId }) => storeEnvId),
    )
    const own = other.filter(({ storeEnvId, organizationId }) =>
      owners.some((each) => each.storeEnvId === storeEnvId && each.organizationId === organizationId),
    )
    await enqueueAll(tx, syncJob, own)
    await store.writeReconciliation(tx, next)
    return own.length
  })
  return { next, count }
}

/**
 * Compares only fields that a list contains, which excludes schedules. An unknown subscription that has ended was replaced
 * or never paid, so it does not count as a difference.
 */
function differs(
  subscription: Stripe.Subscription,
  known: store.KnownSubscription | undefined,
  plans: PlansByPrice,
): boolean {
  const record = toMirroredRecord(subscription, [], plans)
  if (!record) return false
  if (!known) return !isOver(subscription)
  const instant = (text: string | null) => (text === null ? null : Date.parse(text))
  const isPlanAhead = known.plan !== record.plan
  return (
    isPlanAhead ||
    known.status !== record.status ||
    (known.pastDueSince === null) !== (pastDueSince(record) === null) ||
    instant(known.currentPeriodEndsAt) !== instant(record.currentPeriodEndsAt) ||
    instant(known.cancelledAt) !== instant(record.cancelledAt)
  )
}
