// What other areas hear of people, in each store of the organization.
import { internalEvent } from '#platform/areas/events.ts'

/** `id`: the person, who is no member any more. */
export const memberRemoved = internalEvent<{ id: string }>('member.removed')
