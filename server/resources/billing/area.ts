import type { Area } from '#platform/areas/area.ts'
import { afterCommit } from '#platform/areas/events.ts'
import { beforeRemoval, closingChanged } from '#platform/areas/organization-end.ts'
import { clockJobs } from './clock/jobs.ts'
import { followClosing, settleBeforeRemoval } from './invoices/follow-closing.ts'
import { invoiceOperations } from './invoices/routes.ts'
import type { Payments } from './payment.ts'
import { billingOperations } from './routes.ts'
import { planFeatures } from './rules.ts'

const auditActions = [
  'invoice.issued',
  'invoice.paid',
  'invoice.refunded',
  'invoice.voided',
  'subscription.cancelled',
  'subscription.checkout_started',
  'subscription.downgrade_scheduled',
  'subscription.downgrade_withdrawn',
  'subscription.ended',
  'subscription.expired',
  'subscription.payment_required',
  'subscription.plan_changed',
  'subscription.reconciled',
  'subscription.reported',
  'subscription.resumed',
  'subscription.second_ended',
] as const

declare module '#platform/audit/audit-actions.ts' {
  interface AuditActions extends Record<(typeof auditActions)[number], true> {}
}

export default (payments: readonly Payments[]) => {
  const followJob = followClosing(payments)
  return {
    name: 'billing',
    auditActions,
    adminPages: ['settings/billing'],
    operations: ({ features, uses }) => [
      ...billingOperations(planFeatures(features), uses, payments),
      ...invoiceOperations,
      ...payments.flatMap((each) => each.operations ?? []),
    ],
    pages: payments.flatMap(({ pages = [] }) => pages),
    jobs: [...clockJobs(payments), followJob, ...payments.flatMap(({ jobs }) => jobs ?? [])],
    subscribers: [afterCommit([closingChanged], followJob)],
    contributions: [beforeRemoval.of(settleBeforeRemoval(payments))],
    errors: {
      already_subscribed: 409,
      billing_off: 409,
      billing_unavailable: 409,
      not_offered: 409,
      not_subscribed: 409,
      payment_declined: 402,
      payment_overdue: 409,
      payment_provider_unavailable: 503,
      signature_invalid: 400,
    },
  } satisfies Area
}
