import { Type } from 'typebox'
import type { StoreScope } from '#platform/db/db.ts'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { type CrossJobContext, enqueue, type JobContext, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { maintainStore } from './maintenance-commands.ts'
import { sendJob } from './names.ts'
import { reschedule } from './planning/commands.ts'
import { sendDueRequests } from './sending/commands.ts'

const maintainJob = 'orders.tend_review_requests'

export const rescheduleJob = job({ id: 'orders.reschedule_review_requests', payload: OfStore, run: reschedule })

export default [
  job({ id: sendJob, payload: OfStore, run: sendDueRequests }),
  rescheduleJob,
  job({ id: maintainJob, payload: OfStore, run: maintain }),
  // Sends due requests whose wake-up or job was lost.
  job({
    id: 'orders.sweep_review_requests',
    across: true,
    payload: Type.Object({}),
    schedule: '17 3 * * *',
    operatorName: 'review-requests',
    run: sweep,
  }),
]

async function maintain(ctx: JobContext, scope: StoreScope): Promise<void> {
  await maintainStore(ctx, scope)
  await sendDueRequests(ctx, scope)
}

/** One job per store, so a large store does not delay the others. */
function sweep(ctx: CrossJobContext): Promise<void> {
  return forEveryStore(ctx, (scope) => ctx.db.store(scope, 'write', (tx) => enqueue(tx, maintainJob, scope)))
}
