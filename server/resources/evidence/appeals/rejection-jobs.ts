import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { outcomeJob } from './commands.ts'
import { mailOutcome, sendDueRejectionMails, sendJob } from './rejection-commands.ts'

export default [
  job({ id: sendJob, payload: OfStore, run: sendDueRejectionMails }),
  // Rejections schedule themselves. This job finds rejections whose wake-up or job was lost.
  job({
    id: 'evidence.sweep_rejection_mails',
    across: true,
    payload: Type.Object({}),
    schedule: '29 3 * * *',
    run: (ctx) => forEveryStore(ctx, (scope) => ctx.db.store(scope, 'write', (tx) => enqueue(tx, sendJob, scope))),
  }),
  job({
    id: outcomeJob,
    payload: Type.Object({ ...OfStore.properties, appealId: Type.String({ format: 'uuid' }) }),
    run: mailOutcome,
  }),
]
