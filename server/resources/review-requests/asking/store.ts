import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import { isExcluded } from '../store.ts'

export type AskedProduct = {
  id: string
  platformProductId: string
  title: string
  imageUrl: string | null
  isExcluded: boolean
}

export const listProducts = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<AskedProduct>(sql`
    select p.id, p.platform_product_id as "platformProductId", coalesce(p.title, p.platform_product_id) as title,
           p.image_url as "imageUrl", ${isExcluded(tx)} as "isExcluded"
      from products p
     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)

export type EarlierRequest = { email: NotNull<string>; isPlanned: boolean; isSent: boolean }

/** Requests about orders that contain all these products. */
export const listEarlier = (tx: StoreReads, emails: readonly string[], productIds: readonly string[]) =>
  tx.all<EarlierRequest>(sql`
    select o.email, coalesce(bool_or(q.state = 'scheduled'), false) as "isPlanned",
           coalesce(bool_or(q.state = 'sent' or q.reason = 'outcome_unknown'), false) as "isSent"
      from orders o
      join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id
     where o.store_env_id = ${tx.storeEnvId} and o.email = any(${emails}::text[])
       and (q.state in ('scheduled', 'sent') or q.reason = 'outcome_unknown')
       and not exists (
         select from unnest(${productIds}::uuid[]) w(id)
          where not exists (
            select from order_line_items l
             where l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id and l.product_id = w.id))
     group by o.email`)

export type LastOrder = { email: NotNull<string>; locale: string | null; acceptsMarketing: boolean | null }

export const listLastOrders = (tx: StoreReads, emails: readonly string[]) =>
  tx.all<LastOrder>(sql`
    select distinct on (o.email) o.email, o.locale, o.accepts_marketing as "acceptsMarketing"
      from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.email = any(${emails}::text[]) and o.stated_at is null
     order by o.email, o.placed_at desc, o.id desc`)

export const listReviewed = (tx: StoreReads, emails: readonly string[], productIds: readonly string[]) =>
  tx.all<{ email: NotNull<string>; productId: string }>(sql`
    select distinct r.author_email as email, r.product_id as "productId"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = any(${emails}::text[])
       and r.product_id = any(${productIds}::uuid[])`)
