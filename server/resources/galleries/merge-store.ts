import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** An item that already names both products is not changed. */
export const updateItems = (tx: StoreTx, { from, into }: { from: string; into: string }) =>
  tx.run(sql`
    update gallery_item_products g set product_id = ${into}
     where g.store_env_id = ${tx.storeEnvId} and g.product_id = ${from}
       and not exists (select from gallery_item_products o
                        where o.store_env_id = ${tx.storeEnvId} and o.item_id = g.item_id and o.product_id = ${into})`)
