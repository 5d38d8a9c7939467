import { deleteInBatches, forEveryStore } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import * as store from './store.ts'

const keptMs = 90 * 86_400_000

export async function deleteOldEvents(ctx: CrossJobContext): Promise<void> {
  const boundary = computeFirstId(ctx.now.getTime() - keptMs)
  await forEveryStore(ctx, (scope) =>
    deleteInBatches(ctx, scope, (tx, limit) => store.deleteBefore(tx, boundary, limit)),
  )
}
