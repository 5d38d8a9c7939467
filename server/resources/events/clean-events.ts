import { forEveryStore, removeInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import * as store from './store.ts'

const keptMs = 90 * 86_400_000

export async function cleanEvents(ctx: CrossJobContext): Promise<void> {
  const boundary = computeFirstId(ctx.now.getTime() - keptMs)
  await forEveryStore(ctx, (scope) =>
    removeInBatches(ctx, scope, (tx, limit) => store.removeBefore(tx, boundary, limit)),
  )
}
