import { Type } from 'typebox'
import { deleteInBatches, forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { noticeJob, sendNotices } from '../notices/commands.ts'
import { deleteOldLeads } from './commands.ts'

export default [
  job({ id: noticeJob, payload: OfStore, run: sendNotices }),
  job({
    id: 'galleries.clean_leads',
    across: true,
    payload: Type.Object({}),
    schedule: '27 4 * * *',
    operatorName: 'leads-clean',
    run: (ctx) => forEveryStore(ctx, (scope) => deleteInBatches(ctx, scope, deleteOldLeads)),
  }),
]
