// SQL of reviews of a product that was merged into another one.
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export const updateProduct = (tx: StoreTx, into: string, ids: readonly string[]) =>
  tx.run(sql`
    update reviews set product_id = ${into}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

/** Saved filters of people that name the old product. */
export const updateViews = (tx: StoreTx, { from, into }: { from: string; into: string }) =>
  tx.run(sql`
    update review_views v set filter = jsonb_set(v.filter, '{productId}', to_jsonb(${into}::text)), updated_at = ${tx.now}
     where v.store_env_id = ${tx.storeEnvId} and v.filter ->> 'productId' = ${from}::text`)
