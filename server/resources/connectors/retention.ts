import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import * as events from './events/store.ts'

const keptMs = 90 * 86_400_000

export async function deleteOldEvents(ctx: CrossJobContext, scope: StoreScope): Promise<Date | undefined> {
  const before = new Date(ctx.now.getTime() - keptMs)
  await deleteInBatches(ctx, scope, (tx, limit) => events.deleteSettled(tx, before, limit), { isUpkeep: true })
  return (await ctx.db.store(scope, 'read', events.hasEvents)) ? ctx.now : undefined
}
