// What other areas tell about customers.
import type { StoreTx } from '#platform/db/db.ts'
import type { Query } from '#platform/db/query.ts'
import { normalizeEmail } from '#platform/mask.ts'
import * as store from './store.ts'

type Person = { email: string; name: string | null }

/** Whoever ordered or wrote is a customer; a name that is known already stays. */
export async function upsertCustomers(tx: StoreTx, people: readonly Person[]): Promise<void> {
  const statements = customerUpserts(tx, people)
  if (statements.length > 0) await tx.several(statements)
}

/** The same as statements, for whoever sends them with others. */
export function customerUpserts(tx: StoreTx, people: readonly Person[]): Query<unknown>[] {
  const names = new Map<string, string | null>()
  for (const { email, name } of people) {
    const address = normalizeEmail(email)
    names.set(address, names.get(address) ?? name)
  }
  // Sorted, so that two batches with the same people lock them in the same order.
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length > 0 ? [store.upsert(tx, sorted)] : []
}

/** Removes a person's own row; what they ordered and wrote is other areas' to forget. */
export const eraseCustomer = (tx: StoreTx, email: string): Promise<number> => store.remove(tx, email)
