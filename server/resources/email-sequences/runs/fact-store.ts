import type { StoreReads } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'

export type FactsRow = {
  orderId: string | null
  isOfOrder: boolean
  orderEmail: string | null
  isCancelled: boolean
  isRefunded: boolean
  country: string | null
  hasOrderedSince: boolean
  hasReviewedSince: boolean
  acceptsMarketing: boolean | null
  hasReviewed: boolean
  orderCount: number
  orderTotal: string | null
  boughtProducts: string[]
  tier: string | null
}

/** Orders are counted up to this number, because a condition compares with no larger number. */
const countedOrders = 10_000

// `offset 0` makes each run use an index. Without it, a query for 200 runs would read all reviews of the store.
export const factColumns = (tx: StoreReads, products: readonly string[]) => sql`
  o.id as "orderId", r.platform_order_id is not null as "isOfOrder", o.email as "orderEmail",
  o.cancelled_at is not null as "isCancelled", coalesce(o.refunded_total > 0, false) as "isRefunded", o.country,
  o.total as "orderTotal",
  exists (select from orders n
           where n.store_env_id = ${tx.storeEnvId} and n.email = r.email and n.placed_at > r.fact_at and n.cancelled_at is null
             and n.platform_order_id is distinct from r.platform_order_id) as "hasOrderedSince",
  exists (select from reviews v
           where v.store_env_id = ${tx.storeEnvId} and v.author_email = r.email and v.created_at > r.fact_at
             and v.product_id is not null and v.source <> 'import' and v.status <> 'spam' and v.id is distinct from r.review_id)
    or exists (select from reviews v
                where v.store_env_id = ${tx.storeEnvId} and v.order_id = o.id and v.created_at > r.fact_at
                  and v.product_id is not null and v.source <> 'import' and v.status <> 'spam' and v.id is distinct from r.review_id) as "hasReviewedSince",
  (select n.accepts_marketing from orders n
    where n.store_env_id = ${tx.storeEnvId} and n.email = r.email and n.accepts_marketing is not null
    order by n.placed_at desc, n.id desc limit 1) as "acceptsMarketing",
  case when r.platform_order_id is null
       then exists (select from reviews v
                     where v.store_env_id = ${tx.storeEnvId} and v.author_email = r.email and v.status <> 'spam'
                      and v.product_id is not null offset 0)
       else exists (select from reviews v
                     where v.store_env_id = ${tx.storeEnvId} and v.order_id = o.id and v.status <> 'spam'
                      and v.product_id is not null offset 0)
         or exists (select from order_line_items l
                      join reviews v on v.store_env_id = ${tx.storeEnvId} and v.author_email = r.email
                                    and v.product_id = l.product_id and v.status <> 'spam'
                     where l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id) end as "hasReviewed",
  (select count(*) from (select from orders n
    where n.store_env_id = ${tx.storeEnvId} and n.email = r.email and n.cancelled_at is null limit ${countedOrders}) c) as "orderCount",
  ${
    products.length === 0
      ? sql`array[]::text[]`
      : sql`array(select distinct l.product_id::text from orders n
             join order_line_items l on l.store_env_id = ${tx.storeEnvId} and l.order_id = n.id
            where n.store_env_id = ${tx.storeEnvId} and n.email = r.email and n.cancelled_at is null
              and l.product_id = any(${products}::uuid[]))`
  } as "boughtProducts",
  (select m.tier from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.email = r.email) as tier`

export const joinOrder = (tx: StoreReads): Sql => sql`
  left join orders o on o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = r.platform_order_id`
