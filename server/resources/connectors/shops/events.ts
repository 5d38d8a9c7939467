import { internalEvent } from '#platform/areas/events.ts'

/** A shop was disconnected. Its received data is deleted unless still needed. */
export const shopDisconnected = internalEvent<{ id: string }>('shop.disconnected')
