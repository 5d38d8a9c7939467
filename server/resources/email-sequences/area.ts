import type { Area } from '#platform/areas/area.ts'
import { afterCommit, beforeCommit, onPickedAsking } from '#platform/areas/events.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { requestTimesChanged } from '#resources/email/events.ts'
import { memberJoined, tierChanged } from '#resources/loyalty/events.ts'
import { isReceived, ordersChanged } from '#resources/orders/events.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { decisionsIn, writtenIn } from '#resources/reviews/changes/rules.ts'
import { archive } from './archive.ts'
import {
  hearMembersJoined,
  hearOrders,
  hearReviewsApproved,
  hearReviewsWritten,
  hearTiersChanged,
  selectAnySequence,
  selectWaitingForApprovals,
} from './entering/commands.ts'
import { followMerges } from './merge-subscriber.ts'
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
    onPickedAsking(
      ordersChanged,
      ({ orders }) => orders.filter(isReceived),
      (tx) => [selectAnySequence(tx)],
      async (tx, orders, [any]) => {
        if (any.length > 0) await hearOrders(tx, orders)
      },
    ),
    onPickedAsking(
      reviewsChanged,
      ({ reviews }) => reviews.flatMap(writtenIn),
      (tx) => [selectAnySequence(tx)],
      async (tx, reviews, [any]) => {
        if (any.length > 0) await hearReviewsWritten(tx, reviews)
      },
    ),
    onPickedAsking(
      reviewsChanged,
      ({ reviews }) =>
        reviews.flatMap(decisionsIn).flatMap(({ id, from, to }) => (to === 'approved' && from !== to ? [id] : [])),
      (tx) => [selectWaitingForApprovals(tx)],
      (tx, ids, [waiting]) => hearReviewsApproved(tx, ids, waiting),
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
