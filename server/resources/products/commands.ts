// Writes whole products in batches for the API, the catalogue sync and the demo. Each product succeeds or fails alone.

import { publish } from '#platform/areas/events.ts'
import {
  attempt,
  type BatchResult,
  buildReport,
  type Fault,
  inLockOrder,
  type Report,
  writeInParts,
} from '#platform/calls/paging/batch.ts'
import { countChange } from '#platform/calls/paging/row-counts.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { isViolationOf } from '#platform/values/errors.ts'
import { gtinKey } from '#platform/values/identifiers.ts'
import { inSlices } from '#platform/values/slices.ts'
import { groupFactsChanged, productsPushed, productsWritten } from './events.ts'
import { touchedKeys } from './groups/rules.ts'
import { type Failure, failure, type Item, isValidGtin, type ProductRow, preparing, type Reading } from './rules.ts'
import * as store from './store.ts'
import { claimsRefused, diffingVariants, type StoredVariant, type VariantDiff } from './variants/rules.ts'
import * as variants from './variants/store.ts'

/** Each row is a whole product as in `PUT /products`, already checked against its schema. */
export async function upsertProducts(
  tx: StoreTx,
  rows: readonly ProductRow[],
  reading?: Reading,
): Promise<Report<Failure>> {
  const { items, failures } = await inSlices(preparing(rows, reading !== undefined))
  const known = await store.listKnown(
    tx,
    items.map((item) => item.platformProductId),
  )
  const changed = items.filter((item) => !known.get(item.platformProductId)?.fingerprint?.equals(item.fingerprint))
  const outcome = await writeAll(
    tx,
    inLockOrder(changed, (item) => item.platformProductId),
    known,
    reading,
  )
  countChange(tx, 'products', outcome.created)
  // A new product has no reviews yet, but it can change which product a differently written id refers to.
  if (outcome.created + outcome.updated > 0) {
    invalidateStorefront(tx)
    publish(tx, productsWritten, {})
  }
  // A catalogue sync already has the shop's category ids, so it publishes nothing here.
  if (!reading) publishPushed(tx, changed, known, outcome)
  return buildReport(rows.length, failures, outcome)
}

/** Publishes no event for a new product without categories, because it changes no category. */
function publishPushed(
  tx: StoreTx,
  changed: readonly Item[],
  known: KnownProducts,
  { failures }: BatchResult<Failure>,
): void {
  const failed = new Set(failures.map(({ index }) => index))
  const products = changed.filter(
    ({ index, platformProductId, categories }) =>
      !failed.has(index) && (categories.length > 0 || known.has(platformProductId)),
  )
  if (products.length > 0)
    publish(tx, productsPushed, {
      products: products.map(({ platformProductId, categories }) => ({ platformProductId, categories })),
    })
}

/**
 * Changes the page and picture addresses of a shop that moves. `from` and `to` are the beginnings of addresses, each ending
 * with a slash.
 */
export async function moveAddresses(tx: StoreTx, from: string, to: string): Promise<void> {
  await store.updateAddresses(tx, from, to)
  await variants.updateAddresses(tx, from, to)
  invalidateStorefront(tx)
}

/** Archives a product and retires its variants. Its reviews stay. A later push restores the product. */
export async function retireProduct(tx: StoreTx, platformProductId: string): Promise<boolean> {
  const id = await store.lockByPlatformId(tx, platformProductId)
  if (id === undefined) return false
  const live = (await variants.listByProducts(tx, [id])).filter(({ isRetired }) => !isRetired)
  if (live.length > 0)
    await variants.retire(
      tx,
      live.map((variant) => variant.id),
    )
  await store.updateRetired(tx, id)
  publish(tx, productsWritten, {})
  publishGroupFacts(tx, { productIds: [id], keys: [], gtins: gtinsOf(live) })
  invalidateStorefront(tx)
  return true
}

/**
 * Tries the whole batch first, so faults are searched for only after a failure. One query finds conflicting live variants;
 * other faults are found by halving.
 */
async function writeAll(
  tx: StoreTx,
  items: readonly Item[],
  known: KnownProducts,
  reading: Reading | undefined,
): Promise<BatchResult<Failure>> {
  if (items.length === 0) return { created: 0, updated: 0, failures: [] }
  const inParts = (rest: readonly Item[], fault?: Fault) =>
    writeInParts(tx, rest, (part) => write(tx, part, known, reading), toFailure, fault)
  const hoped = await attempt(tx, () => write(tx, items, known, reading))
  if (!('fault' in hoped)) return hoped
  if (!isTaken(hoped.fault)) return inParts(items, hoped.fault)
  const holders = await variants.findHolders(tx, [...new Set(items.flatMap(variantIds))])
  const refused = claimsRefused(items, holders)
  const rest = items.filter((item) => !refused.has(item))
  const outcome = await inParts(rest, refused.size === 0 ? hoped.fault : undefined)
  const failures = [...refused].map(([item, variant]) =>
    failure(item, 'duplicate_variant', `The variant ${variant} is live on another product.`),
  )
  return { ...outcome, failures: [...outcome.failures, ...failures] }
}

type KnownProducts = ReadonlyMap<string, store.KnownProduct>

const isTaken = (fault: Fault) => isViolationOf(fault, 'product_variants_live_once')

const variantIds = (item: Item) => item.variants.map((variant) => variant.platformVariantId)

/** A variant is also taken if another request put it on another product between the query and the write. */
const toFailure = (item: Item, fault: Fault): Failure =>
  isTaken(fault)
    ? failure(item, 'duplicate_variant', 'A variant of this row is live on another product.')
    : failure(item, 'storage_error', 'The row could not be stored. Other rows are not affected.')

