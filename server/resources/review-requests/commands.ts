import { publish } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { reviewFormOpened } from '#resources/email/events.ts'
import { readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import { announceChanged } from './changed.ts'
import { findShopQuestion, updateShopAsked } from './form-links/store.ts'
import { planReceived, replanOrders } from './planning/commands.ts'
import type { RequestHistory } from './schema.ts'
import { sendNow } from './sending/commands.ts'
import * as store from './store.ts'

/** From this day on, we count how often a review form is opened. */
const countedFrom = Date.parse('2026-10-10T00:00:00Z')

export type FormOpening = { orderId: string; rating?: number | null; productId?: string | null }

/** A later star rating replaces an earlier one until a review exists, because people correct wrong clicks. */
export async function recordFormOpened(tx: StoreTx, { orderId, rating }: FormOpening): Promise<void> {
  if (tx.now.getTime() < countedFrom) return
  const opened = await store.updateOpened(tx, orderId, rating ?? null)
  if (!opened) return
  const shop = await findShopQuestion(tx, orderId)
  if (shop?.asked && !shop.reviewed) await updateShopAsked(tx, orderId)
  const { viewCount, sentAt, ...event } = opened
  if (Date.parse(opened.openedAt) === tx.now.getTime()) announceChanged(tx, [sentAt])
  if (viewCount === 1) publish(tx, reviewFormOpened, event)
}

/** A mail that is being sent may still arrive. The request then gets the state `sent`. */
export async function cancelRequest(tx: StoreTx, orderId: string): Promise<void> {
  const request = await lockRequest(tx, orderId)
  if (request.state === 'sent' || request.state === 'failed')
    throw conflict(`The request of this order was ${request.state} and cannot be cancelled.`, 'request_settled')
  await store.updateCancelled(tx, request.id)
}

/** Queues the request immediately, even if it definitely failed before, or skips it with the reason. */
export async function sendRequest(tx: StoreTx, services: Services, orderId: string): Promise<void> {
  // Blocks sweeps before it locks orders, like all other code. Locking the orders first could deadlock.
  await readStoreFacts(tx, true)
  const request = await lockRequest(tx, orderId)
  if (request.state === 'sent')
    throw conflict('The buyer of this order was asked already. A second request is not possible.', 'already_asked')
  if (request.state === 'failed' && request.reason === 'outcome_unknown')
    throw conflict('The request of this order may have been sent. A second request is not possible.', 'already_asked')
  if (request.isQueued && request.state === 'skipped') return void (await store.updateUncancelled(tx, request.id))
  if (request.isQueued)
    throw conflict('The request of this order is being sent. Wait for the result.', 'request_in_progress')
  await sendNow(tx, services, request.id)
}

/** Imported orders include the outcome of their requests; their buyers are not asked again. */
export async function recordHistories(tx: StoreTx, histories: readonly RequestHistory[]): Promise<void> {
  await planReceived(
    tx,
    histories.map(({ platformOrderId }) => platformOrderId),
  )
  const changed = await store.updateHistories(tx, histories)
  announceChanged(
    tx,
    changed.flatMap(({ sentAt, wasSentAt }) => [sentAt, wasSentAt]),
  )
}

async function lockRequest(tx: StoreTx, orderId: string): Promise<store.Request> {
  const found = await store.lockOfOrder(tx, orderId)
  if (found) return found
  // The order was stored before the service planned requests, so its request is planned now.
  await replanOrders(tx, [orderId])
  const planned = await store.lockOfOrder(tx, orderId)
  if (!planned) throw notFound('order', orderId)
  return planned
}
