import { Type } from 'typebox'
import { nextOrphanSearch } from '#platform/files/storage/orphans.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { sweepStore } from '../kept/jobs.ts'
import { hasBackupsOrSchedule } from '../kept/store.ts'
import { dueJob, failureMail, runDue } from './commands.ts'

const text = Type.String()

export const scheduleJobs = [
  job({ id: dueJob, payload: OfStore, run: (ctx, scope) => runDue(ctx, scope) }),
  ...storeWalk({
    id: 'backups.sweep',
    schedule: '11 3 * * *',
    operatorName: 'backups',
    visit: async (ctx, scope, isChanged) => {
      await runDue(ctx, scope)
      await sweepStore(ctx, scope)
      const hasBackups = await ctx.db.store(scope, 'read', hasBackupsOrSchedule)
      return hasBackups ? ctx.now : nextOrphanSearch(ctx.now, isChanged)
    },
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
