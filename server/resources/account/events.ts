import { internalEvent } from '#platform/areas/events.ts'

/** `id` identifies the former member. */
export const memberRemoved = internalEvent<{ id: string }>('member.removed')
