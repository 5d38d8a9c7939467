import { internalEvent } from '#platform/areas/events.ts'

/** A shop was disconnected. The data received from it is deleted unless still needed. */
export const shopDisconnected = internalEvent<{ id: string }>('shop.disconnected')
