import type { StoreScope } from '#platform/db/db.ts'
import { firstIdOf } from '#platform/ids.ts'
import type { JobContext } from '#platform/jobs.ts'
import * as store from '../store.ts'

const keptMs = 90 * 86_400_000
const rowsPerTransaction = 5000
const storesPerPage = 500

export async function cleanEvents({ db, now, stopping }: JobContext): Promise<void> {
  const boundary = firstIdOf(now.getTime() - keptMs)
  const cleanStore = async (scope: StoreScope) => {
    const remove = () => db.store(scope, 'write', (tx) => store.removeBefore(tx, boundary, rowsPerTransaction))
    while ((await remove()) === rowsPerTransaction) if (stopping.aborted) return
  }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const stores = await db.system('read', (tx) => store.listStores(tx, after, storesPerPage))
    for (const { id, organization_id } of stores) {
      if (stopping.aborted) return
      await cleanStore({ storeEnvId: id, organizationId: organization_id })
    }
    const last = stores.at(-1)
    if (!last || stores.length < storesPerPage) return
    after = last.id
  }
}
