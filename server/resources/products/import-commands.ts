// Imports only products that the store does not have yet. Existing products are maintained by pushes and stay unchanged.
import type { StoreTx } from '#platform/db/db.ts'
import { upsertProducts } from './commands.ts'
import type { ProductRow } from './rules.ts'
import * as store from './store.ts'

export type ImportedProduct = ProductRow

export type ProductOutcome = { outcome: 'imported' | 'known' | 'repeated' } | { outcome: 'failed'; message: string }

/** Outcomes are in the order of the rows. With `isDryRun` nothing is written. */
export async function importProducts(
  tx: StoreTx,
  rows: readonly ImportedProduct[],
  isDryRun: boolean,
): Promise<ProductOutcome[]> {
  const known = await store.listKnown(
    tx,
    rows.map(({ platformProductId }) => platformProductId),
  )
  const seen = new Set<string>()
  const outcomes = rows.map(({ platformProductId: id }): ProductOutcome => {
    if (known.has(id)) return { outcome: 'known' }
    if (seen.has(id)) return { outcome: 'repeated' }
    seen.add(id)
    return { outcome: 'imported' }
  })
  if (isDryRun) return outcomes
  const places = outcomes.flatMap(({ outcome }, i) => (outcome === 'imported' ? [i] : []))
  const report = await upsertProducts(
    tx,
    places.flatMap((i) => rows[i] ?? []),
  )
  for (const { index, message } of report.errors) outcomes[places[index] ?? -1] = { outcome: 'failed', message }
  return outcomes
}
