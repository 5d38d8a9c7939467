import { Type } from 'typebox'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import { type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { compareDue } from './comparing.ts'
import * as items from './item-store.ts'
import { tellOwners } from './notices.ts'
import { compareJob, requestComparison, sendJob } from './queueing.ts'
import { removedKeptMs } from './rules.ts'
import { sendDueItems } from './sending.ts'
import { noticeJob } from './status.ts'
import * as store from './store.ts'

export const destinationJobs: Job[] = [
  job({ id: sendJob, bulk: 'destinations', atOnce: 8, payload: OfStore, run: sendDueItems }),
  job({ id: compareJob, bulk: 'comparisons', atOnce: 4, payload: OfStore, run: compareDue }),
  job({
    id: noticeJob,
    payload: Type.Object({
      ...OfStore.properties,
      destinationId: Type.String(),
      about: Type.String(),
      to: Type.Optional(Type.String()),
    }),
    run: tellOwners,
  }),
  ...storeWalk({
    id: 'destinations.compare_all',
    schedule: '7 2 * * *',
    operatorName: 'destinations',
    async visit(ctx, scope) {
      const any = await ctx.db.store(scope, 'read', store.hasAny)
      if (!any) return undefined
      await ctx.db.store(scope, 'write', (tx) => requestComparison(tx, null), { isUpkeep: true })
      const before = new Date(ctx.now.getTime() - removedKeptMs)
      await deleteInBatches(ctx, scope, (tx, limit) => items.deleteOldRemoved(tx, before, limit), { isUpkeep: true })
      return ctx.now
    },
  }),
]
