// Asks for a reading of a shop. At most one of a kind stands in a store.
import type { ShopCategory, ShopOrder, Warning } from '#integrations/shops/shop.ts'
import { contributionPoint } from '#platform/areas/contributions.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { enqueueHooks } from '../hooks.ts'
import { nextNight, shopConnectedElsewhere } from '../rules.ts'
import type { Kind, Sync, Trigger } from '../schema.ts'
import * as shops from '../store.ts'
import * as store from './store.ts'

export const runJob = 'shops.read'
export const leaveJob = 'shops.leave'
export const nightJob = 'shops.night'

/** With a key of the store: of several wishes to look, one is kept. */
export const enqueueRun = (tx: StoreTx, inMs = 0) =>
  enqueue(
    tx,
    runJob,
    { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId },
    { key: `${runJob}:${tx.storeEnvId}`, inMs },
  )

/** The standing one where there is one; a wish by hand wakes it when it waits for the shop. */
export async function requestSync(tx: StoreTx, connectionId: string, kind: Kind, trigger: Trigger): Promise<string> {
  const unfinished = await store.lockUnfinished(tx, kind)
  if (unfinished) {
    if (unfinished.paused_until !== null && trigger !== 'nightly') await store.wakePaused(tx, unfinished.id)
    await enqueueRun(tx)
    return unfinished.id
  }
  const id = newId(tx.now.getTime())
  await store.insert(tx, { id, connectionId, kind, trigger })
  await enqueueRun(tx)
  return id
}

/** By hand, for `POST /products/sync`. */
export async function syncNow(tx: StoreTx): Promise<Sync> {
  const row = await shops.findOnly(tx)
  if (!row) throw conflict('No shop is connected to this store.', 'shop_not_connected')
  const shop = await shops.lock(tx, row.id)
  if (!shop) throw conflict('No shop is connected to this store.', 'shop_not_connected')
  if (shop.platform === 'custom')
    throw conflict('This shop pushes its products; there is nothing to read them from.', 'sync_not_supported')
  if (shop.status === 'paused') throw conflict('The connection is paused.', 'connection_paused')
  if (shop.status !== 'active')
    throw conflict('The shop has to be connected anew: repair the connection first.', 'needs_reauth')
  const id = await requestSync(tx, shop.id, 'catalogue', 'manual')
  return readSync(tx, shop.id, id)
}

export async function readSync(tx: StoreTx, connectionId: string, id: string): Promise<Sync> {
  return store.toSync(orNotFound(await store.find(tx, connectionId, id), 'sync', id))
}

export async function listRetirements(
  tx: StoreTx,
  connectionId: string,
  syncId: string,
  request: Parameters<typeof store.listRetirements>[2],
) {
  await readSync(tx, connectionId, syncId)
  return store.listRetirements(tx, syncId, request)
}

/** Has a held reading ask the shop again, and retire what it denies. */
export async function confirmSync(tx: StoreTx, audit: Audit, connectionId: string, id: string): Promise<Sync> {
  const shop = await shops.lock(tx, connectionId)
  if (!shop) throw notFound('shop', connectionId)
  const run = await store.lock(tx, id)
  if (!run || run.connection_id !== connectionId) throw notFound('sync', id)
  if (run.status !== 'held') throw conflict(`The sync is ${run.status}; only a held one is confirmed.`, 'sync_not_held')
  if (shop.status !== 'active') throw conflict('The connection is not active.', 'needs_reauth')
  if (await store.lockUnfinished(tx, 'catalogue'))
    throw conflict('A newer reading is under way; it will say what is missing.', 'sync_not_held')
  await store.askAgain(tx, id)
  await store.updateConfirmed(tx, id)
  await enqueueRun(tx)
  await audit(
    tx,
    'sync.confirmed',
    { type: 'shop', id: connectionId, name: shop.name },
    { wouldRetire: run.would_retire },
  )
  return readSync(tx, connectionId, id)
}

