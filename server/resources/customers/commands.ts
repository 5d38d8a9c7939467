import { countChange, countNew } from '#platform/calls/paging/row-counts.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import * as store from './store.ts'

type Person = { email: string; name: string | null }

/** Records people as customers after an order, a review or a question. A known name is not overwritten. */
export function rememberCustomers(tx: StoreTx, people: readonly Person[]): void {
  const names = new Map<string, string | null>()
  for (const { email, name } of people) {
    const address = normalizeEmail(email)
    names.set(address, names.get(address) ?? name)
  }
  // People are sorted, so that parallel transactions lock the same customers in the same order.
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  if (sorted.length === 0) return
  const ids = sorted.map(() => newId(tx.now.getTime()))
  tx.sendAlong(store.upsert(tx, sorted, ids))
  countNew(tx, 'customers', ids)
}

export async function eraseCustomer(tx: StoreTx, email: string): Promise<number> {
  const count = await store.deleteCustomer(tx, email)
  countChange(tx, 'customers', -count)
  return count
}
