// Deletes removed orders one round of events later, so that every subscriber of `orders.removing` finds their rows.
import { beforeCommit } from '#platform/areas/events.ts'
import { countChange } from '#platform/calls/paging/row-counts.ts'
import { ordersChanged, ordersRemoving } from './events.ts'
import { recordOrderChanges } from './record.ts'
import { deleteOrders } from './store.ts'

export const deleteRemoved = [
  beforeCommit([ordersRemoving], (tx, events) =>
    recordOrderChanges(
      tx,
      events.flatMap(({ data }) => data.ids).map((id) => ({ type: 'removed', id })),
    ),
  ),
  beforeCommit([ordersChanged], async (tx, events) => {
    const removed = events.flatMap(({ data }) => data.orders).filter(({ type }) => type === 'removed')
    if (removed.length === 0) return
    const ids = removed.map(({ id }) => id)
    countChange(tx, 'orders', -(await deleteOrders(tx, ids)))
  }),
]
