import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { later } from '#platform/jobs/store-walk.ts'
import { computeFirstId, timeOfId } from '#platform/values/ids.ts'
import * as store from './store.ts'

const keptMs = 90 * 86_400_000

export async function deleteOldEvents(ctx: CrossJobContext, scope: StoreScope): Promise<Date | undefined> {
  const boundary = computeFirstId(ctx.now.getTime() - keptMs)
  await deleteInBatches(ctx, scope, (tx, limit) => store.deleteBefore(tx, boundary, limit), { isUpkeep: true })
  const oldest = await ctx.db.store(scope, 'read', store.findOldest)
  return later(oldest && timeOfId(oldest.id), keptMs)
}
