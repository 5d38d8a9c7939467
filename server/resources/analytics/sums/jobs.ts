import { Type } from 'typebox'
import type { StoreReads } from '#platform/db/db.ts'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { areRequestDaysBehind, countRequestDays } from '../requests/commands.ts'
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
        if (!(await ctx.db.store(scope, 'read', isAnyBehind))) return
        await ctx.db.store(scope, 'write', (tx) =>
          enqueue(tx, ofOneStore, scope, { key: `${ofOneStore}:${scope.storeEnvId}` }),
        )
      }),
  }),
  job({
    id: ofOneStore,
    bulk: 'analytics',
    payload: OfStore,
    async run({ db, stopping }, scope) {
      await sumStore(db, scope, stopping)
      // Reviews come in for requests of the last weeks: left for the night, each of these days would have changed by then.
      while (!stopping.aborted && (await db.store(scope, 'write', countRequestDays)));
    },
  }),
]

const isAnyBehind = async (tx: StoreReads): Promise<boolean> => (await isBehind(tx)) || (await areRequestDaysBehind(tx))
