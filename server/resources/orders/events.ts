import { internalEvent } from '#platform/areas/events.ts'

/** An order was created or changed; with `onlyAmounts`, only its amounts changed. */
export const orderReceived = internalEvent<{
  id: string
  email: string | null
  name: string | null
  onlyAmounts?: true
}>('order.received')

/** Orders were deleted, by a push or all together. */
export const ordersRemoved = internalEvent<{ ids: readonly string[] }>('orders.removed')

/** Outcomes of requests sent before today changed, or the requests were deleted: their sending times. */
export const oldRequestsChanged = internalEvent<{ sentAt: readonly string[] }>('orders.old_requests_changed')
