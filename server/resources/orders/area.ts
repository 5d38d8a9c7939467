import type { Area } from '#platform/areas/area.ts'
import { afterCommit } from '#platform/areas/events.ts'
import { providerEvents } from '#resources/connectors/commands.ts'
import { shopHearers } from '#resources/connectors/shop-reading/commands.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { requestTimesChanged } from '#resources/email/events.ts'
import { archive } from './archive.ts'
import { followMerges } from './line-item-merge-subscriber.ts'
import { personalData } from './personal-data.ts'
import { reviewRequestEvents, reviewRequestMails } from './request-sending/kinds.ts'
import requestJobs, { rescheduleJob } from './review-requests/jobs.ts'
import operations from './routes.ts'
import { shopOrders } from './shop-orders.ts'

const auditActions = [
  'order.deleted',
  'orders.cleared',
  'review_request.cancelled',
  'review_request.sent_now',
  'review_request.skipped',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'orders',
  auditActions,
  adminPages: ['requests', 'orders'],
  operations,
  jobs: requestJobs,
  subscribers: [followMerges, afterCommit([requestTimesChanged], rescheduleJob, { newestOnly: true })],
  contributions: [
    mailKinds.of(...reviewRequestMails),
    providerEvents.of(...reviewRequestEvents),
    shopHearers.of(shopOrders),
  ],
  errors: { already_asked: 409, request_in_progress: 409, request_settled: 409, store_env_mismatch: 400 },
  personalData,
  archive,
} satisfies Area
