import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { clearRuns, workRuns } from './commands.ts'
import { clearJob, workJob } from './names.ts'
import { updateDeferred } from './store.ts'

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
  job({
    id: 'email_sequences.sweep',
    across: true,
    payload: Type.Object({}),
    schedule: '53 3 * * *',
    operatorName: 'email-sequences',
    run: (ctx) => forEveryStore(ctx, (scope) => ctx.db.store(scope, 'write', (tx) => enqueue(tx, workJob, scope))),
  }),
]
