import { internalEvent } from '#platform/areas/events.ts'
import type { Party } from '#platform/identity/caller.ts'

/**
 * Published when the store gave a grant, or when a grant that it gave has ended. `by` is set if the other store or
 * the service ended it.
 */
export const grantRecorded = internalEvent<{ type: 'granted' | 'grant_revoked'; grantId: string; by?: Party }>(
  'review_grant.recorded',
)
