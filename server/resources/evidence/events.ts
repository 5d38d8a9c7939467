// What happens to the evidence of a store, for the areas that act upon it.
import { internalEvent } from '#platform/areas/events.ts'

/** Reviews are decided by this version of the moderation policy from now on. */
export const policyAdopted = internalEvent<{ version: number; sha256: string }>('moderation_policy.adopted')

/** The author of a rejected review has objected. */
export const appealFiled = internalEvent<{ id: string; reviewId: string }>('appeal.filed')

/** An objection was decided: by itself, or by approving its review. */
export const appealDecided = internalEvent<{
  id: string
  reviewId: string
  decision: 'upheld' | 'overturned'
  sameActor: boolean
}>('appeal.decided')
