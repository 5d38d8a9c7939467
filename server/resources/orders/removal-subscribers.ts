// Deletes removed orders one round of events later, so that every subscriber of `orders.removing` finds their rows.
import { beforeCommit } from '#platform/areas/events.ts'
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
    if (removed.length > 0)
      await deleteOrders(
        tx,
        removed.map(({ id }) => id),
      )
  }),
]
