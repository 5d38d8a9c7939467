import { internalEvent } from '#platform/areas/events.ts'

/** A shop was disconnected: what it sent goes, unless it is still needed. */
export const shopDisconnected = internalEvent<{ id: string }>('shop.disconnected')
