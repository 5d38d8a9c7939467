import type { StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Seller } from './seller-schema.ts'

export const find = async (tx: StoreTx | SystemTx): Promise<Seller | undefined> =>
  (await tx.first<{ seller: Seller }>(sql`select seller from billing_seller`))?.seller

export const upsert = (tx: SystemTx, seller: Seller) =>
  tx.run(sql`
    insert into billing_seller (seller, updated_at) values (${JSON.stringify(seller)}::jsonb, ${tx.now})
    on conflict (only_row) do update set seller = excluded.seller, updated_at = excluded.updated_at`)
