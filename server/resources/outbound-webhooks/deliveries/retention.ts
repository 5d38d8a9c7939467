import type { StoreScope } from '#platform/db/db.ts'
import { deleteInBatches } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import * as store from './store.ts'

const keptMs = 30 * 86_400_000

/** No operation can read the deliveries of a deleted webhook, so a job deletes them. */
export const deleteDeliveries = (ctx: CrossJobContext, payload: StoreScope & { endpointId: string }): Promise<void> =>
  deleteInBatches(ctx, payload, (tx, limit) => store.deleteByEndpoint(tx, payload.endpointId, limit))

export const deleteOldDeliveries = (ctx: CrossJobContext, scope: StoreScope): Promise<void> =>
  deleteInBatches(
    ctx,
    scope,
    (tx, limit) => store.deleteBefore(tx, computeFirstId(ctx.now.getTime() - keptMs), limit),
    { isUpkeep: true },
  )
