import type { StoreTx } from '#platform/db/db.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { Config } from '#platform/process/config.ts'
import { decideSubscriptionState, includes } from '#resources/billing/rules.ts'
import { boughtProductsIn } from '../rules.ts'
import type { FactsRow } from './fact-store.ts'
import type { Facts } from './rules.ts'
import * as store from './store.ts'

/** False on a plan without sequences and while the subscription has lapsed. Runs pause then. */
export function isIncluded(facts: SubscriptionFacts, now: Date, billing: Config['billing']): boolean {
  const { plan, lapsed } = decideSubscriptionState(facts, now, billing)
  return !lapsed && includes(plan, 'growth')
}

export const toFacts = (row: FactsRow, email: string): Facts => ({ ...row, orderState: decideOrderState(row, email) })

function decideOrderState(row: FactsRow, email: string): Facts['orderState'] {
  if (!row.isOfOrder) return 'none'
  if (row.orderId === null) return 'gone'
  if (row.isCancelled) return 'cancelled'
  return row.orderEmail === email ? 'there' : 'moved'
}

export type JudgedRun = Facts & { country: string | null }

export async function readFacts(
  tx: StoreTx,
  runs: readonly { id: string; email: string }[],
  versions: readonly store.Version[] = [],
): Promise<Map<string, JudgedRun>> {
  const emails = new Map(runs.map(({ id, email }) => [id, email]))
  const products = [...new Set(versions.flatMap(({ steps }) => boughtProductsIn(steps)))]
  const rows = await store.listFacts(tx, [...emails.keys()], products)
  return new Map(rows.map((row) => [row.id, { ...toFacts(row, emails.get(row.id) ?? ''), country: row.country }]))
}
