import type { ShopProduct } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { retireVariants, upsertProducts } from '#resources/products/commands.ts'
import type { Reading } from '#resources/products/rules.ts'
import { added, fit, joinWarnings, noCounts } from '../shops/rules.ts'
import { countedOn, loadCategories, RunProblem, type Step, write } from './step.ts'
import * as store from './store.ts'

const mostPages = 20_000
const mostStalePages = 1_000

export async function readProducts(step: Step, run: store.Run): Promise<store.Run> {
  const { names } = await loadCategories(step, run)
  const page = await step.shop.readProducts(run.position)
  if (run.pages >= mostPages || run.stale_pages >= mostStalePages)
    throw new RunProblem('endless_pages', "The shop's product list has too many pages.")
  if (page.next !== null && JSON.stringify(page.next) === JSON.stringify(run.position))
    throw new RunProblem('endless_pages', 'The shop returned the same page several times.')
  return write(step, run, async (tx) => {
    const { isNew, ...progress } = await writeProducts(tx, step, run, page.items, names)
    return {
      ...progress,
      warnings: joinWarnings(progress.warnings, page.warnings ?? []),
      ...countedOn(run, isNew),
      total: page.total ?? run.total,
      read_variants: run.read_variants + page.items.reduce((sum, { variants }) => sum + variants.length, 0),
      pages: run.pages + 1,
      stale_pages: isNew > 0 ? 0 : run.stale_pages + 1,
      position: page.next ?? run.position,
      phase: page.next === null ? 'verify' : 'products',
    }
  })
}

export async function writeProducts(
  tx: StoreTx,
  { hearers }: Step,
  run: store.Run,
  products: readonly ShopProduct[],
  names: Map<string, string>,
) {
  const fitted = products.map((product) => fit(product, names))
  const rows = fitted.flatMap((each) => ('row' in each ? [each.row] : []))
  const ids = rows.map(({ platformProductId }) => platformProductId)
  const reading: Reading = { missing: new Map(), returned: new Set() }
  const variantIds = rows.flatMap(({ variants }) => variants?.map(({ platformVariantId }) => platformVariantId) ?? [])
  const moved = variantIds.length > 0 ? await store.listMoved(tx, run.id, variantIds, ids) : []
  if (moved.length > 0)
    await retireVariants(
      tx,
      moved.map(({ variantId }) => variantId),
    )
  const report = await upsertProducts(tx, rows, reading)
  const known = new Set(ids)
  const placed = products.filter(({ platformProductId }) => known.has(platformProductId))
  for (const { placeProducts } of hearers) await placeProducts?.(tx, placed)
  const isNew = ids.length > 0 ? await store.markSeen(tx, run, ids) : 0
  if (reading.missing.size > 0) await store.insertMissingVariants(tx, run.id, [...reading.missing.values()])
  const failures = report.errors.map(({ code, message, platformProductId }) => ({
    code,
    message,
    platformId: platformProductId,
  }))
  const { created, updated, unchanged, failed } = report
  const returned = reading.returned.size
  const unreadable = products.length - rows.length
  return {
    isNew,
    counts: added(
      { ...noCounts, ...run.counts },
      { created, updated, unchanged, failed: failed + unreadable, returned },
    ),
    warnings: joinWarnings(run.warnings, [...fitted.flatMap(({ warnings }) => warnings), ...failures]),
  }
}
