import { Type } from 'typebox'
import { forEveryStore } from '#platform/every-store.ts'
import { enqueue, job } from '#platform/jobs.ts'
import { OfStore } from '#platform/schedule.ts'
import { isBehind, sumStore } from './commands.ts'

const ofOneStore = 'analytics.sum_store'

export default [
  job({
    id: 'analytics.sum',
    across: true,
    payload: Type.Object({}),
    schedule: '*/10 * * * *',
    operatorName: 'analytics-sums',
    run: (ctx) =>
      forEveryStore(ctx, async (scope) => {
        if (!(await ctx.db.store(scope, 'read', isBehind))) return
        await ctx.db.store(scope, 'write', (tx) =>
          enqueue(tx, ofOneStore, scope, { key: `${ofOneStore}:${scope.storeEnvId}` }),
        )
      }),
  }),
  job({
    id: ofOneStore,
    bulk: 'analytics',
    payload: OfStore,
    run: ({ db, stopping }, scope) => sumStore(db, scope, stopping),
  }),
]
