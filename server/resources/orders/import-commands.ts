// Imports only orders that the store does not have yet, because an order pushed by the shop has more fields than a file.
import type { StoreTx } from '#platform/db/db.ts'
import { upsertOrders } from './commands.ts'
import type { OrderRow } from './rules.ts'
import * as store from './store.ts'

export type OrderOutcome = { outcome: 'imported' | 'known' | 'repeated' } | { outcome: 'failed'; message: string }

/** Outcomes are in the order of the rows. With `isDryRun` nothing is written. */
export async function importOrders(tx: StoreTx, rows: readonly OrderRow[], isDryRun: boolean): Promise<OrderOutcome[]> {
  const ids = rows.map(({ platformOrderId }) => platformOrderId)
  const stored = rows.length === 0 ? [] : await tx.all(store.selectFingerprints(tx, ids))
  const known = new Set(stored.map((row) => row.platform_order_id))
  const seen = new Set<string>()
  const outcomes = ids.map((id): OrderOutcome => {
    if (known.has(id)) return { outcome: 'known' }
    if (seen.has(id)) return { outcome: 'repeated' }
    seen.add(id)
    return { outcome: 'imported' }
  })
  if (isDryRun) return outcomes
  const places = outcomes.flatMap(({ outcome }, i) => (outcome === 'imported' ? [i] : []))
  if (places.length === 0) return outcomes
  const report = await upsertOrders(
    tx,
    places.flatMap((i) => rows[i] ?? []),
  )
  for (const { index, message } of report.errors) outcomes[places[index] ?? -1] = { outcome: 'failed', message }
  return outcomes
}
