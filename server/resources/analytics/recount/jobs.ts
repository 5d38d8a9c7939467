import { Type } from 'typebox'
import type { StoreScope } from '#platform/db/db.ts'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { type CrossJobContext, job } from '#platform/jobs/jobs.ts'
import { countMailDays, forgetMailDays } from '../email/commands.ts'
import { countRequestDays, forgetRequestDays } from '../requests/commands.ts'
import { distrustSums, sumStore } from '../sums/commands.ts'
import { joinFinishedDays } from '../widgets/commands.ts'
import { recountStore } from './commands.ts'

export default [
  job({
    id: 'analytics.recount',
    across: true,
    payload: Type.Object({}),
    schedule: '23 4 * * *',
    operatorName: 'analytics-recount',
    run: (ctx) => forEveryStore(ctx, (scope) => proveSums(ctx, scope)),
  }),
]

/** Sums what is left to sum, and has what does not agree with the reviews summed anew. */
async function proveSums({ db, services, stopping }: CrossJobContext, scope: StoreScope): Promise<void> {
  const sumAll = async () => {
    await sumStore(db, scope, stopping)
    while (!stopping.aborted && (await db.store(scope, 'write', countMailDays)));
    while (!stopping.aborted && (await db.store(scope, 'write', countRequestDays)));
  }
  await sumAll()
  await db.store(scope, 'write', joinFinishedDays)
  const { differences } = await recountStore(db, scope)
  if (differences.length === 0) return
  services.log.error(
    { storeEnvId: scope.storeEnvId, differences: differences.slice(0, 10), count: differences.length },
    'reports do not agree with what they count',
  )
  await db.store(scope, 'write', async (tx) => {
    distrustSums(tx)
    await forgetMailDays(tx)
    await forgetRequestDays(tx)
  })
  await sumAll()
}
