// Plans the request of every order: when it comes in, when it changes, and when the settings do.

import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { readSettings, type SettingsRow, selectSettings, toSettings } from '#resources/email/settings/commands.ts'
import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { moveFormLinks } from '../../form-links/commands.ts'
import { announceChanged } from '../changed.ts'
import { sendJob } from '../names.ts'
import { planOf, wakeUpTimes } from './rules.ts'
import * as store from './store.ts'

const batchSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'
const dayMs = 86_400_000
/** What is due at once waits this long: an order that comes in several pushes is whole by then. */
const settleMs = 20_000

/** What a store's requests are planned by. */
export type Terms = { settings: EmailSettings; connectedAt: Date | undefined }

/** For who asks something else in the same round trip. */
export const selectTerms = (tx: StoreTx) => [selectSettings(tx), store.selectFirstConnection(tx)] as const

export const termsOf = ([row]: SettingsRow[], [connection]: store.FirstConnection[]): Terms => ({
  settings: toSettings(row),
  connectedAt: connection?.at ? new Date(connection.at) : undefined,
})

const readTerms = async (tx: StoreTx): Promise<Terms> => termsOf(...(await tx.several([...selectTerms(tx)])))

export type Planned = store.Planned

/** Writes what the facts of these orders make of their requests. What was sent, failed or is on its way stays as it is. */
export const planningRequests = (tx: StoreTx, orders: readonly store.OrderToPlan[], { settings, connectedAt }: Terms) =>
  store.upsert(
    tx,
    orders.map((order) => ({ ...order, ...planOf(order, settings, tx.now, connectedAt) })),
  )

/** What follows from what was written of requests. */
export async function followPlanned(tx: StoreTx, planned: readonly store.Planned[]): Promise<void> {
  const restored = planned.filter(({ state }) => state === 'sent' || state === 'failed')
  if (restored.length > 0) {
    await moveFormLinks(
      tx,
      restored.map(({ id, orderId }) => ({ requestId: id, orderId })),
    )
    announceChanged(
      tx,
      restored.map(({ sentAt }) => sentAt),
    )
  }
  await scheduleWakeUpsFor(tx, planned)
}

async function scheduleWakeUpsFor(tx: StoreTx, planned: readonly store.Planned[]): Promise<void> {
  const due = planned.flatMap(({ state, scheduledFor }) =>
    state === 'scheduled' && scheduledFor !== null ? [new Date(scheduledFor)] : [],
  )
  await scheduleWakeUps(tx, sendJob, wakeUpTimes(due))
  if (due.some((at) => at <= tx.now)) await sendSoon(tx)
}

/** Sooner than the schedule, whose wake-ups are coarse; they stay in case every next push puts this off again. */
const sendSoon = (tx: StoreTx) => {
  const { storeEnvId, organizationId } = tx
  return enqueue(tx, sendJob, { storeEnvId, organizationId }, { key: `${sendJob}:${storeEnvId}`, inMs: settleMs })
}

/** The same for orders that stand, from what is stored of them: held before their requests, and moved where those change. */
export async function replanOrders(tx: StoreTx, orderIds: readonly string[], known?: Terms): Promise<void> {
  if (orderIds.length === 0) return
  await store.lockOrders(tx, orderIds)
  const terms = known ?? (await readTerms(tx))
  const orders = await store.listOrders(tx, orderIds)
  if (orders.length === 0) return
  const planned = await tx.all(planningRequests(tx, orders, terms))
  await followPlanned(tx, planned)
  const changed = planned.map(({ orderId }) => orderId)
  if (changed.length > 0) await store.touchOrders(tx, changed)
}

/** Orders that were passed over because no line was known to the catalogue, and now one is. */
export async function replanLinked(tx: StoreTx): Promise<void> {
  const reEligible = await store.listReEligibleByLinks(tx, batchSize)
  if (reEligible.length === 0) return
  await replanOrders(
    tx,
    reEligible.map(({ orderId }) => orderId),
  )
  if (reEligible.length === batchSize) await replanLinked(tx)
}

/** After a change of the settings: whatever still waits is due by the new ones. */
export async function reschedule({ db, stopping }: JobContext, scope: StoreScope): Promise<void> {
  await db.store(scope, 'write', async (tx) => {
    const { reminderDelayDays } = await readSettings(tx)
    const moved = await store.updateReminders(tx, reminderDelayDays)
    await scheduleWakeUps(tx, sendJob, wakeUpTimes(moved.map(({ at }) => new Date(at))))
  })
  let after: string | undefined = firstId
  while (after !== undefined) {
    const from: string = after
    after = await db.store(scope, 'write', (tx) => rescheduleBatch(tx, from))
    if (stopping.aborted && after !== undefined) throw new Error('stopped before all was moved')
  }
}

async function rescheduleBatch(tx: StoreTx, after: string): Promise<string | undefined> {
  const ids = (await store.listScheduled(tx, after, batchSize)).map(({ orderId }) => orderId)
  await replanOrders(tx, ids)
  return ids.length === batchSize ? ids.at(-1) : undefined
}

/** Orders from before requests were planned; answers how many there were in this batch. */
export async function planUnplanned(tx: StoreTx): Promise<number> {
  const terms = await readTerms(tx)
  const since = new Date(tx.now.getTime() - terms.settings.maxOrderAgeDays * dayMs)
  const ids = (await store.listUnplanned(tx, since, batchSize)).map(({ orderId }) => orderId)
  await replanOrders(tx, ids, terms)
  return ids.length
}

/** A person is forgotten: what waits to be sent to them is not sent. */
export const eraseRequests = store.updateErased

/** Before orders are cleared. */
export async function recordAskedOrders(tx: StoreTx, orderIds: readonly string[]): Promise<void> {
  const sent = await store.insertAsked(tx, orderIds)
  announceChanged(
    tx,
    sent.map(({ sentAt }) => sentAt),
  )
}
