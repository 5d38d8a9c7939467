import { internalEvent } from '#platform/events.ts'

/** An order was pushed, new or changed. */
export const orderReceived = internalEvent<{ id: string; email: string | null; name: string | null }>('order.received')
