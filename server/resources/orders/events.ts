import { internalEvent } from '#platform/areas/events.ts'

/**
 * `received`: the order is new, or any of its fields changed. `refunded`: only its amounts changed. `removed`: the row is deleted.
 */
export type OrderChange =
  | { type: 'received' | 'refunded'; id: string; email: string | null; name: string | null }
  | { type: 'removed'; id: string }

/** Only `recordOrderChanges` publishes it. */
export const ordersChanged = internalEvent<{ orders: readonly OrderChange[] }>('orders.changed')

export const isReceived = (change: OrderChange): change is Exclude<OrderChange, { type: 'removed' }> =>
  change.type !== 'removed'

/** Review requests that were sent before today changed their state or were deleted; `sentAt` are the times they were sent. */
export const oldRequestsChanged = internalEvent<{ sentAt: readonly string[] }>('orders.old_requests_changed')
