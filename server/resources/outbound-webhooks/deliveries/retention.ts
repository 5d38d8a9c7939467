import type { StoreScope } from '#platform/db/db.ts'
import { forEveryStore, removeInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import * as store from './store.ts'

const keptMs = 30 * 86_400_000

/** No operation can read the deliveries of a deleted webhook. */
export const removeDeliveries = (ctx: CrossJobContext, payload: StoreScope & { endpointId: string }): Promise<void> =>
  removeInBatches(ctx, payload, (tx, limit) => store.removeOfEndpoint(tx, payload.endpointId, limit))

export async function cleanDeliveries(ctx: CrossJobContext): Promise<void> {
  const boundary = computeFirstId(ctx.now.getTime() - keptMs)
  await forEveryStore(ctx, (scope) =>
    removeInBatches(ctx, scope, (tx, limit) => store.removeBefore(tx, boundary, limit)),
  )
}
