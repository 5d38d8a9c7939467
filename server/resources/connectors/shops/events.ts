import { internalEvent } from '#platform/areas/events.ts'

export const shopDisconnected = internalEvent<{ id: string }>('shop.disconnected')
