import type { ShopCategory, ShopOrder, Warning } from '#integrations/shops/shop.ts'
import { contributionPoint } from '#platform/areas/contributions.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type NextRun, startRun } from '#platform/jobs/resumable.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { enqueueHooks } from '../shops/hooks.ts'
import { nextNight, shopConnectedElsewhere } from '../shops/rules.ts'
import type { Kind, Sync, Trigger } from '../shops/schema.ts'
import * as shops from '../shops/store.ts'
import * as store from './store.ts'

export const runJob = 'shops.read'
export const leaveJob = 'shops.leave'
export const nightJob = 'shops.night'

export const nextRun = ({ storeEnvId, organizationId }: StoreScope): NextRun => ({
  ...{ job: runJob, payload: { storeEnvId, organizationId } },
  key: `${runJob}:${storeEnvId}`,
})

export const enqueueRun = (tx: StoreTx, inMs = 0) => startRun(tx, nextRun(tx), inMs)

/** Returns the unfinished sync if there is one. A manual request ends the pause of that sync. */
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

export async function syncNow(tx: StoreTx): Promise<Sync> {
  const row = await shops.findOnly(tx)
  if (!row) throw conflict('No shop is connected to this store.', 'shop_not_connected')
  const shop = await shops.lock(tx, row.id)
  if (!shop) throw conflict('No shop is connected to this store.', 'shop_not_connected')
  if (shop.platform === 'custom')
    throw conflict('This shop pushes its products, so there is nothing to read.', 'sync_not_supported')
  if (shop.status === 'paused') throw conflict('The connection is paused.', 'connection_paused')
  if (shop.status !== 'active')
    throw conflict('The shop refused its credentials. Repair the connection first.', 'needs_reauth')
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

/** Confirms a `held` sync. The sync asks the shop again and retires products that the shop no longer has. */
export async function confirmSync(tx: StoreTx, audit: Audit, connectionId: string, id: string): Promise<Sync> {
  const shop = await shops.lock(tx, connectionId)
  if (!shop) throw notFound('shop', connectionId)
  const run = await store.lock(tx, id)
  if (!run || run.connection_id !== connectionId) throw notFound('sync', id)
  if (run.status !== 'held')
    throw conflict(`The sync is ${run.status}. Only a sync with status "held" can be confirmed.`, 'sync_not_held')
  if (shop.status !== 'active') throw conflict('The connection is not active.', 'needs_reauth')
  if (await store.lockUnfinished(tx, 'catalogue'))
    throw conflict('A newer sync is running. It will report what is missing.', 'sync_not_held')
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

async function scheduleNight(tx: StoreTx, connectionId: string): Promise<void> {
  const facts = await shops.findStoreFacts(tx)
  const at = nextNight(tx.storeEnvId, facts?.timezone ?? 'UTC', tx.now)
  await shops.updateNextSync(tx, connectionId, at)
  await scheduleWakeUp(tx, nightJob, at)
}

/**
 * Returns the connections of the same organization to this shop. Transactions that connect the same shop wait for each
 * other here, so that the second one sees the first one's connection. Comes before the transaction's first write.
 */
export async function requireFree(
  tx: StoreTx,
  shop: Pick<shops.Row, 'platform' | 'address'>,
): Promise<shops.ConnectedElsewhere[]> {
  if (shop.platform !== 'shopify') return []
  await shops.lockAddress(tx, shop)
  const elsewhere = await shops.listElsewhere(tx, shop)
  if (elsewhere.some(({ organizationId }) => organizationId !== tx.organizationId)) throw shopConnectedElsewhere()
  return elsewhere
}

/** The connections of `elsewhere`, which `requireFree` found, end. */
export async function beginReading(
  tx: StoreTx,
  connectionId: string,
  trigger: 'connect' | 'repair',
  elsewhere: readonly shops.ConnectedElsewhere[],
): Promise<void> {
  await shops.upsertLookup(tx, connectionId)
  await enqueueHooks(tx, connectionId, { anew: true })
  await requestSync(tx, connectionId, 'catalogue', trigger)
  await scheduleNight(tx, connectionId)
  const at = tx.now.toISOString()
  for (const other of elsewhere) await enqueue(tx, leaveJob, { ...other, at })
}

/**
 * Ends the connection, because the shop's app was installed for another store. Tokens and webhooks now belong to that
 * store.
 */
export async function leaveShop(tx: StoreTx, connectionId: string, at: string): Promise<void> {
  const reason = 'The shop was connected to another store. Repair the connection to move it back here.'
  if ((await shops.updateLeft(tx, connectionId, at, reason)) > 0) await store.cancelUnfinished(tx, connectionId)
}

/**
 * Starts the nightly sync if it is due, and plans the next one. Returns the sync time that was planned before this
 * call.
 */
export async function requestNightly(tx: StoreTx): Promise<Date | undefined> {
  const row = await shops.findOnly(tx)
  const shop = row && (await shops.lock(tx, row.id))
  if (!shop?.next_sync_at || shop.platform === 'custom') return undefined
  const dueAt = new Date(shop.next_sync_at)
  if (dueAt > tx.now) {
    await scheduleWakeUp(tx, nightJob, dueAt)
    return dueAt
  }
  await scheduleNight(tx, shop.id)
  if (shop.status !== 'active') return dueAt
  await enqueueHooks(tx, shop.id, { anew: false })
  await requestSync(tx, shop.id, 'catalogue', 'nightly')
  return dueAt
}

export type RecordedOrders = {
  created: number
  updated: number
  unchanged: number
  failed: number
  warnings: readonly Warning[]
}

export type ShopHearer = {
  /** Writes orders in their current state in the shop. Orders placed before `connectedAt` get no review request. */
  recordOrders?(
    tx: StoreTx,
    shop: { connectionId: string; connectedAt: Date },
    orders: readonly ShopOrder[],
  ): Promise<RecordedOrders>
  /** Writes categories in their current state in the shop. Called before the products of these categories are written. */
  recordCategories?(tx: StoreTx, categories: readonly ShopCategory[]): Promise<unknown>
  listCategories?(tx: StoreTx, platformCategoryIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  placeProducts?(
    tx: StoreTx,
    products: readonly { platformProductId: string; categoryIds: readonly string[] }[],
  ): Promise<unknown>
  /** Called after a verified sync with all categories of the shop. */
  categoriesRead?(tx: StoreTx, platformCategoryIds: readonly string[]): Promise<unknown>
  catalogueRead?(tx: StoreTx): Promise<unknown>
}

export const shopHearers = contributionPoint<ShopHearer>('what shops bring')
