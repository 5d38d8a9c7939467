import { internalEvent } from '#platform/areas/events.ts'

/** Current points of a review's reward. They are 0 after the review became spam. */
export const reviewPointsSet = internalEvent<{ rewardId: string; email: string; points: number }>(
  'review_incentives.points_set',
)
