import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Incentive, Source, Status } from '../schema.ts'

export type Row = {
  id: string
  product_id: string
  platform_product_id: string
  order_id: string | null
  rating: number
  title: string | null
  body: string
  author_name: string
  author_email: string | null
  verified: boolean
  status: Status
  source: Source
  incentive: Incentive | null
  photo_count: number
  reply_body: string | null
  reply_author_name: string | null
  replied_at: string | null
  locale: string | null
  submitted_at: string
  approved_at: string | null
  created_at: string
  updated_at: string
}

export const listFacts = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<Row>(sql`
    select r.id, r.product_id, p.platform_product_id, r.order_id, r.rating, r.title, r.body, r.author_name, r.author_email,
           r.verified, r.status, r.source, r.incentive, r.photo_count, r.reply_body, r.reply_author_name, r.replied_at,
           r.locale, r.submitted_at, r.approved_at, r.created_at, r.updated_at
      from reviews r
      join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])`)
