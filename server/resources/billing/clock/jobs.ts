import { Type } from 'typebox'
import { type CrossJobContext, enqueueAll, type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { OneOf } from '#platform/values/wire.ts'
import type { Payments } from '../payment.ts'
import { advance, notifyJob } from './advance.ts'
import { notifyOwner } from './notify.ts'
import { noticeKinds } from './rules.ts'
import * as store from './store.ts'

const first = '00000000-0000-0000-0000-000000000000'

/** Queues one job for each store, in pages, so that no process has more than one page in memory. */
async function enqueueDue({ db, stopping, services }: CrossJobContext): Promise<void> {
  if (services.config.billing === 'off') return
  let after = first
  while (!stopping.aborted) {
    const due = await db.system('write', async (tx) => {
      const stores = await store.listDue(tx, after)
      if (stores.length > 0) await enqueueAll(tx, 'billing.advance', stores)
      return stores
    })
    const last = due.at(-1)
    if (!last || due.length < store.storesPerPage) return
    after = last.storeEnvId
  }
}

export const clockJobs = (payments: readonly Payments[]): readonly Job[] => [
  job({
    id: 'billing.sweep',
    across: true,
    payload: Type.Object({}),
    schedule: '17 * * * *',
    operatorName: 'billing',
    run: enqueueDue,
  }),
  job({
    id: 'billing.advance',
    payload: OfStore,
    bulk: 'billing',
    async run(ctx, scope) {
      const { billing } = ctx.services.config
      if (billing === 'off') return
      await advance(
        ctx,
        payments.find(({ provider }) => provider === billing),
        scope,
      )
    },
  }),
  job({
    id: notifyJob,
    payload: Type.Object({
      ...OfStore.properties,
      kind: OneOf(noticeKinds),
      about: Type.String(),
      userId: Type.String(),
    }),
    run: notifyOwner,
  }),
]
