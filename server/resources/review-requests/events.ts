import { internalEvent } from '#platform/areas/events.ts'

/** Review requests that were sent before today changed their state or were deleted; `sentAt` are the times they were sent. */
export const oldRequestsChanged = internalEvent<{ sentAt: readonly string[] }>('orders.old_requests_changed')
