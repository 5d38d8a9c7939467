import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import { defaults, type ReviewSettings } from './settings-schema.ts'

type Row = ReviewSettings['shop'] & Omit<ReviewSettings, 'shop'>

const select = (tx: Pick<StoreReads, 'storeEnvId'>, lock: Sql<unknown> = sql``) => sql<Row>`
  select s.shop_asked as asked, s.shop_question as question, s.shop_ask_again_days as "askAgainDays",
         s.ask_relationship as "askRelationship", s.translate, s.digest,
         s.buyers_only as "buyersOnly", s.receipts
    from review_settings s
   where s.store_env_id = ${tx.storeEnvId}${lock}`

function toSettings(row: Row | undefined): ReviewSettings {
  if (!row) return defaults
  const { askRelationship, translate, digest, buyersOnly, receipts, ...shop } = row
  return { shop, askRelationship, translate, digest, buyersOnly, receipts }
}

export const findSettings = async (tx: Pick<StoreReads, 'storeEnvId' | 'first'>): Promise<ReviewSettings> =>
  toSettings(await tx.first(select(tx)))

/**
 * Creates the row, so that it can be locked. Otherwise two calls with different settings could overwrite each other.
 */
export async function lockSettings(tx: StoreTx): Promise<ReviewSettings> {
  await tx.run(sql`
    insert into review_settings (store_env_id, updated_at) values (${tx.storeEnvId}, ${tx.now})
    on conflict (store_env_id) do nothing`)
  return toSettings(await tx.first(select(tx, sql` for update`)))
}

export const updateSettings = (
  tx: StoreTx,
  { shop, askRelationship, translate, digest, buyersOnly, receipts }: ReviewSettings,
): Promise<number> =>
  tx.run(sql`
    update review_settings s
       set shop_asked = ${shop.asked}, shop_question = ${shop.question}, shop_ask_again_days = ${shop.askAgainDays},
           ask_relationship = ${askRelationship}, translate = ${translate}, digest = ${digest}, buyers_only = ${buyersOnly}, receipts = ${receipts},
           updated_at = ${tx.now}
     where s.store_env_id = ${tx.storeEnvId}`)
