// SQL fragments that statements of other areas include, so that only this area defines writes to its table.
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Sets `updatedAt` of orders whose review request changed, because orders contain requests. `ids` is an SQL array. */
export const touchOrders = (tx: StoreTx, ids: ReturnType<typeof sql>) => sql`
    update orders set updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids})`
