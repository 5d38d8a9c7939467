import { areCountsBehind, checkRowCounts, sumRowCounts } from '#platform/calls/paging/row-counts.ts'
import type { StoreReads, StoreScope } from '#platform/db/db.ts'
import { type CrossJobContext, enqueue, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { areReviewCountsBehind, checkCounts, sumCounts } from '#resources/reviews/changes/counts-commands.ts'
import { countMailDays, deleteMailDays, joinFinishedDays } from '../activity/commands.ts'
import { areRequestDaysBehind, countRequestDays, deleteRequestDays } from '../requests/commands.ts'
import { hasChanges as hasRequestChanges } from '../requests/store.ts'
import { distrustSums, isBehind, sumStore } from './commands.ts'
import { recountStore } from './recount.ts'
import { hasChanges } from './store.ts'

const ofOneStore = 'analytics.sum_store'

export default [
  ...storeWalk({
    id: 'analytics.sum',
    schedule: '*/10 * * * *',
    operatorName: 'analytics-sums',
    isFrequent: true,
    visit: requestSums,
  }),
  job({
    id: ofOneStore,
    bulk: 'analytics',
    payload: OfStore,
    async run({ db, stopping }, scope) {
      await sumStore(db, scope, stopping)
      await db.store(scope, 'write', sumCounts, { isUpkeep: true })
      await db.store(scope, 'write', sumRowCounts, { isUpkeep: true })
      // Days of requests are counted in each run, because reviews arrive for requests of the last weeks. A nightly job
      // would find most of these days changed.
      while (!stopping.aborted && (await db.store(scope, 'write', countRequestDays, { isUpkeep: true })));
    },
  }),
  ...storeWalk({
    id: 'analytics.recount',
    schedule: '23 4 * * *',
    operatorName: 'analytics-recount',
    async visit(ctx, scope, isChanged) {
      await checkSums(ctx, scope)
      // Sums the store again in the next night, when the day of the change is over.
      return isChanged ? ctx.now : undefined
    },
  }),
]

const afterTheDayMs = 26 * 3_600_000

/**
 * The day of a change is summed after its end. Later days of an unchanged store have no reviews, so reports need no
 * sums of them.
 */
async function requestSums(
  { db, now }: CrossJobContext,
  scope: StoreScope,
  isChanged: boolean,
): Promise<Date | undefined> {
  const [isBehind, hasMarks] = await db.store(scope, 'read', async (tx) => [
    await isAnyBehind(tx),
    (await hasChanges(tx)) || (await hasRequestChanges(tx)),
  ])
  if (isBehind)
    await db.store(
      scope,
      'write',
      (tx) => enqueue(tx, ofOneStore, scope, { key: `${ofOneStore}:${scope.storeEnvId}` }),
      { isUpkeep: true },
    )
  return isChanged || hasMarks ? new Date(now.getTime() + afterTheDayMs) : undefined
}

const isAnyBehind = async (tx: StoreReads): Promise<boolean> =>
  (await isBehind(tx)) ||
  (await areRequestDaysBehind(tx)) ||
  (await areCountsBehind(tx)) ||
  (await areReviewCountsBehind(tx))

/** Computes the missing sums of the store, and all sums again if one of them differs from a recount of the rows. */
async function checkSums(ctx: CrossJobContext, scope: StoreScope): Promise<void> {
  const { db, services, stopping } = ctx
  const sumAll = async () => {
    await sumStore(db, scope, stopping)
    while (!stopping.aborted && (await db.store(scope, 'write', countMailDays, { isUpkeep: true })));
    while (!stopping.aborted && (await db.store(scope, 'write', countRequestDays, { isUpkeep: true })));
  }
  await sumAll()
  await db.store(scope, 'write', joinFinishedDays, { isUpkeep: true })
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
  const count = await db.store({ storeEnvId, ...scope }, 'write', checkCounts, { isUpkeep: true })
  if (count > 0) services.log.error({ storeEnvId, count }, 'counts of reviews differ from the reviews')
  const tables = await db.store({ storeEnvId, ...scope }, 'write', checkRowCounts, { isUpkeep: true })
  if (tables.length > 0) services.log.error({ storeEnvId, tables }, 'counts differ from the rows of tables')
}
