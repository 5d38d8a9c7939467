import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, invalidField, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { deriveAll, deriveTouched, type TouchedFacts } from './deriving.ts'
import {
  type GroupSettings,
  type GroupSwitches,
  maxManualGroups,
  minProducts,
  type NewProductGroup,
  type ProductGroup,
  type ProductGroupChange,
} from './schema.ts'
import * as store from './store.ts'

export { copyStars } from './store.ts'

/** Derives the groups of products whose group key, GTINs or variants on sale changed in this transaction. */
export async function regroup(tx: StoreTx, touched: readonly TouchedFacts[]): Promise<void> {
  await store.lockGroups(tx)
  const all = <Name extends keyof TouchedFacts>(name: Name) => [...new Set(touched.flatMap((each) => each[name]))]
  await deriveTouched(tx, { productIds: all('productIds'), keys: all('keys'), gtins: all('gtins') })
}

export async function createGroup(tx: StoreTx, audit: Audit, group: NewProductGroup): Promise<ProductGroup> {
  await store.lockGroups(tx)
  if ((await store.countManual(tx)) >= maxManualGroups)
    throw conflict(`A store can have at most ${maxManualGroups.toLocaleString('en')} manual groups. Delete one first.`)
  const id = newId(tx.now.getTime())
  const products = await requireFree(tx, id, group.productIds)
  await store.insertManual(tx, { id, name: group.name.trim() })
  await place(tx, id, products)
  const made = await requireGroup(tx, id)
  await audit(tx, 'product_group.created', toTarget(made), { products: made.productIds.length })
  return made
}

export async function changeGroup(
  tx: StoreTx,
  audit: Audit,
  id: string,
  { name, productIds }: ProductGroupChange,
): Promise<ProductGroup> {
  await store.lockGroups(tx)
  const before = await requireManual(tx, id)
  const products = productIds && (await requireFree(tx, before.id, productIds))
  const wanted = new Set(products?.map((each) => each.id) ?? before.productIds)
  const left = before.productIds.filter((each) => !wanted.has(each))
  const joined = (products ?? []).filter((each) => each.group_id !== before.id)
  const newName = name?.trim() ?? before.name
  if (newName === before.name && left.length + joined.length === 0) return before
  await store.updateName(tx, before.id, newName)
  if (left.length > 0) await release(tx, left)
  if (joined.length > 0) await place(tx, before.id, joined)
  invalidateStorefront(tx)
  const after = await requireGroup(tx, before.id)
  await audit(tx, 'product_group.updated', toTarget(after), { products: after.productIds.length })
  return after
}

export async function deleteGroup(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  await store.lockGroups(tx)
  const group = await requireManual(tx, id)
  await release(tx, group.productIds)
  await store.deleteGroups(tx, [group.id])
  invalidateStorefront(tx)
  await audit(tx, 'product_group.deleted', toTarget(group), { products: group.productIds.length })
}

export const readSettings = async (tx: StoreTx): Promise<GroupSettings> => ({
  ...(await store.findSwitches(tx)),
  tooLarge: await store.countTooLarge(tx),
})

export async function changeSettings(
  tx: StoreTx,
  audit: Audit,
  changes: Partial<GroupSwitches>,
): Promise<GroupSettings> {
  await store.lockGroups(tx)
  const before = await store.findSwitches(tx)
  const after = { ...before, ...changes }
  if (after.byGroupKey !== before.byGroupKey || after.byGtin !== before.byGtin) {
    await store.upsertSwitches(tx, after)
    await deriveAll(tx, after)
    invalidateStorefront(tx)
    await audit(tx, 'product_groups.settings_updated', { type: 'store', id: tx.storeEnvId }, { ...after })
  }
  return readSettings(tx)
}

export const requireGroup = async (tx: StoreTx, id: string): Promise<ProductGroup> =>
  orNotFound(await store.find(tx, id), 'product group', id)

async function requireManual(tx: StoreTx, id: string): Promise<ProductGroup> {
  const group = await requireGroup(tx, id)
  if (group.source !== 'manual')
    throw conflict(
      'This group is derived from its products. Change their group key or GTINs, or make a manual group, which takes precedence.',
    )
  return group
}

/** Throws 404 for an unknown product, and 409 for a product of another manual group. */
async function requireFree(tx: StoreTx, groupId: string, sent: readonly string[]): Promise<store.PlacedProduct[]> {
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))]
  if (ids.length < minProducts) throw invalidField('/productIds', 'must name at least two different products')
  const found = await store.listPlaced(tx, ids)
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound('product', unknown)
  const taken = found.find(({ source, group_id }) => source === 'manual' && group_id !== groupId)
  if (taken)
    throw conflict(
      `The product ${taken.id} is in another manual group. Remove it from group ${taken.group_id} first.`,
      'already_grouped',
    )
  return found
}

/** Moves the products from their derived groups to the manual group, and derives the former groups again. */
async function place(tx: StoreTx, groupId: string, products: readonly store.PlacedProduct[]): Promise<void> {
  const ids = products.map(({ id }) => id)
  const former = await store.listGtinGroupsOf(tx, ids)
  await store.placeMembers(
    tx,
    ids.map((productId) => ({ productId, groupId })),
  )
  await deriveTouched(tx, await readTouched(tx, ids), former)
  invalidateStorefront(tx)
}

/** Puts products that leave a manual group into the group of their key or GTINs. */
async function release(tx: StoreTx, ids: readonly string[]): Promise<void> {
  await store.deleteMembers(tx, ids)
  await deriveTouched(tx, await readTouched(tx, ids))
}

async function readTouched(tx: StoreTx, ids: readonly string[]): Promise<TouchedFacts> {
  const keys = (await store.listPlaced(tx, ids)).flatMap(({ group_key: key }) => key ?? [])
  const gtins = (await store.listGtins(tx, ids)).map(({ key }) => key)
  return { productIds: ids, keys: [...new Set(keys)], gtins }
}

const toTarget = ({ id, name }: ProductGroup) => ({ type: 'product_group', id, name })
