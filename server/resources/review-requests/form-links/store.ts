import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { isExcluded } from '../store.ts'
import type { FormLink, FormOrder, FormProduct, ShopQuestion } from './rules.ts'

/** Runs before the tenant is known, because its result is the tenant. */
export const byDigest = (digest: Buffer): Query<FormLink> => sql`
    select store_env_id as "storeEnvId", organization_id as "organizationId", order_id as "orderId", request_id as "requestId",
            expires_at as "expiresAt", store_name as "storeName", origins, timezone, plan, status,
            trial_ends_at as "trialEndsAt", current_period_ends_at as "currentPeriodEndsAt", past_due_since as "pastDueSince"
       from app.find_form_link(${digest})`

export type NewLink = { digest: Buffer; requestId: string; orderId: string }

/** A reminder sends the link again, which extends the link's period. */
export const upsert = (tx: StoreTx, links: readonly NewLink[], expiresAt: Date): Promise<number> =>
  tx.run(sql`
    insert into form_links (digest, store_env_id, organization_id, request_id, order_id, created_at, expires_at)
    select r.digest, ${tx.storeEnvId}, ${tx.organizationId}, r.request_id, r.order_id, ${tx.now}, ${expiresAt}
      from unnest(${links.map((each) => each.digest)}::bytea[], ${links.map((each) => each.requestId)}::uuid[],
                  ${links.map((each) => each.orderId)}::uuid[]) as r(digest, request_id, order_id)
    on conflict on constraint form_links_request_once
       do update set digest = excluded.digest, order_id = excluded.order_id, expires_at = excluded.expires_at`)

/** Orders that were deleted and pushed again have new ids. The update lets links in sent mails find them. */
export const updateOrders = (tx: StoreTx, links: readonly { requestId: string; orderId: string }[]): Promise<number> =>
  tx.run(sql`
    update form_links set order_id = r.order_id
      from unnest(${links.map((each) => each.requestId)}::uuid[], ${links.map((each) => each.orderId)}::uuid[])
           as r(request_id, order_id)
     where form_links.store_env_id = ${tx.storeEnvId} and form_links.request_id = r.request_id`)

export const deleteExpired = (tx: StoreTx): Promise<number> =>
  tx.run(sql`delete from form_links where store_env_id = ${tx.storeEnvId} and expires_at <= ${tx.now}`)

export const findRequestId = (tx: StoreTx, orderId: string) =>
  tx.first<{ id: string }>(sql`
    select id from review_requests where store_env_id = ${tx.storeEnvId} and order_id = ${orderId}`)

/**
 * The question about the shop in the form of an order. The form does not ask if another form asked, or if the shop was
 * reviewed, within the store's number of days. No row if the store never changed its settings.
 */
export const findShopQuestion = (tx: StoreTx, orderId: string) =>
  tx.first<ShopQuestion>(sql`
    select s.shop_question as question,
           exists (select from reviews r
                    where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id is null and r.source <> 'import') as reviewed,
           s.shop_asked and not exists (
             select from orders p
               join review_requests a on a.store_env_id = ${tx.storeEnvId} and a.order_id = p.id
              where p.store_env_id = ${tx.storeEnvId} and p.email = o.email and p.id <> o.id and a.shop_asked_at > ${askedSince(tx)})
           and not exists (
             select from reviews r
              where r.store_env_id = ${tx.storeEnvId} and r.author_email = o.email and r.created_at > ${askedSince(tx)}
                and r.product_id is null and r.order_id is distinct from o.id and r.source <> 'import' and r.status <> 'spam') as asked
      from orders o
      join review_settings s on s.store_env_id = ${tx.storeEnvId}
     where o.store_env_id = ${tx.storeEnvId} and o.id = ${orderId}`)

const askedSince = (tx: StoreTx) => sql`${tx.now}::timestamptz - make_interval(days => s.shop_ask_again_days)`

/** Call it after the order and its request are locked. */
export const updateShopAsked = (tx: StoreTx, orderId: string): Promise<number> =>
  tx.run(sql`
    update review_requests q set shop_asked_at = ${tx.now}
     where q.store_env_id = ${tx.storeEnvId} and q.order_id = ${orderId} and q.shop_asked_at is null`)

/** Lists each product once, in the order of the lines. Products excluded from requests are missing. */
export async function findOrder(tx: StoreTx, orderId: string): Promise<FormOrder | undefined> {
  const row = await tx.first<Omit<FormOrder, 'products'> & { products: FormProduct[] | null }>(sql`
    select o.order_number as "orderNumber", o.email, o.customer_name as "customerName", o.locale,
           o.cancelled_at is not null as "isCancelled",
           (select json_agg(json_build_object('id', p.id, 'platformProductId', p.platform_product_id, 'title', coalesce(p.title, l.title),
                     'imageUrl', p.image_url, 'url', p.url, 'formerIds', array(
                       select m.id from products m where m.store_env_id = ${tx.storeEnvId} and m.merged_into = p.id order by m.id), 'reviewed', exists (
                       select from reviews r
                        where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id = p.id and r.source <> 'import'))
                     order by l.position)
              from (select product_id, min(position) as position, min(title) as title from order_line_items
                     where store_env_id = ${tx.storeEnvId} and order_id = o.id and product_id is not null
                     group by product_id) l
              join products p on p.store_env_id = ${tx.storeEnvId} and p.id = l.product_id and not ${isExcluded(tx)}) as products
      from orders o where o.store_env_id = ${tx.storeEnvId} and o.id = ${orderId}`)
  return row && { ...row, products: row.products ?? [] }
}
