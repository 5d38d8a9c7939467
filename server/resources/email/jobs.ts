import { Type } from 'typebox'
import { type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { type MessageKind, sendJob, sweepStore } from './commands.ts'
import { deleteOldMail, deleteOldMessages } from './messages/retention.ts'
import { notifyOwnersOfPause } from './sending/pause-notice.ts'
import { sendDueEmails } from './sending/sender.ts'

export function emailJobs(kinds: readonly MessageKind[]): Job[] {
  const byTemplate = new Map(kinds.map((kind) => [kind.template, kind]))
  if (byTemplate.size < kinds.length) throw new Error('Two kinds of message have the same template.')
  return [
    // The job starts with its own store, and continues with other stores that wait in this process.
    job({ id: sendJob, payload: OfStore, across: true, run: (ctx, scope) => sendDueEmails(ctx, byTemplate, scope) }),
    job({
      id: 'email.tell_paused',
      payload: Type.Object({ ...OfStore.properties, reason: Type.String(), to: Type.Optional(Type.String()) }),
      run: notifyOwnersOfPause,
    }),
    // Due mail has a wake-up in the schedule. This job finds mail whose wake-up was lost.
    ...storeWalk({
      id: 'email.sweep',
      schedule: '41 2 * * *',
      operatorName: 'email-sweep',
      visit: ({ db }, scope) => db.store(scope, 'write', sweepStore, { isUpkeep: true }),
    }),
    ...storeWalk({
      id: 'email.clean',
      schedule: '37 4 * * *',
      operatorName: 'email-clean',
      begin: deleteOldMail,
      visit: deleteOldMessages,
    }),
  ]
}
