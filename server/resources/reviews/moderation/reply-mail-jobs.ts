import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { sendDueReplyMails, sendJob } from './reply-mail-commands.ts'

export default [
  job({ id: sendJob, payload: OfStore, run: sendDueReplyMails }),
  // Sends due mails whose wake-up or job was lost.
  job({
    id: 'reviews.sweep_reply_mails',
    across: true,
    payload: Type.Object({}),
    schedule: '23 3 * * *',
    run: (ctx) => forEveryStore(ctx, (scope) => ctx.db.store(scope, 'write', (tx) => enqueue(tx, sendJob, scope))),
  }),
]
