import { internalEvent } from '#platform/areas/events.ts'

export const memberRemoved = internalEvent<{ id: string }>('member.removed')
