// Every area of the service, a line each. Adding one here is all it takes to serve it, document it and test it.
import agenda from '#platform/agenda.ts'
import type { Job } from '#platform/jobs.ts'
import type { Operation } from '#platform/operation.ts'
import auditLog from '#resources/account/audit-log/routes.ts'
import account from '#resources/account/routes.ts'
import userJobs from '#resources/account/users/jobs.ts'
import users from '#resources/account/users/routes.ts'
import apiKeys from '#resources/api-keys/routes.ts'
import billing from '#resources/billing/routes.ts'
import customers from '#resources/customers/routes.ts'
import erasure from '#resources/erasure/routes.ts'
import eventJobs from '#resources/events/jobs.ts'
import events from '#resources/events/routes.ts'
import features from '#resources/features/routes.ts'
import health from '#resources/health/routes.ts'
import importJobs from '#resources/imports/jobs.ts'
import imports from '#resources/imports/routes.ts'
import orders from '#resources/orders/routes.ts'
import deliveries from '#resources/outbound-webhooks/deliveries/routes.ts'
import webhookJobs from '#resources/outbound-webhooks/jobs.ts'
import webhooks from '#resources/outbound-webhooks/routes.ts'
import products from '#resources/products/routes.ts'
import reviewExports from '#resources/reviews/exports/routes.ts'
import reviewModeration from '#resources/reviews/moderation/routes.ts'
import reviewPhotoJobs from '#resources/reviews/photos/jobs.ts'
import reviewPhotos from '#resources/reviews/photos/routes.ts'
import reviews from '#resources/reviews/routes.ts'

export const operations: readonly Operation[] = [
  ...account,
  ...auditLog,
  ...users,
  ...apiKeys,
  ...billing,
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
  ...reviewExports,
]

export const jobs: readonly Job[] = [
  ...agenda,
  ...userJobs,
  ...reviewPhotoJobs,
  ...importJobs,
  ...eventJobs,
  ...webhookJobs,
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
