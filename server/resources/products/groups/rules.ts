// Derives groups of products. A product joins the first of these groups that exists: a manual group, the group of its
// group key, the group of its GTINs.
import { maxProducts, minProducts } from './schema.ts'

/** A product and one of its keys. A product may have several GTINs. */
export type KeyedProduct = { productId: string; key: string }

export type DerivedGroup = { key: string; productIds: string[] }

/** `tooLarge` contains keys that more than `maxProducts` products share. They form no group. */
export type DerivedGroups = { groups: DerivedGroup[]; tooLarge: string[] }

/** Makes one group for each key. */
export function groupByKey(rows: readonly KeyedProduct[]): DerivedGroups {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return sort(
    [...byKey].map(([key, found]) => ({ key, productIds: [...new Set(found.map(({ productId }) => productId))] })),
  )
}

/**
 * Products that share a GTIN belong together, also if they share it only with a third product. The lowest GTIN
 * identifies the group.
 */
export function* groupingByGtin(rows: readonly KeyedProduct[]): Generator<void, DerivedGroups> {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) root = next
    for (let at = id; at !== root; ) {
      const next = parents.get(at) as string
      parents.set(at, root)
      at = next
    }
    return root
  }
  const firstOf = new Map<string, string>()
  for (const { productId, key } of rows) {
    yield
    if (!parents.has(productId)) parents.set(productId, productId)
    const first = firstOf.get(key)
    if (first === undefined) firstOf.set(key, productId)
    else parents.set(rootOf(productId), rootOf(first))
  }
  const found = new Map<string, { key: string; productIds: Set<string> }>()
  for (const { productId, key } of rows) {
    yield
    const root = rootOf(productId)
    const group = found.get(root)
    if (group === undefined) found.set(root, { key, productIds: new Set([productId]) })
    else {
      group.productIds.add(productId)
      if (toGtin14(key) < toGtin14(group.key)) group.key = key
    }
  }
  return sort([...found.values()].map(({ key, productIds }) => ({ key, productIds: [...productIds] })))
}

const sort = (all: readonly DerivedGroup[]): DerivedGroups => ({
  groups: all.filter(({ productIds: { length } }) => length >= minProducts && length <= maxProducts),
  tooLarge: all.filter(({ productIds }) => productIds.length > maxProducts).map(({ key }) => key),
})

/** A GTIN's comparison key has no leading zeros. */
export const toGtin14 = (key: string): string => key.padStart(14, '0')

export type StoredGroup = { id: string; key: string; productIds: readonly string[] }

export type GroupPlan = {
  /** Groups, each with its existing or new id. */
  write: { id: string; key: string; productIds: readonly string[]; isNew: boolean }[]
  /** Groups that no longer exist. */
  removed: string[]
  /** Products that leave their group, and products that join one. */
  left: string[]
  joined: string[]
}

/**
 * A group with the same key keeps its id. With `byProduct`, a group also gets the id of a former group with a common
 * product.
 */
export function planGroups(
  derived: readonly DerivedGroup[],
  stored: readonly StoredGroup[],
  { makeId, byProduct }: { makeId: () => string; byProduct: boolean },
): GroupPlan {
  const groupOf = new Map(stored.flatMap(({ id, productIds }) => productIds.map((product) => [product, id] as const)))
  const byKey = new Map(stored.map(({ id, key }) => [key, id]))
  const keyOf = new Map(stored.map(({ id, key }) => [id, key]))
  const sizeOf = new Map(stored.map(({ id, productIds }) => [id, productIds.length]))
  const used = new Set<string>()
  const take = (ids: readonly (string | undefined)[]): string | undefined => {
    const id = ids.find((each) => each !== undefined && !used.has(each))
    if (id !== undefined) used.add(id)
    return id
  }
  const byOwnKey = new Map(derived.map((group) => [group, take([byKey.get(group.key)])]))
  const groups = derived.map((group) => {
    const kept =
      byOwnKey.get(group) ??
      (byProduct ? take(group.productIds.map((product) => groupOf.get(product)).sort()) : undefined)
    return { ...group, id: kept ?? makeId(), isNew: kept === undefined }
  })
  const newGroupOf = new Map(groups.flatMap(({ id, productIds }) => productIds.map((each) => [each, id] as const)))
  const isChanged = ({ id, key, isNew, productIds }: (typeof groups)[number]) =>
    isNew ||
    keyOf.get(id) !== key ||
    productIds.some((each) => groupOf.get(each) !== id) ||
    sizeOf.get(id) !== productIds.length
  return {
    write: groups.filter(isChanged),
    removed: stored.filter(({ id }) => !used.has(id)).map(({ id }) => id),
    left: [...groupOf.keys()].filter((product) => !newGroupOf.has(product)),
    joined: [...newGroupOf.keys()].filter((product) => newGroupOf.get(product) !== groupOf.get(product)),
  }
}

/** Returns the former and the current keys of a product together, or none if its push left them unchanged. */
export function touchedKeys<Key>(before: readonly Key[], after: readonly Key[]): Key[] {
  const [old, now] = [new Set(before), new Set(after)]
  const isSame = old.size === now.size && [...old].every((key) => now.has(key))
  return isSame ? [] : [...new Set([...old, ...now])]
}
