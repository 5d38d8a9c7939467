// Derives groups in the transaction that changes their products. It reads only products with a changed key or GTIN,
// and products that share it.
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import { inSlices } from '#platform/values/slices.ts'
import {
  type DerivedGroup,
  groupByKey,
  groupingByGtin,
  type KeyedProduct,
  planGroups,
  type StoredGroup,
  toGtin14,
} from './rules.ts'
import type { GroupSwitches } from './schema.ts'
import * as store from './store.ts'

/** `keys` and `gtins` contain the former and the current values of the products. GTINs are comparison keys. */
export type TouchedFacts = { productIds: readonly string[]; keys: readonly string[]; gtins: readonly string[] }

/**
 * The caller has locked the store's groups. `former` contains GTIN groups that products just left for a manual group.
 */
export async function deriveTouched(
  tx: StoreTx,
  { productIds, keys, gtins }: TouchedFacts,
  former: readonly StoredGroup[] = [],
): Promise<void> {
  const switches = await store.findSwitches(tx)
  const byKey = keys.length === 0 ? unchanged : await deriveByKey(tx, switches, keys)
  if (!switches.byGtin) return
  const left = [...former, ...byKey.former]
  const seeds = [...productIds, ...byKey.productIds, ...left.flatMap((group) => group.productIds)]
  const { stored, ...explored } = await explore(tx, seeds, gtins)
  const found = new Set(stored.map(({ id }) => id))
  const empty = left.filter(({ id }) => !found.has(id)).map((group) => ({ ...group, productIds: [] }))
  await deriveByGtin(tx, { ...explored, stored: [...stored, ...empty] })
}

/** Derives all groups of the store, after a change of its settings. */
export async function deriveAll(tx: StoreTx, switches: GroupSwitches): Promise<void> {
  await deriveByKey(tx, switches, switches.byGroupKey ? await store.listSharedKeys(tx) : [], true)
  const rows = switches.byGtin ? await store.listSharedGtins(tx) : []
  await deriveByGtin(tx, { rows, stored: await store.listDerived(tx, 'gtin'), gtins: undefined })
}

async function deriveByKey(
  tx: StoreTx,
  { byGroupKey }: GroupSwitches,
  keys: readonly string[],
  isWhole = false,
): Promise<AppliedChanges> {
  const rows = byGroupKey ? await store.listOfKeys(tx, keys) : []
  const { groups, tooLarge } = groupByKey(rows)
  const stored = isWhole ? await store.listDerived(tx, 'group_key') : await store.listOfKeysStored(tx, keys)
  const changed = await apply(tx, 'group_key', groups, stored)
  await store.setOverflows(tx, 'group_key', isWhole ? undefined : keys, tooLarge)
  return changed
}

type ExploredProducts = {
  rows: readonly KeyedProduct[]
  stored: readonly StoredGroup[]
  gtins: readonly string[] | undefined
}

async function deriveByGtin(tx: StoreTx, { rows, stored, gtins }: ExploredProducts): Promise<void> {
  const { groups, tooLarge } = await inSlices(groupingByGtin(rows))
  await apply(tx, 'gtin', groups, stored)
  await store.setOverflows(tx, 'gtin', gtins, tooLarge)
}

/** A push of 250 products in groups of 200 needs this many. If more are found, one of the groups is too large. */
const maxExplored = 50_000

/** Follows shared GTINs from product to product, so that it reads complete groups. */
async function explore(tx: StoreTx, seeds: readonly string[], touched: readonly string[]): Promise<ExploredProducts> {
  const rows = new Map<string, KeyedProduct>()
  const products = new Set<string>()
  const gtins = new Set(touched)
  const add = (found: readonly KeyedProduct[]) => {
    for (const row of found) rows.set(`${row.productId} ${row.key}`, row)
  }
  let nextProducts = [...new Set([...seeds, ...(await store.listGtinMates(tx, seeds)).map(({ id }) => id)])]
  let nextGtins = [...gtins]
  while (nextProducts.length + nextGtins.length > 0 && products.size <= maxExplored) {
    for (const id of nextProducts) products.add(id)
    for (const gtin of nextGtins) gtins.add(gtin)
    const found: KeyedProduct[] = []
    if (nextProducts.length > 0) found.push(...(await store.listGtinsOfFree(tx, nextProducts)))
    if (nextGtins.length > 0) found.push(...(await store.listFreeByGtins(tx, nextGtins)))
    add(found)
    nextProducts = [...new Set(found.map(({ productId }) => productId))].filter((id) => !products.has(id))
    nextGtins = [...new Set(found.map(({ key }) => key))].filter((key) => !gtins.has(key))
  }
  return { rows: [...rows.values()], stored: await store.listGtinGroupsOf(tx, [...products]), gtins: [...gtins] }
}

/** Products whose group changed, and the former state of the GTIN groups that they left. */
type AppliedChanges = { productIds: readonly string[]; former: readonly StoredGroup[] }

const unchanged: AppliedChanges = { productIds: [], former: [] }

/** Writes the difference between the derived and the stored groups. */
async function apply(
  tx: StoreTx,
  source: store.DerivedSource,
  derived: readonly DerivedGroup[],
  stored: readonly StoredGroup[],
): Promise<AppliedChanges> {
  const makeId = () => newId(tx.now.getTime())
  const { write, removed, left, joined } = planGroups(derived, stored, { makeId, byProduct: source === 'gtin' })
  if (write.length + removed.length + left.length === 0) return unchanged
  const former = source === 'gtin' || joined.length === 0 ? [] : await store.listGtinGroupsOf(tx, joined)
  if (removed.length > 0) await store.deleteGroups(tx, removed)
  if (left.length > 0) await store.deleteMembers(tx, left)
  if (write.length > 0)
    await store.upsertDerived(
      tx,
      source,
      write.map(({ id, key }) => ({ id, key, name: source === 'gtin' ? toGtin14(key) : key })),
    )
  const members = write.flatMap(({ id, productIds }) => productIds.map((productId) => ({ productId, groupId: id })))
  for (let at = 0; at < members.length; at += membersAtOnce)
    await store.placeMembers(tx, members.slice(at, at + membersAtOnce))
  invalidateStorefront(tx)
  return { productIds: [...left, ...joined], former }
}

const membersAtOnce = 5_000
