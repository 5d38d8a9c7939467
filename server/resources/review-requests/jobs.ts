import type { StoreScope } from '#platform/db/db.ts'
import { type JobContext, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk, wakeStore } from '#platform/jobs/store-walk.ts'
import { findNextMaintenance, maintainStore } from './maintenance-commands.ts'
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
  ...storeWalk({
    id: 'orders.sweep_review_requests',
    schedule: '17 3 * * *',
    operatorName: 'review-requests',
    visit: wakeStore(maintainJob, findNextMaintenance),
  }),
]

async function maintain(ctx: JobContext, scope: StoreScope): Promise<void> {
  await maintainStore(ctx, scope)
  await sendDueRequests(ctx, scope)
}
