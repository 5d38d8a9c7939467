import { internalEvent } from '#platform/events.ts'

/** An order was pushed, new or changed. */
export const orderReceived = internalEvent<{ id: string; email: string | null; name: string | null }>('order.received')

/** Orders were removed, by a push or all at once. */
export const ordersRemoved = internalEvent<{ ids: readonly string[] }>('orders.removed')
