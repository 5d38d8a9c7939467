import type { Area } from '#platform/areas/area.ts'
import { onPickedAsking } from '#platform/areas/events.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { onReviewChanges, type ReviewChange, reviewsChanged } from '#resources/reviews/changes/events.ts'
import { decisionsIn, lastOf, writtenIn } from '#resources/reviews/changes/rules.ts'
import { archive } from './archive.ts'
import { followMerges } from './merge-subscribers.ts'
import { personalData } from './personal-data.ts'
import { promiseRewards, rewardMail, selectAnyReward, settleRewards } from './rewards/commands.ts'
import jobs from './rewards/jobs.ts'
import operations from './routes.ts'

const auditActions = [
  'review_incentive.changed',
  'review_incentive.codes_added',
  'review_incentive.created',
  'review_incentive.deleted',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

const settlesReward = (change: ReviewChange): boolean =>
  change.after === null || change.cause.type === 'confirmed' || decisionsIn(change).some(({ from, to }) => from !== to)

export default {
  name: 'review-incentives',
  auditActions,
  adminPages: ['incentives'],
  operations,
  jobs,
  subscribers: [
    ...followMerges,
    onReviewChanges(
      (change) => writtenIn(change).flatMap(({ id, offer }) => (offer ? [{ reviewId: id, offer }] : [])),
      promiseRewards,
    ),
    onPickedAsking(
      reviewsChanged,
      ({ reviews }) => reviews.filter(settlesReward).map((change) => lastOf(change).id),
      (tx, ids) => [selectAnyReward(tx, ids)],
      (tx, ids, [any]) => (any.length > 0 ? settleRewards(tx, ids) : undefined),
    ),
  ],
  contributions: [mailKinds.of(rewardMail)],
  features: { review_incentives: 'growth' },
  errors: { not_supported: 409 },
  personalData,
  archive,
} satisfies Area
