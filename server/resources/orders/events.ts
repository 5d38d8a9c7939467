import { internalEvent } from '#platform/areas/events.ts'

/**
 * `received`: the order is new, or any of its fields changed. `stated`: a person added the purchase to ask for a review.
 * `refunded`: only its amounts changed. `removed`: the row is deleted. `isWhole`: this or an earlier refund covers the total.
 */
export type OrderChange =
  | { type: 'received'; id: string; email: string | null; name: string | null }
  | { type: 'refunded'; id: string; email: string | null; name: string | null; isWhole: boolean }
  | { type: 'stated'; id: string; email: string; name: string | null }
  | { type: 'removed'; id: string }

/** Only `recordOrderChanges` publishes this event. */
export const ordersChanged = internalEvent<{ orders: readonly OrderChange[] }>('orders.changed')

/** A stated purchase earns no points and starts no sequence, because no shop sent it. */
export const isReceived = (change: OrderChange): change is Exclude<OrderChange, { type: 'removed' | 'stated' }> =>
  change.type !== 'removed' && change.type !== 'stated'

/** The rows of these orders still exist. They are deleted after all subscribers of this event have run. */
export const ordersRemoving = internalEvent<{ ids: readonly string[] }>('orders.removing')

export const buyerErased = internalEvent<{ orderIds: readonly string[] }>('orders.buyer_erased')

export const lineItemsLinked = internalEvent<{ count: number }>('orders.line_items_linked')
