import { innerEvent } from '#platform/events.ts'

/** An order was pushed, new or changed. */
export const orderReceived = innerEvent<{ id: string; email: string | null; name: string | null }>('order.received')
