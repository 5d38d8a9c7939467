// Records what happens to orders. No other module publishes it, and nothing here knows a listener.

import { publish } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type OrderChange, ordersChanged } from './events.ts'

/** One call takes all changes of one statement, so that listeners get them as one list. */
export function recordOrderChanges(tx: StoreTx, orders: readonly OrderChange[]): void {
  if (orders.length > 0) publish(tx, ordersChanged, { orders })
}
