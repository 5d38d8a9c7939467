import type { Area } from '#platform/areas/area.ts'
import { afterCommit } from '#platform/areas/events.ts'
import { providerEvents } from '#resources/connectors/commands.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { requestTimesChanged } from '#resources/email/events.ts'
import jobs, { rescheduleJob } from './jobs.ts'
import { personalData } from './personal-data.ts'
import { followOrders } from './planning/subscribers.ts'
import operations from './routes.ts'
import { reviewRequestEvents, reviewRequestMails } from './sending/kinds.ts'

const auditActions = [
  'review_request.asked',
  'review_request.cancelled',
  'review_request.link_created',
  'review_request.sent_now',
  'review_request.skipped',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default {
  name: 'review-requests',
  // The operations of this area are below /orders.
  scopes: [],
  auditActions,
  adminPages: ['requests', 'ask'],
  operations,
  jobs,
  subscribers: [...followOrders, afterCommit([requestTimesChanged], rescheduleJob, { newestOnly: true })],
  contributions: [mailKinds.of(...reviewRequestMails), providerEvents.of(...reviewRequestEvents)],
  errors: { already_asked: 409, request_in_progress: 409, request_settled: 409 },
  personalData,
} satisfies Area
