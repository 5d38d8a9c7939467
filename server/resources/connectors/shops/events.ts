import { internalEvent } from '#platform/events.ts'

/** A shop was disconnected: what it sent and nobody needs any more goes. */
export const shopDisconnected = internalEvent<{ id: string }>('shop.disconnected')
