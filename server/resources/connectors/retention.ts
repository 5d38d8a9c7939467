import { forEveryStore, removeInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import * as events from './events/store.ts'

const keptMs = 90 * 86_400_000

export async function cleanConnections(ctx: CrossJobContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - keptMs)
  await forEveryStore(ctx, (scope) =>
    removeInBatches(ctx, scope, (tx, limit) => events.removeSettled(tx, before, limit)),
  )
}
