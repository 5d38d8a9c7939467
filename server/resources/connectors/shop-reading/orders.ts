import type { ShopOrder } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { added, joinWarnings, noCounts } from '../shops/rules.ts'
import * as shops from '../shops/store.ts'
import type { RecordedOrders, ShopHearer } from './commands.ts'
import { countedOn, RunProblem, type Step, write } from './step.ts'
import * as store from './store.ts'

const mostOrders = 50_000
const dayMs = 86_400_000

export async function readOrders(step: Step, run: store.Run): Promise<store.Run | undefined> {
  const { row, shop } = step
  const startedAt = new Date(run.started_at ?? run.created_at)
  const isBackfill = row.orders_read_at === null
  const since = isBackfill
    ? { placed: new Date(Date.parse(row.first_connected_at ?? run.created_at) - row.backfill_days * dayMs) }
    : { changed: new Date(Date.parse(row.orders_read_at ?? '') - 3_600_000) }
  const page = await shop.readOrders(since, run.position)
  const isSame = page.next !== null && JSON.stringify(page.next) === JSON.stringify(run.position)
  if (isSame) throw new RunProblem('endless_pages', 'The shop returned the same page several times.')
  const isCut = run.pass_read + page.items.length > mostOrders
  const items = page.items.slice(0, Math.max(0, mostOrders - run.pass_read))
  const isLast = page.next === null || isCut
  const next = await write(step, run, async (tx) => {
    const connected = { connectionId: row.id, connectedAt: new Date(row.first_connected_at ?? row.created_at) }
    const { warnings: said, ...counts } = await recordAll(tx, step.hearers, connected, items)
    const cut = isCut
      ? [{ code: 'too_many_orders', message: `One sync includes at most ${mostOrders.toLocaleString('en')} orders.` }]
      : []
    const more = {
      counts: added({ ...noCounts, ...run.counts }, counts),
      warnings: joinWarnings(run.warnings, [...(page.warnings ?? []), ...said, ...cut]),
      ...countedOn(run, items.length),
      total: page.total ?? run.total,
      position: page.next,
      pages: run.pages + 1,
    }
    if (isLast) {
      await shops.updateOrdersRead(tx, row.id, startedAt)
      await store.updateEnded(tx, run.id, 'completed')
    }
    return more
  })
  return isLast ? undefined : next
}

async function recordAll(
  tx: StoreTx,
  hearers: readonly ShopHearer[],
  connected: { connectionId: string; connectedAt: Date },
  orders: readonly ShopOrder[],
): Promise<RecordedOrders> {
  let all: RecordedOrders = { created: 0, updated: 0, unchanged: 0, failed: 0, warnings: [] }
  for (const { recordOrders } of hearers) if (recordOrders) all = await recordOrders(tx, connected, orders)
  return all
}
