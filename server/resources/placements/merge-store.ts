import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** If a placement already shows or excludes the target, its rows for both products are unchanged. */
export const updatePlaces = (tx: StoreTx, { from, into }: { from: string; into: string }) =>
  tx.run(sql`
    update placement_products p set product_id = ${into}
     where p.store_env_id = ${tx.storeEnvId} and p.product_id = ${from}
       and not exists (select from placement_products o
                        where o.store_env_id = ${tx.storeEnvId} and o.placement_id = p.placement_id and o.product_id = ${into})`)
