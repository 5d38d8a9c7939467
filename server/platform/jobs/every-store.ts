// The list is read across organizations; the work in a store runs in transactions of that store.
import type { StoreScope, StoreTx, SystemTx } from '../db/db.ts'
import { sql } from '../db/query.ts'
import type { CrossJobContext, JobContext } from './jobs.ts'

const storesPerPage = 500
const first = '00000000-0000-0000-0000-000000000000'

export async function forEveryStore(
  { db, stopping }: Pick<CrossJobContext, 'db' | 'stopping'>,
  work: (scope: StoreScope) => Promise<unknown>,
): Promise<void> {
  let after = first
  for (;;) {
    const stores = await db.system('read', (tx) => listStores(tx, after))
    for (const scope of stores) {
      if (stopping.aborted) return
      await work(scope)
    }
    const last = stores.at(-1)
    if (!last || stores.length < storesPerPage) return
    after = last.storeEnvId
  }
}

const listStores = (tx: SystemTx, after: string) =>
  tx.all<StoreScope>(sql`
    select s.id as "storeEnvId", s.organization_id as "organizationId" from stores s
     where s.id > ${after} order by s.id limit ${storesPerPage}`)

const rowsPerTransaction = 5000

export async function deleteInBatches(
  { db, stopping }: Pick<JobContext, 'db' | 'stopping'>,
  scope: StoreScope,
  deleteRows: (tx: StoreTx, limit: number) => Promise<number>,
  options: { isUpkeep?: true } = {},
): Promise<void> {
  const deleteBatch = () => db.store(scope, 'write', (tx) => deleteRows(tx, rowsPerTransaction), options)
  while ((await deleteBatch()) === rowsPerTransaction) if (stopping.aborted) return
}
