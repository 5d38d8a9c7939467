import { deleteInBatches } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { noticeJob, sendNotices } from '../notices/commands.ts'
import { deleteOldLeads } from './commands.ts'
import { hasLeads } from './store.ts'

export default [
  job({ id: noticeJob, payload: OfStore, run: sendNotices }),
  ...storeWalk({
    id: 'galleries.clean_leads',
    schedule: '27 4 * * *',
    operatorName: 'leads-clean',
    visit: async (ctx, scope) => {
      await deleteInBatches(ctx, scope, deleteOldLeads)
      return (await ctx.db.store(scope, 'read', hasLeads)) ? ctx.now : undefined
    },
  }),
]
