import { Type } from 'typebox'
import { areCountsBehind, checkRowCounts, sumRowCounts } from '#platform/calls/paging/row-counts.ts'
import type { StoreReads, StoreScope } from '#platform/db/db.ts'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { type CrossJobContext, enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { checkCounts, sumCounts } from '#resources/reviews/changes/counts-commands.ts'
import { countMailDays, deleteMailDays, joinFinishedDays } from '../activity/commands.ts'
import { areRequestDaysBehind, countRequestDays, deleteRequestDays } from '../requests/commands.ts'
import { distrustSums, isBehind, sumStore } from './commands.ts'
import { recountStore } from './recount.ts'

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
      await db.store(scope, 'write', sumCounts)
      await db.store(scope, 'write', sumRowCounts)
      // These days are counted often, because reviews arrive for requests of the last weeks. A nightly job would find most
      // of these days changed.
      while (!stopping.aborted && (await db.store(scope, 'write', countRequestDays)));
    },
  }),
  job({
    id: 'analytics.recount',
    across: true,
    payload: Type.Object({}),
    schedule: '23 4 * * *',
    operatorName: 'analytics-recount',
    run: (ctx) => forEveryStore(ctx, (scope) => checkSums(ctx, scope)),
  }),
]

const isAnyBehind = async (tx: StoreReads): Promise<boolean> =>
  (await isBehind(tx)) || (await areRequestDaysBehind(tx)) || (await areCountsBehind(tx))

/** Computes the missing sums of the store. If a sum differs from a recount of the rows, it computes all sums again. */
async function checkSums(ctx: CrossJobContext, scope: StoreScope): Promise<void> {
  const { db, services, stopping } = ctx
  const sumAll = async () => {
    await sumStore(db, scope, stopping)
    while (!stopping.aborted && (await db.store(scope, 'write', countMailDays)));
    while (!stopping.aborted && (await db.store(scope, 'write', countRequestDays)));
  }
  await sumAll()
  await db.store(scope, 'write', joinFinishedDays)
  await checkAllCounts(ctx, scope)
  const { differences } = await recountStore(db, scope)
  if (differences.length === 0) return
  services.log.error(
    { storeEnvId: scope.storeEnvId, differences: differences.slice(0, 10), count: differences.length },
    'reports differ from the rows they count',
  )
  await db.store(scope, 'write', async (tx) => {
    distrustSums(tx)
    await deleteMailDays(tx)
    await deleteRequestDays(tx)
  })
  await sumAll()
}

async function checkAllCounts({ db, services }: CrossJobContext, { storeEnvId, ...scope }: StoreScope): Promise<void> {
  const count = await db.store({ storeEnvId, ...scope }, 'write', checkCounts)
  if (count > 0) services.log.error({ storeEnvId, count }, 'counts of reviews differ from the reviews')
  const tables = await db.store({ storeEnvId, ...scope }, 'write', checkRowCounts)
  if (tables.length > 0) services.log.error({ storeEnvId, tables }, 'counts differ from the rows of tables')
}
