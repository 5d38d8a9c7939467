import { forEveryStore, removeInBatches } from '#platform/every-store.ts'
import { firstIdOf } from '#platform/ids.ts'
import type { CrossJobContext } from '#platform/jobs.ts'
import * as store from './store.ts'

const keptMs = 90 * 86_400_000

export async function cleanEvents(ctx: CrossJobContext): Promise<void> {
  const boundary = firstIdOf(ctx.now.getTime() - keptMs)
  await forEveryStore(ctx, (scope) =>
    removeInBatches(ctx, scope, (tx, limit) => store.removeBefore(tx, boundary, limit)),
  )
}
