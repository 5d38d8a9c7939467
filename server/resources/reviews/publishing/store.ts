import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type * as store from '../store.ts'

/** A review without what only its page shows. */
export type Row = Omit<
  store.Row,
  | 'product_title'
  | 'product_url'
  | 'product_image_url'
  | 'imported_from'
  | 'photos'
  | 'attributes'
  | 'attribute_values'
  | 'report_count'
  | 'helpful_count'
  | 'reply_mail_due_at'
>

export const listFacts = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<Row>(sql`
    select r.id, r.product_id, p.platform_product_id, r.order_id, r.rating, r.title, r.body, r.author_name, r.author_email,
           r.verified, r.status, r.source, r.incentive, r.photo_count, r.reply_body, r.reply_author_name, r.replied_at,
           r.locale, r.moderation_reason, r.moderation_policy, r.moderated_at, r.submitted_at, r.approved_at, r.created_at, r.updated_at
      from reviews r
      join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
     where r.store_env_id = ${tx.storeEnvId} and ${isAnyOf(ids)}`)

// Of a list's length the planner has to guess, and so plans the statement anew for each; that costs ten times the reading of one.
const isAnyOf = (ids: readonly string[]) => (ids.length === 1 ? sql`r.id = ${ids[0]}` : sql`r.id = any(${ids}::uuid[])`)
