import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk, wakeStore } from '#platform/jobs/store-walk.ts'
import { outcomeJob } from './commands.ts'
import { mailOutcome, sendDueRejectionMails, sendJob } from './rejection-commands.ts'
import { findNextDue } from './rejection-store.ts'

export default [
  job({ id: sendJob, payload: OfStore, run: sendDueRejectionMails }),
  // Rejections schedule themselves. This job finds rejections whose wake-up or job was lost.
  ...storeWalk({
    id: 'evidence.sweep_rejection_mails',
    schedule: '29 3 * * *',
    visit: wakeStore(sendJob, findNextDue),
  }),
  job({
    id: outcomeJob,
    payload: Type.Object({ ...OfStore.properties, appealId: Type.String({ format: 'uuid' }) }),
    run: mailOutcome,
  }),
]
