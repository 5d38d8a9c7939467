import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { WrittenReview } from './events.ts'
import { type StateRow, stateColumns, toWritten } from './store.ts'

export async function updateProduct(tx: StoreTx, into: string, ids: readonly string[]): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r set product_id = ${into}, updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}

export const updateViews = (tx: StoreTx, { from, into }: { from: string; into: string }) =>
  tx.run(sql`
    update review_views v set filter = jsonb_set(v.filter, '{productId}', to_jsonb(${into}::text)), updated_at = ${tx.now}
     where v.store_env_id = ${tx.storeEnvId} and v.filter ->> 'productId' = ${from}::text`)
