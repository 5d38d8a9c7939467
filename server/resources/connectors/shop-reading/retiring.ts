// Retires products and variants only after the whole catalogue was read and the shop confirms that each id is missing.
// If many are missing, the merchant decides.
import type { ShopProduct } from '#integrations/shops/shop.ts'
import { retireProduct, retireVariants } from '#resources/products/commands.ts'
import { added, isToBeHeld, noCounts } from '../shops/rules.ts'
import { enqueueHeldNotice } from './held-notice.ts'
import { writeProducts } from './products.ts'
import { countedOn, loadCategories, NotWhole, type Step, write } from './step.ts'
import * as store from './store.ts'

const idsAtOnce = 250
const retiredAtOnce = 100

export async function verify(step: Step, run: store.Run): Promise<store.Run> {
  const { ours, seen } = await step.ctx.db.store(step.scope, 'read', (tx) => store.countSeen(tx, run))
  if (seen === 0 && ours > 0)
    throw new NotWhole('catalogue_empty', 'The shop reports no products, although it had some. Nothing was retired.')
  const verdict = await step.shop.verify({ products: seen, variants: run.read_variants, last: run.position })
  if (!verdict.isWhole)
    throw new NotWhole(
      'read_incomplete',
      `The catalogue was not read completely, so nothing was retired. ${verdict.reason}`,
    )
  const { names } = await loadCategories(step, run)
  return write(step, run, async (tx) => {
    for (let after = ''; ; ) {
      const unseen = await store.listUnseen(tx, run, after, 5_000)
      const rows = unseen.map((each) => ({ ...each, platformVariantId: null }))
      if (rows.length > 0) await store.insertMissing(tx, run.id, 'found_missing', rows)
      after = unseen.at(-1)?.platformProductId ?? ''
      if (unseen.length < 5_000) break
    }
    return { phase: 'missing', position: null, counts: { ...run.counts, categories: names.size } }
  })
}

/**
 * Pages shift if a product is deleted during the sync. Each unseen product is therefore requested by id before it
 * counts as deleted.
 */
export async function askForMissing(step: Step, run: store.Run): Promise<store.Run> {
  const missing = await step.ctx.db.store(step.scope, 'read', (tx) =>
    store.listMissing(tx, run.id, 'found_missing', idsAtOnce),
  )
  if (missing.length === 0) return decide(step, run)
  const ids = [...new Set(missing.map(({ platformProductId }) => platformProductId))]
  const found = await step.shop.findProducts(ids)
  const { names } = await loadCategories(step, run)
  // A product that the sync saw is requested only because of a variant, so it is not counted again.
  const unseen = new Set(missing.flatMap((each) => (each.platformVariantId === null ? each.platformProductId : [])))
  const isUnseen = ({ platformProductId }: ShopProduct) => unseen.has(platformProductId)
  return write(step, run, async (tx) => {
    const seen = found.filter((product) => !isUnseen(product))
    const again = await writeProducts(tx, step, run, seen, names)
    const { returned } = again.counts
    const soFar = { ...run, warnings: again.warnings, counts: { ...run.counts, returned } }
    const { isNew, ...progress } = await writeProducts(tx, step, soFar, found.filter(isUnseen), names)
    const have = found.map(({ platformProductId }) => platformProductId)
    const variants = found.flatMap((product) => product.variants.map(({ platformVariantId }) => platformVariantId))
    if (have.length > 0) await store.updateStillThere(tx, run.id, have, variants)
    const there = new Set(have)
    const sold = new Set(variants)
    const gone = missing.filter(
      ({ platformProductId, platformVariantId }) =>
        !there.has(platformProductId) || (platformVariantId !== null && !sold.has(platformVariantId)),
    )
    await store.updateRetirements(
      tx,
      gone.map(({ id }) => id),
      'confirmed',
    )
    return { ...progress, ...countedOn(run, isNew) }
  })
}

async function decide(step: Step, run: store.Run): Promise<store.Run> {
  const next = await write(step, run, async (tx) => {
    const wouldRetire = await store.countConfirmed(tx, run.id)
    // Counting a large catalogue is slow, so it only runs if something is missing.
    const isHeld =
      wouldRetire > 0 && !run.is_confirmed && isToBeHeld(wouldRetire, await store.countLive(tx, run.connection_id))
    if (isHeld) await enqueueHeldNotice(tx, run.id)
    return { phase: isHeld ? 'end' : 'retire', would_retire: isHeld ? wouldRetire : null }
  })
  return next
}

export async function retire(step: Step, run: store.Run): Promise<store.Run> {
  return write(step, run, async (tx) => {
    const gone = await store.listMissing(tx, run.id, 'confirmed', retiredAtOnce)
    if (gone.length === 0) return { phase: 'end' }
    const products = gone.filter(({ platformVariantId }) => platformVariantId === null)
    const before = await store.countLive(tx, run.connection_id)
    for (const { platformProductId } of products) await retireProduct(tx, platformProductId)
    const variants = gone.filter(({ platformVariantId }) => platformVariantId !== null)
    const ids = variants.length > 0 ? await store.findVariantIds(tx, variants) : []
    if (ids.length > 0)
      await retireVariants(
        tx,
        ids.map(({ id }) => id),
      )
    const retired = before - (await store.countLive(tx, run.connection_id))
    await store.updateRetirements(
      tx,
      gone.map(({ id }) => id),
      'retired',
    )
    const counts = added({ ...noCounts, ...run.counts }, { retired })
    return { counts, phase: gone.length < retiredAtOnce ? 'end' : 'retire' }
  })
}
