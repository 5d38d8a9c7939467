import { internalEvent } from '#platform/areas/events.ts'

export const policyAdopted = internalEvent<{ version: number; sha256: string }>('moderation_policy.adopted')

export const appealFiled = internalEvent<{ id: string; reviewId: string }>('appeal.filed')

export const appealDecided = internalEvent<{
  id: string
  reviewId: string
  decision: 'upheld' | 'overturned'
  sameActor: boolean
}>('appeal.decided')