/**
 * Variants that a catalogue sync has not read stay live, unless another product of this batch takes them. Returns the
 * variants to retire.
 */
async function keepMissing(
  tx: StoreTx,
  changed: readonly { id: string; item: Item }[],
  stored: readonly StoredVariant[],
  { writes, gone }: VariantDiff,
  reading: Reading,
): Promise<string[]> {
  const platformIds = new Map(changed.map(({ id, item }) => [id, item.platformProductId]))
  const taken = new Set(writes.map(({ platformVariantId }) => platformVariantId))
  const missing = stored.filter(({ id }) => gone.includes(id))
  const kept = missing.filter(({ platformVariantId }) => !taken.has(platformVariantId))
  for (const { id, productId, platformVariantId, title } of kept)
    reading.missing.set(id, { id, platformProductId: platformIds.get(productId) ?? '', platformVariantId, title })
  const retired = new Map(stored.filter(({ isRetired }) => isRetired).map((each) => [buildVariantKey(each), each.id]))
  for (const each of writes) if (retired.has(buildVariantKey(each))) reading.returned.add(buildVariantKey(each))
  // Clears the fingerprints of products with missing variants. Their next push then counts as a change, whether or not
  // the variants are still missing.
  if (kept.length > 0) await store.clearFingerprints(tx, [...new Set(kept.map(({ productId }) => productId))])
  return missing.filter((each) => !kept.includes(each)).map(({ id }) => id)
}

const buildVariantKey = ({ productId, platformVariantId }: { productId: string; platformVariantId: string }) =>
  `${productId} ${platformVariantId}`

export async function retireVariants(tx: StoreTx, ids: readonly string[]): Promise<number> {
  const retired = await variants.retireLive(tx, ids)
  publishGroupFacts(tx, { productIds: retired.map(({ productId }) => productId), keys: [], gtins: gtinsOf(retired) })
  if (retired.length > 0) invalidateStorefront(tx)
  return retired.length
}

/** Comparison keys of valid GTINs. */
const gtinsOf = (all: readonly { gtin: string | null }[]): string[] =>
  all.flatMap(({ gtin }) => (gtin !== null && isValidGtin(gtin) ? (gtinKey(gtin) ?? []) : []))

/** Publishes nothing if the change touched no group key and no valid GTIN, so that such a push takes no lock. */
function publishGroupFacts(tx: StoreTx, touched: { productIds: string[]; keys: string[]; gtins: string[] }): void {
  if (touched.keys.length + touched.gtins.length > 0) publish(tx, groupFactsChanged, touched)
}

function publishChangedFacts(
  tx: StoreTx,
  changed: readonly { id: string; item: Item }[],
  known: KnownProducts,
  stored: readonly StoredVariant[],
  missing: ReadonlySet<string>,
): void {
  const live = Map.groupBy(
    stored.filter(({ isRetired }) => !isRetired),
    ({ productId }) => productId,
  )
  const facts = changed.map(({ id, item }) => {
    const before = known.get(item.platformProductId)?.groupKey ?? []
    const variantsBefore = live.get(id) ?? []
    const kept = variantsBefore.filter((variant) => missing.has(variant.id))
    return {
      id,
      keys: touchedKeys([before].flat(), [item.groupKey ?? []].flat()),
      gtins: touchedKeys(gtinsOf(variantsBefore), gtinsOf([...item.variants, ...kept])),
    }
  })
  const touched = facts.filter(({ keys, gtins }) => keys.length + gtins.length > 0)
  publishGroupFacts(tx, {
    productIds: touched.map(({ id }) => id),
    keys: [...new Set(touched.flatMap(({ keys }) => keys))],
    gtins: [...new Set(touched.flatMap(({ gtins }) => gtins))],
  })
}

/** Building the parameters of this many variants blocks the event loop for a few milliseconds. */
const variantsAtOnce = 1_000

async function write(
  tx: StoreTx,
  items: readonly Item[],
  known: KnownProducts,
  reading: Reading | undefined,
): Promise<BatchResult<Failure>> {
  const asked = items.flatMap((item) => known.get(item.platformProductId)?.id ?? [])
  const { written, found } = await store.upsert(tx, items, variants.selectVariants(tx, asked))
  const byPlatformId = new Map(items.map((item) => [item.platformProductId, item]))
  const changed = written.flatMap(({ id, platformProductId }) => {
    const item = byPlatformId.get(platformProductId)
    return item ? [{ id, item }] : []
  })
  const existing = written.filter(({ isNew }) => !isNew)
  // Another request may have created the product after the known products were read.
  const unasked = existing.filter(({ platformProductId }) => !known.has(platformProductId)).map(({ id }) => id)
  const stored = unasked.length === 0 ? found : [...found, ...(await variants.listByProducts(tx, unasked))]
  const diff = await inSlices(diffingVariants(changed, stored))
  const gone = reading ? await keepMissing(tx, changed, stored, diff, reading) : diff.gone
  const { writes } = diff
  // Retires variants before it inserts others, so variants can move within the batch. Crossed moves can deadlock and are
  // retried.
  if (gone.length > 0) await variants.retire(tx, gone)
  const ordered = inLockOrder(writes, (variant) => variant.platformVariantId)
  for (let at = 0; at < ordered.length; at += variantsAtOnce)
    await variants.upsert(tx, ordered.slice(at, at + variantsAtOnce))
  const stay = new Set(diff.gone)
  for (const id of gone) stay.delete(id)
  publishChangedFacts(tx, changed, known, stored, stay)
  return { created: written.length - existing.length, updated: existing.length, failures: [] }
}
