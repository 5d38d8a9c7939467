import { deleteInBatches, forEveryStore } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import * as events from './events/store.ts'

const keptMs = 90 * 86_400_000

export async function deleteOldEvents(ctx: CrossJobContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - keptMs)
  await forEveryStore(ctx, (scope) =>
    deleteInBatches(ctx, scope, (tx, limit) => events.deleteSettled(tx, before, limit)),
  )
}
