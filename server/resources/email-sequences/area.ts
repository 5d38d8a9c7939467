import type { Area } from '#platform/areas/area.ts'
import { afterCommit, beforeCommit, beforeCommitAsking } from '#platform/areas/events.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { requestTimesChanged } from '#resources/email/events.ts'
import { memberJoined, tierChanged } from '#resources/loyalty/events.ts'
import { orderReceived } from '#resources/orders/events.ts'
import { reviewApproved, reviewWritten } from '#resources/reviews/events.ts'
import { archive } from './archive.ts'
import {
  hearMembersJoined,
  hearOrders,
  hearReviewsApproved,
  hearReviewsWritten,
  hearTiersChanged,
  selectAnySequence,
} from './entering/commands.ts'
import { followMerges } from './merging/subscriber.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'
import jobs, { reconsiderJob } from './runs/jobs.ts'
import { sequenceMails } from './runs/kind.ts'
import runs from './runs/routes.ts'
import trying from './trying/routes.ts'

const auditActions = [
  'email_sequence.archived',
  'email_sequence.changed',
  'email_sequence.created',
  'email_sequence.deleted',
  'email_sequence.paused',
  'email_sequence.published',
  'email_sequence.resumed',
  'email_sequence.run_exited',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'email-sequences',
  auditActions,
  adminPages: ['sequences'],
  operations: [...operations, ...runs, ...trying],
  jobs,
  subscribers: [
    beforeCommitAsking(
      [orderReceived],
      (tx) => [selectAnySequence(tx)],
      async (tx, events, [any]) => {
        const orders = events.map(({ data }) => data)
        if (any.length > 0) await hearOrders(tx, orders)
      },
    ),
    beforeCommitAsking(
      [reviewWritten],
      (tx) => [selectAnySequence(tx)],
      async (tx, events, [any]) => {
        const reviews = events.map(({ data }) => data)
        if (any.length > 0) await hearReviewsWritten(tx, reviews)
      },
    ),
    beforeCommit([reviewApproved], (tx, events) =>
      hearReviewsApproved(
        tx,
        events.map(({ data }) => data.id),
      ),
    ),
    beforeCommit([memberJoined], (tx, events) =>
      hearMembersJoined(
        tx,
        events.map(({ data }) => data.id),
      ),
    ),
    beforeCommit([tierChanged], (tx, events) =>
      hearTiersChanged(
        tx,
        events.map(({ data }) => data),
      ),
    ),
    followMerges,
    afterCommit([requestTimesChanged], reconsiderJob, { newestOnly: true }),
  ],
  contributions: [mailKinds.of(sequenceMails)],
  features: { email_sequences: 'growth' },
  personalData,
  archive,
} satisfies Area
