import { internalEvent } from '#platform/areas/events.ts'

/** Published when a head was signed, for example by the daily job or with a pack. */
export const headSigned = internalEvent<{ size: number }>('evidence.head_signed')

export const policyAdopted = internalEvent<{ version: number; sha256: string }>('moderation_policy.adopted')

export const appealFiled = internalEvent<{ id: string; reviewId: string }>('appeal.filed')

export const appealDecided = internalEvent<{
  id: string
  reviewId: string
  decision: 'upheld' | 'overturned'
  sameActor: boolean
}>('appeal.decided')
