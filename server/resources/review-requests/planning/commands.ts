import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { QueriesOf } from '#platform/db/transaction.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { scheduleWakeUps } from '#platform/jobs/schedule.ts'
import { readSettings, type SettingsRow, selectSettings, toSettings } from '#resources/email/settings/commands.ts'
import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { announceChanged } from '../changed.ts'
import { moveFormLinks } from '../form-links/commands.ts'
import { sendJob } from '../names.ts'
import { planRequest, wakeUpTimes } from './rules.ts'
import * as store from './store.ts'

const batchSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'
const dayMs = 86_400_000
/** Requests that are due immediately wait for this time, so an order pushed in several steps is complete. */
const settleMs = 20_000

export type Terms = { settings: EmailSettings; connectedAt: Date | undefined }

const selectTerms = (tx: StoreTx) => [selectSettings(tx), store.selectFirstConnection(tx)] as const

const toTerms = ([row]: SettingsRow[], [connection]: store.FirstConnection[]): Terms => ({
  settings: toSettings(row),
  connectedAt: connection?.at ? new Date(connection.at) : undefined,
})

export const readPlanningTerms = async (tx: StoreTx): Promise<Terms> =>
  toTerms(...(await tx.several([...selectTerms(tx)])))

/** Plans the requests of these orders. Sent, failed and queued requests stay unchanged. */
const planningRequests = (tx: StoreTx, orders: readonly store.OrderToPlan[], { settings, connectedAt }: Terms) =>
  store.upsert(
    tx,
    orders.map((order) => ({ ...order, ...planRequest(order, settings, tx.now, connectedAt) })),
  )

async function followPlanned(tx: StoreTx, planned: readonly store.PlannedRequest[]): Promise<void> {
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

async function scheduleWakeUpsFor(tx: StoreTx, planned: readonly store.PlannedRequest[]): Promise<void> {
  const due = planned.flatMap(({ state, scheduledFor }) =>
    state === 'scheduled' && scheduledFor !== null ? [new Date(scheduledFor)] : [],
  )
  await scheduleWakeUps(tx, sendJob, wakeUpTimes(due))
  if (due.some((at) => at <= tx.now)) await sendSoon(tx)
}

/** Runs sooner than the coarse wake-ups, which stay scheduled because each push may postpone this job. */
const sendSoon = (tx: StoreTx) => {
  const { storeEnvId, organizationId } = tx
  return enqueue(tx, sendJob, { storeEnvId, organizationId }, { key: `${sendJob}:${storeEnvId}`, inMs: settleMs })
}

export const selectToPlan = (
  tx: StoreTx,
  orderIds: readonly string[],
): QueriesOf<[SettingsRow, store.FirstConnection, store.OrderToPlan]> => [
  ...selectTerms(tx),
  store.selectOrders(tx, orderIds),
]

/** Requires orders that this transaction wrote and therefore locked. */
export async function planSelected(
  tx: StoreTx,
  _ids: readonly string[],
  [settings, connections, orders]: [SettingsRow[], store.FirstConnection[], store.OrderToPlan[]],
): Promise<void> {
  if (orders.length === 0) return
  await followPlanned(tx, await tx.all(planningRequests(tx, orders, toTerms(settings, connections))))
}

/** Plans before the commit, for callers that change the requests in the transaction that wrote the orders. */
export async function planReceived(tx: StoreTx, platformOrderIds: readonly string[]): Promise<void> {
  const unplanned = await store.listUnplannedNamed(tx, platformOrderIds)
  await replanOrders(
    tx,
    unplanned.map(({ orderId }) => orderId),
  )
}

/**
 * Plans requests of stored orders again. Locks orders before requests, and updates `updatedAt` of orders whose request
 * changes.
 */
export async function replanOrders(tx: StoreTx, orderIds: readonly string[], known?: Terms): Promise<void> {
  if (orderIds.length === 0) return
  await store.lockOrders(tx, orderIds)
  const terms = known ?? (await readPlanningTerms(tx))
  const orders = await tx.all(store.selectOrders(tx, orderIds))
  if (orders.length === 0) return
  const planned = await tx.all(planningRequests(tx, orders, terms))
  await followPlanned(tx, planned)
  const changed = planned.map(({ orderId }) => orderId)
  if (changed.length > 0) await store.updateOrders(tx, changed)
}

export async function replanLinked(tx: StoreTx): Promise<void> {
  const reEligible = await store.listReEligibleByLinks(tx, batchSize)
  if (reEligible.length === 0) return
  await replanOrders(
    tx,
    reEligible.map(({ orderId }) => orderId),
  )
  if (reEligible.length === batchSize) await replanLinked(tx)
}

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

export async function planUnplanned(tx: StoreTx): Promise<number> {
  const terms = await readPlanningTerms(tx)
  const since = new Date(tx.now.getTime() - terms.settings.maxOrderAgeDays * dayMs)
  const ids = (await store.listUnplanned(tx, since, batchSize)).map(({ orderId }) => orderId)
  await replanOrders(tx, ids, terms)
  return ids.length
}

export async function eraseRequests(tx: StoreTx, orderIds: readonly string[]): Promise<void> {
  await store.updateErased(tx, orderIds)
}

/** Must run before the orders are deleted. */
export async function recordAskedOrders(tx: StoreTx, orderIds: readonly string[]): Promise<void> {
  const sent = await store.insertAsked(tx, orderIds)
  announceChanged(
    tx,
    sent.map(({ sentAt }) => sentAt),
  )
}
