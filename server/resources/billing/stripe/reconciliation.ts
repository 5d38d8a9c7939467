// Each night: what webhooks did not bring, Stripe is asked for. First the events since the last night that are not known here, then
// every subscription, held against its row. In pages, slowly, and from where it was interrupted; what differs becomes a job.
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { kindsOfInterest } from '#integrations/stripe/webhook.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { pastDueSince } from '../transitions.ts'
import { keepEvents } from './reports.ts'
import { isOver, marksOf, type PlansByPrice, recordOf } from './rules.ts'
import { clientOf, plansByPrice } from './session.ts'
import * as store from './store.ts'

const pageSize = 100
/** Five pages a second at most: the account's other calls draw on the same limit. */
const paceMs = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Stripe lists events of thirty days. */
const oldestEventMs = 29 * dayMs
/** What is younger may be on its way. */
const underWayMs = 300_000
const keptMs = 90 * dayMs
const stuckAtOnce = 500

export const syncJob = 'billing.sync_stripe_subscription'

export type Reconciled = { events: number; subscriptions: number }

type Context = { db: CrossDb; services: Services; now: Date; stopping: AbortSignal; paceMs?: number }

/** How many events and subscriptions were other than here. Stopped in between, the next call goes on from there. */
export async function reconcile(ctx: Context): Promise<Reconciled> {
  const { db, services } = ctx
  const stripe = await clientOf(services)
  const found: Reconciled = { events: 0, subscriptions: 0 }
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
    await store.removeEventsBefore(tx, new Date(tx.now.getTime() - keptMs))
    // Their jobs gave up, or were lost with a part of the database.
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
    // An hour of the night before again: clocks differ, and Stripe lists what it has just made a little later.
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
      const marks = marksOf(each)
      return marks && differs(each, byId.get(each.id), plans) ? [{ ...marks, subscription: each.id }] : []
    })
    const owners = await store.listOrganizations(
      tx,
      other.map(({ storeEnvId }) => storeEnvId),
    )
    // A store of another installation that sells through the same account is not here.
    const own = other.filter(({ storeEnvId, organizationId }) =>
      owners.some((each) => each.storeEnvId === storeEnvId && each.organizationId === organizationId),
    )
    await enqueueAll(tx, syncJob, own)
    await store.writeReconciliation(tx, next)
    return own.length
  })
  return { next, count }
}

/** As far as a list tells: what schedules bring, it does not. One that is over and unknown was replaced, or never paid. */
function differs(
  subscription: Stripe.Subscription,
  known: store.KnownSubscription | undefined,
  plans: PlansByPrice,
): boolean {
  const record = recordOf(subscription, [], plans)
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
