import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk, wakeStore } from '#platform/jobs/store-walk.ts'
import { sendDueReplyMails, sendJob } from './reply-mail-commands.ts'
import { findNextDue } from './reply-mail-store.ts'

export default [
  job({ id: sendJob, payload: OfStore, run: sendDueReplyMails }),
  // Sends due mails whose wake-up or job was lost.
  ...storeWalk({
    id: 'reviews.sweep_reply_mails',
    schedule: '23 3 * * *',
    visit: wakeStore(sendJob, findNextDue),
  }),
]
