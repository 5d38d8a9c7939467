import { beforeCommit, onPicked, onPickedAsking } from '#platform/areas/events.ts'
import {
  buyerErased,
  lineItemsLinked,
  type OrderChange,
  ordersChanged,
  ordersRemoving,
} from '#resources/orders/events.ts'
import { eraseRequests, planSelected, recordAskedOrders, replanLinked, selectToPlan } from './commands.ts'

const movesRequest = (change: OrderChange): boolean =>
  change.type === 'received' || change.type === 'stated' || (change.type === 'refunded' && change.isWhole)

export const followOrders = [
  onPickedAsking(
    ordersChanged,
    ({ orders }) => orders.filter(movesRequest).map(({ id }) => id),
    selectToPlan,
    planSelected,
  ),
  onPicked(ordersRemoving, ({ ids }) => ids, recordAskedOrders),
  onPicked(buyerErased, ({ orderIds }) => orderIds, eraseRequests),
  beforeCommit([lineItemsLinked], replanLinked),
]
