import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { firstIdOf } from '#platform/ids.ts'
import type { JobContext } from '#platform/jobs.ts'
import * as lanes from '../lanes/store.ts'
import * as store from './store.ts'

const keptMs = 30 * 86_400_000
const rowsPerTransaction = 5000
const storesPerPage = 500

/** What became of a removed webhook's deliveries nobody can ask any more. */
export const removeDeliveries = (ctx: JobContext, payload: StoreScope & { endpointId: string }): Promise<void> =>
  inBatches(ctx, payload, (tx) => store.removeOfEndpoint(tx, payload.endpointId, rowsPerTransaction))

export async function cleanDeliveries(ctx: JobContext): Promise<void> {
  const boundary = firstIdOf(ctx.now.getTime() - keptMs)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const stores = await ctx.db.system('read', (tx) => lanes.listStores(tx, after, storesPerPage))
    for (const { id, organization_id } of stores) {
      if (ctx.stopping.aborted) return
      const scope = { storeEnvId: id, organizationId: organization_id }
      await inBatches(ctx, scope, (tx) => store.removeBefore(tx, boundary, rowsPerTransaction))
    }
    const last = stores.at(-1)
    if (!last || stores.length < storesPerPage) return
    after = last.id
  }
}

async function inBatches({ db, stopping }: JobContext, scope: StoreScope, remove: (tx: StoreTx) => Promise<number>) {
  while ((await db.store(scope, 'write', remove)) === rowsPerTransaction) if (stopping.aborted) return
}
