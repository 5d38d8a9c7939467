import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { mailKinds } from '#resources/email/commands.ts'
import {
  reviewApproved,
  reviewConfirmed,
  reviewDeleted,
  reviewMarkedSpam,
  reviewRejected,
  reviewWritten,
} from '#resources/reviews/events.ts'
import { archive } from './archive.ts'
import { followMerges } from './merging/subscribers.ts'
import { personalData } from './personal-data.ts'
import { promiseRewards, rewardMail, settleRewards } from './rewards/commands.ts'
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

export default {
  name: 'review-incentives',
  auditActions,
  adminPages: ['incentives'],
  operations,
  jobs,
  subscribers: [
    ...followMerges,
    beforeCommit([reviewWritten], (tx, events) =>
      promiseRewards(
        tx,
        events.flatMap(({ data: { id, offer } }) => (offer ? [{ reviewId: id, offer }] : [])),
      ),
    ),
    beforeCommit([reviewApproved, reviewRejected, reviewMarkedSpam, reviewConfirmed, reviewDeleted], (tx, events) =>
      settleRewards(
        tx,
        events.map(({ data }) => data.id),
      ),
    ),
  ],
  contributions: [mailKinds.of(rewardMail)],
  features: { review_incentives: 'growth' },
  personalData,
  archive,
} satisfies Area
