import { internalEvent } from '#platform/areas/events.ts'

/** An order was pushed, new or changed; or, with `onlyAmounts`, what it comes to and nothing else of it. */
export const orderReceived = internalEvent<{
  id: string
  email: string | null
  name: string | null
  onlyAmounts?: true
}>('order.received')

/** Orders were removed, by a push or all at once. */
export const ordersRemoved = internalEvent<{ ids: readonly string[] }>('orders.removed')

/** What became of requests that were sent on other days than today has changed, or they are gone: when they were sent. */
export const oldRequestsChanged = internalEvent<{ sentAt: readonly string[] }>('orders.old_requests_changed')
