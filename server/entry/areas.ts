// Every area of the service, a line each. Adding one here is all it takes to serve it, document it and test it.

import idempotencyJobs from '#platform/idempotency/jobs.ts'
import type { Job } from '#platform/jobs.ts'
import type { Operation } from '#platform/operation.ts'
import schedule from '#platform/schedule.ts'
import type { SealedColumn } from '#platform/sealed-columns.ts'
import auditLog from '#resources/account/audit-log/routes.ts'
import recoveryJobs from '#resources/account/recovery/jobs.ts'
import recovery from '#resources/account/recovery/routes.ts'
import account from '#resources/account/routes.ts'
import sessions from '#resources/account/sessions/routes.ts'
import signInJobs from '#resources/account/sign-in/jobs.ts'
import signIn from '#resources/account/sign-in/routes.ts'
import storefrontSecret from '#resources/account/storefront-secret/routes.ts'
import userJobs from '#resources/account/users/jobs.ts'
import users from '#resources/account/users/routes.ts'
import apiKeys from '#resources/api-keys/routes.ts'
import billing from '#resources/billing/routes.ts'
import { sealedApiKey, sealedEvent } from '#resources/connectors/commands.ts'
import connectionEvents from '#resources/connectors/events/routes.ts'
import { connectorJobs } from '#resources/connectors/jobs.ts'
import connectors from '#resources/connectors/routes.ts'
import customers from '#resources/customers/routes.ts'
import { sealedMailData } from '#resources/email/commands.ts'
import mailFeedback from '#resources/email/feedback/routes.ts'
import { emailJobs } from '#resources/email/jobs.ts'
import mailbox from '#resources/email/mailbox/routes.ts'
import emailMessages from '#resources/email/messages/routes.ts'
import emailSending from '#resources/email/sending/routes.ts'
import emailSettings from '#resources/email/settings/routes.ts'
import emailTemplates from '#resources/email/templates/routes.ts'
import emailBranding from '#resources/email-branding/routes.ts'
import suppressionJobs from '#resources/email-suppressions/jobs.ts'
import suppressions from '#resources/email-suppressions/routes.ts'
import erasure from '#resources/erasure/routes.ts'
import eventJobs from '#resources/events/jobs.ts'
import events from '#resources/events/routes.ts'
import features from '#resources/features/routes.ts'
import health from '#resources/health/routes.ts'
import importJobs from '#resources/imports/jobs.ts'
import imports from '#resources/imports/routes.ts'
import reviewRequestJobs from '#resources/orders/review-requests/jobs.ts'
import { reviewRequestEvents, reviewRequestMails } from '#resources/orders/review-requests/sending/kinds.ts'
import orders from '#resources/orders/routes.ts'
import { sealedSecret } from '#resources/outbound-webhooks/commands.ts'
import deliveries from '#resources/outbound-webhooks/deliveries/routes.ts'
import webhookJobs from '#resources/outbound-webhooks/jobs.ts'
import webhooks from '#resources/outbound-webhooks/routes.ts'
import products from '#resources/products/routes.ts'
import { confirmationMail } from '#resources/reviews/confirmations/commands.ts'
import reviewExports from '#resources/reviews/exports/routes.ts'
import moderationJobs from '#resources/reviews/moderation/jobs.ts'
import reviewModeration from '#resources/reviews/moderation/routes.ts'
import reviewPhotoJobs from '#resources/reviews/photos/jobs.ts'
import reviewPhotos from '#resources/reviews/photos/routes.ts'
import { replyMail } from '#resources/reviews/reply-mails/commands.ts'
import replyMailJobs from '#resources/reviews/reply-mails/jobs.ts'
import reviewReports from '#resources/reviews/reports/routes.ts'
import reviews from '#resources/reviews/routes.ts'
import { sealedSendingKey } from '#resources/sending-domain/commands.ts'
import sendingDomainJobs from '#resources/sending-domain/jobs.ts'
import sendingDomain from '#resources/sending-domain/routes.ts'
import storefrontForm from '#resources/storefront/form/routes.ts'
import storefront from '#resources/storefront/routes.ts'
import placements from '#resources/storefront/settings/routes.ts'
import uploadJobs from '#resources/uploads/jobs.ts'
import uploads from '#resources/uploads/routes.ts'
import storefrontUploads from '#resources/uploads/storefront-routes.ts'

export const operations: readonly Operation[] = [
  ...account,
  ...storefrontSecret,
  ...auditLog,
  ...users,
  ...signIn,
  ...recovery,
  ...sessions,
  ...apiKeys,
  ...billing,
  ...connectors,
  ...connectionEvents,
  ...emailSettings,
  ...emailMessages,
  ...emailSending,
  ...emailTemplates,
  ...emailBranding,
  ...mailbox,
  ...mailFeedback,
  ...suppressions,
  ...sendingDomain,
  ...erasure,
  ...customers,
  ...events,
  ...features,
  ...health,
  ...imports,
  ...orders,
  ...webhooks,
  ...deliveries,
  ...products,
  ...reviews,
  ...reviewModeration,
  ...reviewPhotos,
  ...reviewReports,
  ...uploads,
  ...storefrontUploads,
  ...reviewExports,
  ...storefront,
  ...storefrontForm,
  ...placements,
]

/** What the areas know of their own mails. */
export const mailKinds = [...reviewRequestMails, confirmationMail, replyMail]

export const jobs: readonly Job[] = [
  ...schedule,
  ...idempotencyJobs,
  ...connectorJobs(reviewRequestEvents),
  ...userJobs,
  ...moderationJobs,
  ...signInJobs,
  ...recoveryJobs,
  ...reviewPhotoJobs,
  ...replyMailJobs,
  ...uploadJobs,
  ...importJobs,
  ...reviewRequestJobs,
  ...eventJobs,
  ...webhookJobs,
  ...emailJobs(mailKinds),
  ...suppressionJobs,
  ...sendingDomainJobs,
]

/** What `evident rotate-secret` seals anew. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSecret,
  sealedSendingKey,
  sealedMailData,
  sealedApiKey,
  sealedEvent,
]

refuseDuplicates(
  'operation',
  operations.map((op) => op.id),
)
refuseDuplicates(
  'route',
  operations.map((op) => `${op.method} ${op.path}`),
)
refuseDuplicates(
  'job',
  jobs.map((job) => job.id),
)

function refuseDuplicates(what: string, names: string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw new Error(`Two ${what}s are named ${twice}.`)
}
