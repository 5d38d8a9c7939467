import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { findConnected, requireAdapter } from '#resources/connectors/shops/commands.ts'
import { lockRewards, noteLevel, serveWaiting } from './rewards/commands.ts'
import { retryCodes } from './rewards/issuing.ts'
import {
  type Content,
  changedContent,
  type IncentiveRow,
  isActive,
  isSamePromise,
  refuseBackwards,
  refuseRatings,
  refuseUnsound,
  refuseUnsoundValue,
  toContent,
} from './rules.ts'
import type { IncentiveChanges, NewIncentive } from './schema.ts'
import * as store from './store.ts'

export async function createIncentive(
  tx: StoreTx,
  services: Services,
  audit: Audit,
  sent: NewIncentive,
): Promise<IncentiveRow> {
  refuseRatings(sent)
  const content = toContent(sent)
  refuseUnsoundValue(content)
  refuseUnsound(content, await store.findProgramPoints(tx))
  await requireShop(tx, services, content)
  const { productIds = [], categoryIds = [] } = sent
  await store.lockList(tx)
  await requirePlaces(tx, productIds, categoryIds)
  const id = newId(tx.now.getTime())
  const row = { ...content, id, isGeneral: productIds.length + categoryIds.length === 0, version: 1 }
  await store.insert(tx, row)
  await store.setVersion(tx, row)
  if (productIds.length > 0) await store.setProducts(tx, id, productIds)
  if (categoryIds.length > 0) await store.setCategories(tx, id, categoryIds)
  if (isActive(content.status)) await refuseRival(tx, id)
  await audit(tx, 'review_incentive.created', toTarget(id, content), { status: content.status })
  return requireIncentive(tx, id)
}

export async function changeIncentive(
  tx: StoreTx,
  services: Services,
  audit: Audit,
  id: string,
  changes: IncentiveChanges,
): Promise<IncentiveRow> {
  refuseRatings(changes)
  await store.lockList(tx)
  const before = await requireIncentive(tx, id)
  const content = changedContent(before, changes)
  refuseBackwards(before, content)
  refuseUnsound(content, await store.findProgramPoints(tx))
  // An incentive can be paused or ended after its shop was disconnected, or with a value that is no longer allowed.
  if (!isSamePromise(before, content) || (isActive(content.status) && !isActive(before.status))) {
    refuseUnsoundValue(content)
    await requireShop(tx, services, content)
  }
  const { productIds = before.productIds, categoryIds = before.categoryIds } = changes
  await requirePlaces(tx, changes.productIds ?? [], changes.categoryIds ?? [])
  const isGeneral =
    changes.productIds === undefined && changes.categoryIds === undefined
      ? before.isGeneral
      : productIds.length + categoryIds.length === 0
  // Shoppers who saw the current version still get what it promised.
  const isNewPromise = before.activatedAt !== null && !isSamePromise(before, content)
  const row = { ...content, id, isGeneral, version: isNewPromise ? before.version + 1 : before.version }
  await store.update(tx, row)
  if (!isSamePromise(before, content)) await store.setVersion(tx, row)
  await store.setProducts(tx, id, productIds)
  await store.setCategories(tx, id, categoryIds)
  if (isActive(content.status)) await refuseRival(tx, id)
  if (
    content.code !== before.code ||
    content.lowAt !== before.lowAt ||
    content.codes !== before.codes ||
    content.value !== before.value
  ) {
    await lockRewards(tx)
    await retryCodes(tx, id)
    await serveWaiting(tx, id)
    await noteLevel(tx, id, { isQuiet: true })
  }
  const after = await requireIncentive(tx, id)
  const changed = Object.keys(changes).filter((name) => name in after)
  await audit(tx, 'review_incentive.changed', toTarget(id, content), { changed, status: content.status })
  return after
}

export async function deleteIncentive(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  await store.lockList(tx)
  await lockRewards(tx)
  const before = await requireIncentive(tx, id)
  if (await store.hasOpenRewards(tx, id))
    throw conflict(
      'Some rewards promised by this incentive are not given yet. End the incentive, and delete it after they are given.',
    )
  await store.deleteIncentive(tx, id)
  await audit(tx, 'review_incentive.deleted', toTarget(id, before))
}

export async function addCodes(tx: StoreTx, audit: Audit, id: string, codes: readonly string[]) {
  await lockRewards(tx)
  const incentive = await requireIncentive(tx, id)
  if (incentive.kind !== 'coupon') throw conflict('This incentive gives points and has no codes.')
  if (incentive.codes === 'platform')
    throw conflict('The shop makes the codes of this incentive. Set `codes` to `own` first.')
  if (incentive.code !== null)
    throw conflict('This incentive gives one code to everybody. Remove `code` before you add a pool.')
  const wanted = [...new Set(codes.map((code) => code.trim()))]
  const added = await store.insertCodes(tx, id, wanted)
  await serveWaiting(tx, id)
  await noteLevel(tx, id, { isQuiet: true })
  await audit(tx, 'review_incentive.codes_added', toTarget(id, incentive), { added })
  return { received: codes.length, added, duplicates: codes.length - added }
}

export const requireIncentive = async (tx: StoreReads, id: string): Promise<IncentiveRow> =>
  orNotFound(await store.find(tx, id), 'review incentive', id)

async function requireShop(tx: StoreTx, services: Services, { codes, value }: Content): Promise<void> {
  if (codes !== 'platform' || value === null) return
  const shop = await findConnected(tx)
  if (!shop || shop.status === 'installing')
    throw conflict('No connected shop can make codes. Connect one first, or add your own codes.', 'shop_not_connected')
  if (!requireAdapter(shop.platform, services).codeKinds.includes(value.type))
    throw conflict('The connected shop makes no codes of this kind. Add codes of your own.', 'not_supported')
}

async function refuseRival(tx: StoreTx, id: string): Promise<void> {
  const rival = await store.findRival(tx, id)
  if (rival)
    throw conflict(
      `Another incentive is active on a product of this one: “${rival.text}” (${rival.id}). Pause or end it first, or choose other products, categories or times.`,
    )
}

async function requirePlaces(
  tx: StoreTx,
  productIds: readonly string[],
  categoryIds: readonly string[],
): Promise<void> {
  if (productIds.length > 0) {
    const known = new Set(await store.listProducts(tx, productIds))
    const unknown = productIds.find((id) => !known.has(id.toLowerCase()))
    if (unknown !== undefined) throw notFound('product', unknown)
  }
  if (categoryIds.length > 0) {
    const known = new Set(await store.lockCategories(tx, categoryIds))
    const unknown = categoryIds.find((id) => !known.has(id.toLowerCase()))
    if (unknown !== undefined) throw notFound('category', unknown)
  }
}

const toTarget = (id: string, { text }: Pick<Content, 'text'>) => ({ type: 'review_incentive', id, name: text })
