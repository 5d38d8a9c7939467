import { internalEvent } from '#platform/areas/events.ts'

/** What a reward for a review is worth in points now: none after its review turned out to be spam. */
export const reviewPointsSet = internalEvent<{ rewardId: string; email: string; points: number }>(
  'review_incentives.points_set',
)
