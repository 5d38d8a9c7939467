// Writes whole orders in batches for the API, connections and the demo. Each order succeeds or fails alone.

import { type BatchResult, buildReport, inLockOrder, type Report, writeInParts } from '#platform/calls/paging/batch.ts'
import { countChange } from '#platform/calls/paging/row-counts.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { retryTransient } from '#platform/process/retry.ts'
import { newId } from '#platform/values/ids.ts'
import * as lines from './line-item-store.ts'
import { recordErasure, recordOrderChanges, recordRemoval } from './record.ts'
import { type Failure, failure, haveSameFacts, type Item, isWhollyRefunded, type OrderRow, prepare } from './rules.ts'
import * as store from './store.ts'

export const findOrder = store.findByPlatformId

export async function upsertOrders(tx: StoreTx, rows: readonly OrderRow[]): Promise<Report<Failure>> {
  const { items, failures } = prepare(rows)
  const ids = items.map((item) => item.platformOrderId)
  const fingerprints = await tx.all(store.selectFingerprints(tx, ids))
  const known = new Map(fingerprints.map((row) => [row.platform_order_id, row.fingerprint]))
  const changed = items.filter((item) => !known.get(item.platformOrderId)?.equals(item.fingerprint))
  const refunded =
    changed.length === 1
      ? changed.find((item) => haveSameFacts(known.get(item.platformOrderId), item.fingerprint))
      : undefined
  const outcome = await writeInParts(
    tx,
    inLockOrder(changed, (item) => item.platformOrderId),
    async (part) => (refunded && (await writeAmounts(tx, refunded))) ?? write(tx, part),
    refused,
  )
  countChange(tx, 'orders', outcome.created)
  return buildReport(rows.length, failures, outcome)
}

const refused = (item: Item): Failure =>
  failure(item, 'storage_error', 'The row could not be stored. Other rows are not affected.')

/**
 * Handles a push in which only the amounts changed, so the lines are not written. Undefined if another transaction
 * changed other fields of the order first.
 */
async function writeAmounts(tx: StoreTx, item: Item): Promise<BatchResult<Failure> | undefined> {
  const written = await store.updateAmounts(tx, item)
  if (written === undefined) return undefined
  const { id, wasRefunded } = written
  const isWhole = wasRefunded || isWhollyRefunded(item)
  recordOrderChanges(tx, [{ type: 'refunded', id, email: item.email, name: item.customerName, isWhole }])
  return { created: 0, updated: 1, failures: [] }
}

/** Writes everything in one round trip. Line items are written after their order and find it by platform id. */
async function write(tx: StoreTx, items: readonly Item[]): Promise<BatchResult<Failure>> {
  const ids = items.map(() => newId(tx.now.getTime()))
  const names = items.map((item) => item.platformOrderId)
  const newLines = items.flatMap(({ platformOrderId, lineItems }) =>
    lineItems.map((line, position) => ({ ...line, platformOrderId, position })),
  )
  const [written = []] = (await tx.several<unknown[]>([
    store.upsert(tx, items, ids),
    lines.deleteLineItems(tx, names),
    // The database refuses an invalid line here, which makes its whole order fail.
    ...(newLines.length > 0 ? [lines.insert(tx, newLines)] : []),
  ])) as [store.WrittenOrder[]?]
  const byPlatformId = new Map(items.map((item) => [item.platformOrderId, item]))
  recordOrderChanges(
    tx,
    written.map(({ id, platform_order_id }) => {
      const { email = null, customerName: name = null } = byPlatformId.get(platform_order_id) ?? {}
      return { type: 'received', id, email, name }
    }),
  )
  const proposed = new Set(ids)
  const created = written.filter(({ id }) => proposed.has(id)).length
  return { created, updated: written.length - created, failures: [] }
}

const deletedAtOnce = 5_000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Runs in several transactions, because deleting a million orders in one would block pushes and mails. Safe to call again.
 */
export async function deleteOrders(db: StoreDb, scope: StoreScope): Promise<number> {
  let cleared = 0
  let after: string | undefined = firstId
  while (after !== undefined) {
    const from: string = after
    const ids = await retryTransient(() => db.store(scope, 'write', (tx) => deleteBatch(tx, from)))
    cleared += ids.length
    after = ids.length === deletedAtOnce ? ids.toSorted().at(-1) : undefined
  }
  return cleared
}

async function deleteBatch(tx: StoreTx, after: string): Promise<string[]> {
  const ids = await store.lockBatch(tx, after, deletedAtOnce)
  if (ids.length > 0) recordRemoval(tx, ids)
  return ids
}

/** Deletes one order and returns its id. A later push creates the order again, but no new review request. */
export async function deleteOrder(tx: StoreTx, platformOrderId: string): Promise<string | undefined> {
  const id = await store.lockByPlatformId(tx, platformOrderId)
  if (id !== undefined) recordRemoval(tx, [id])
  return id
}

export async function eraseBuyer(tx: StoreTx, email: string): Promise<number> {
  // Locks orders before their reviews, as all other code does.
  recordErasure(tx, await store.lockOfBuyer(tx, email))
  return store.updateErased(tx, email)
}

export const readOrder = store.find

export const listBuyerEmails = async (tx: StoreTx, platformOrderIds: readonly string[]): Promise<string[]> =>
  (await store.listBuyers(tx, platformOrderIds)).flatMap(({ email }) => email ?? [])

export const eraseOrderBuyers = store.updateErasedOrders

export const listShopOrdersOfPeople = async (tx: StoreTx, limit: number): Promise<string[]> =>
  (await store.listShopOrdersOfPeople(tx, limit)).map(({ platformOrderId }) => platformOrderId)
