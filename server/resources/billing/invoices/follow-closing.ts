// Stops charging an organization that will be deleted. Its subscriptions end with the paid period and resume if the
// deletion is undone. They are ended before any row is deleted.

import type { BeforeRemoval } from '#platform/areas/organization-end.ts'
import { auditAs } from '#platform/audit/audit.ts'
import type { StoreScope } from '#platform/db/db.ts'
import { type CrossJobContext, type JobContext, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { AppError } from '#platform/values/errors.ts'
import { lockSubscription } from '../commands.ts'
import type { PaymentContext, Payments } from '../payment.ts'
import * as store from '../store.ts'
import { keepInvoices } from './commands.ts'

const audit = auditAs({ type: 'system', name: 'Deletion of the organization' })

const toPaymentContext = ({ db, services, now }: JobContext | CrossJobContext, scope: StoreScope): PaymentContext => ({
  db,
  scope,
  services,
  now,
  audit,
})

const chosen = (all: readonly Payments[], { services: { config } }: Pick<JobContext, 'services'>) =>
  all.find(({ provider }) => provider === config.billing)

export const followClosing = (all: readonly Payments[]) =>
  job({
    id: 'billing.follow_closing',
    payload: OfStore,
    async run(ctx, { storeEnvId, organizationId }) {
      const payments = chosen(all, ctx)
      if (payments) await follow(toPaymentContext(ctx, { storeEnvId, organizationId }), payments)
    },
  })

/** Reads the present state instead of the state in the event, because jobs repeat, run late and in any order. */
async function follow(ctx: PaymentContext, payments: Payments): Promise<void> {
  let followed: boolean | undefined
  for (;;) {
    const found = await ctx.db.store(ctx.scope, 'read', store.findClosing)
    if (!found || found.isClosing === followed) return
    followed = found.isClosing
    if (found.isClosing) await stop(ctx, payments)
    else if (found.endsWithOrganization) {
      await payments.resume(ctx)
      await ctx.db.store(ctx.scope, 'write', (tx) => store.updateEndsWithOrganization(tx, false))
    }
  }
}

/** A subscription that its owner cancelled is not marked, so that we never resume it. */
async function stop(ctx: PaymentContext, payments: Payments): Promise<void> {
  await payments.withdrawOffers(ctx)
  const runs = await ctx.db.store(ctx.scope, 'write', async (tx) => {
    const { record } = await lockSubscription(tx)
    if (record.status === 'cancelled' || record.status === 'expired') return false
    await store.updateEndsWithOrganization(tx, true)
    return true
  })
  if (!runs) return
  try {
    await payments.cancel(ctx)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_subscribed')) throw error
  }
}

/** Called again after a crash, when the subscription may have ended already. */
export const settleBeforeRemoval =
  (all: readonly Payments[]): BeforeRemoval =>
  async (jobContext, scope) => {
    const ctx = toPaymentContext(jobContext, scope)
    const payments = chosen(all, jobContext)
    if (payments && (await ctx.db.store(scope, 'read', store.find))) {
      await payments.withdrawOffers(ctx)
      await payments.end?.(ctx)
    }
    await ctx.db.store(scope, 'write', keepInvoices)
  }
