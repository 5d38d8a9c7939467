import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk, wakeStore } from '#platform/jobs/store-walk.ts'
import { clearRuns, workRuns } from './commands.ts'
import { clearJob, workJob } from './names.ts'
import { findNextDue, updateDeferred } from './store.ts'

export const reconsiderJob = job({
  id: 'email_sequences.reconsider',
  payload: OfStore,
  async run(ctx, scope) {
    await ctx.db.store(scope, 'write', updateDeferred)
    await workRuns(ctx, scope)
  },
})

export default [
  job({ id: workJob, payload: OfStore, run: workRuns }),
  reconsiderJob,
  job({
    id: clearJob,
    payload: Type.Object({ ...OfStore.properties, sequenceId: Type.String({ format: 'uuid' }) }),
    run: clearRuns,
  }),
  // Runs schedule themselves. This job finds runs whose wake-up or job was lost.
  ...storeWalk({
    id: 'email_sequences.sweep',
    schedule: '53 3 * * *',
    operatorName: 'email-sequences',
    visit: wakeStore(workJob, findNextDue),
  }),
]
