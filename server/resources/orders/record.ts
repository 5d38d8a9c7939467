// Publishes the events of orders. No other module publishes them, and this module imports no subscriber.

import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { buyerErased, lineItemsLinked, type OrderChange, ordersChanged, ordersRemoving } from './events.ts'

/** One call takes all changes of one statement, so that subscribers get them as one list. */
export function recordOrderChanges(tx: StoreTx, orders: readonly OrderChange[]): void {
  if (orders.length > 0) publish(tx, ordersChanged, { orders })
}

/** Deletes these orders before the commit, after subscribers have read them. */
export const recordRemoval = (tx: StoreTx, ids: readonly string[]): void => publish(tx, ordersRemoving, { ids })

export function recordErasure(tx: StoreTx, orderIds: readonly string[]): void {
  if (orderIds.length > 0) publish(tx, buyerErased, { orderIds })
}

export function recordLinks(tx: StoreTx, count: number): void {
  if (count > 0) publish(tx, lineItemsLinked, { count })
}
