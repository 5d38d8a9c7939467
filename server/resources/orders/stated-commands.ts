// Adds purchases that a person enters in order to ask for reviews. They have no amounts, and do not count as proof of
// a purchase.
import { countChange } from '#platform/calls/paging/row-counts.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import * as lines from './line-item-store.ts'
import { recordOrderChanges } from './record.ts'
import * as store from './stated-store.ts'

export type StatedOrder = {
  platformOrderId: string
  email: string
  name: string | null
  locale: string | null
  acceptsMarketing: boolean | null
  /** Time at which the request is due. */
  dueAt: Date
  products: readonly { platformProductId: string; title: string | null }[]
}

/** Skips orders that exist already. Returns the ids of the others by their platform id. */
export async function addStatedOrders(tx: StoreTx, orders: readonly StatedOrder[]): Promise<Map<string, string>> {
  if (orders.length === 0) return new Map()
  const sorted = orders.toSorted((a, b) => (a.platformOrderId < b.platformOrderId ? -1 : 1))
  const added = new Map(
    (
      await store.insert(
        tx,
        sorted.map((order) => ({ ...order, id: newId(tx.now.getTime()) })),
      )
    ).map(({ id, platformOrderId }) => [platformOrderId, id]),
  )
  const newOrders = sorted.filter(({ platformOrderId }) => added.has(platformOrderId))
  const newLines = newOrders.flatMap(({ platformOrderId, products }) =>
    products.map((product, position) => ({
      ...{ platformOrderId, position, platformProductId: product.platformProductId, title: product.title },
      ...{ platformVariantId: null, sku: null, quantity: 1, unitPrice: null },
    })),
  )
  if (newLines.length > 0) await tx.all(lines.insert(tx, newLines))
  countChange(tx, 'orders', added.size)
  recordOrderChanges(
    tx,
    newOrders.map(({ platformOrderId, email, name }) => ({
      ...{ type: 'stated', id: added.get(platformOrderId) as string, email, name },
    })),
  )
  return added
}
