import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { sweepStore } from '../kept/jobs.ts'
import { dueJob, failureMail, runDue } from './commands.ts'

const text = Type.String()

export const scheduleJobs = [
  job({ id: dueJob, payload: OfStore, run: (ctx, scope) => runDue(ctx, scope) }),
  job({
    id: 'backups.sweep',
    across: true,
    payload: Type.Object({}),
    schedule: '11 3 * * *',
    operatorName: 'backups',
    run: (ctx) =>
      forEveryStore(ctx, async (scope) => {
        await runDue(ctx, scope)
        await sweepStore(ctx, scope)
      }),
  }),
  job({
    id: failureMail,
    payload: Type.Object({ storeEnvId: text, organizationId: text, storeName: text, problem: text, to: text }),
    run: ({ services }, { organizationId, to, storeName, problem }) =>
      services.mail.send({
        organizationId,
        to,
        subject: `The scheduled backup of ${storeName} failed`,
        text: `Evident could not make the scheduled backup of ${storeName}.\n\n${problem}\n\nEarlier backups stay stored, and the schedule continues. You get no further mail until a backup has worked again. See Settings, Backups:\n${services.origin}/admin/settings/backups\n`,
      }),
  }),
]