/** Names the next night, in which the shop is read by itself. */
async function scheduleNight(tx: StoreTx, connectionId: string): Promise<void> {
  const facts = await shops.findStoreFacts(tx)
  const at = nextNight(tx.storeEnvId, facts?.timezone ?? 'UTC', tx.now)
  await shops.updateNextSync(tx, connectionId, at)
  await scheduleWakeUp(tx, nightJob, at)
}

type Connection = Pick<shops.Row, 'id' | 'platform' | 'address'>

/**
 * Refuses a shop that another organization has connected. Two transactions that connect one shop wait for each other here, so
 * that the second one sees the first.
 */
export async function requireFree(tx: StoreTx, shop: Connection): Promise<shops.ConnectedElsewhere[]> {
  if (shop.platform !== 'shopify') return []
  await shops.lockAddress(tx, shop)
  const elsewhere = await shops.listElsewhere(tx, shop)
  if (elsewhere.some(({ organizationId }) => organizationId !== tx.organizationId)) throw shopConnectedElsewhere()
  return elsewhere
}

/** Reads the shop and receives its webhooks from now on. Other stores of the organization lose it. */
export async function beginReading(tx: StoreTx, shop: Connection, trigger: 'connect' | 'repair'): Promise<void> {
  const elsewhere = await requireFree(tx, shop)
  await shops.upsertLookup(tx, shop.id)
  await enqueueHooks(tx, shop.id, { anew: true })
  await requestSync(tx, shop.id, 'catalogue', trigger)
  await scheduleNight(tx, shop.id)
  const at = tx.now.toISOString()
  for (const other of elsewhere) await enqueue(tx, leaveJob, { ...other, at })
}

/** The shop's app was installed for another store, which has its tokens and webhooks from now on. */
export async function leaveShop(tx: StoreTx, connectionId: string, at: string): Promise<void> {
  const reason = 'The shop was connected to another store. Repair the connection to have it here again.'
  if ((await shops.updateLeft(tx, connectionId, at, reason)) > 0) await store.cancelUnfinished(tx, connectionId)
}

/** What the night asks for, once its time has come. */
export async function requestNightly(tx: StoreTx): Promise<void> {
  const row = await shops.findOnly(tx)
  const shop = row && (await shops.lock(tx, row.id))
  if (!shop?.next_sync_at || shop.platform === 'custom') return
  const dueAt = new Date(shop.next_sync_at)
  if (dueAt > tx.now) return scheduleWakeUp(tx, nightJob, dueAt)
  await scheduleNight(tx, shop.id)
  if (shop.status !== 'active') return
  await enqueueHooks(tx, shop.id, { anew: false })
  await requestSync(tx, shop.id, 'catalogue', 'nightly')
}

export type RecordedOrders = {
  created: number
  updated: number
  unchanged: number
  failed: number
  warnings: readonly Warning[]
}

/** What other areas do with what a reading brings; each declares it in its `area.ts`. */
export type ShopHearer = {
  /** Writes orders as the shop has them now. `connectedAt`: those placed before are asked nothing. */
  recordOrders?(
    tx: StoreTx,
    shop: { connectionId: string; connectedAt: Date },
    orders: readonly ShopOrder[],
  ): Promise<RecordedOrders>
  /** Writes categories as the shop has them now. Before the products that are in them. */
  recordCategories?(tx: StoreTx, categories: readonly ShopCategory[]): Promise<unknown>
  /** The names of those of these categories, by the shop's ids, that a reading has brought. */
  listCategories?(tx: StoreTx, platformCategoryIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Of products of the shop, in which of its categories they are now. */
  placeProducts?(
    tx: StoreTx,
    products: readonly { platformProductId: string; categoryIds: readonly string[] }[],
  ): Promise<unknown>
  /** After a verified reading: these are all that the shop has. */
  categoriesRead?(tx: StoreTx, platformCategoryIds: readonly string[]): Promise<unknown>
  /** After the catalogue was read. */
  catalogueRead?(tx: StoreTx): Promise<unknown>
}

export const shopHearers = contributionPoint<ShopHearer>('what shops bring')
