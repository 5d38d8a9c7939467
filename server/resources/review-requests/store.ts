import type { Static } from 'typebox'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { touchOrders } from '#resources/orders/fragments.ts'
import type { CustomerRequest, ProviderCounts, RequestHistory } from './schema.ts'

export const isExcluded = (tx: StoreTx) => sql`(
  p.requests_excluded or exists (
    select from category_products cp
      join categories c on c.store_env_id = ${tx.storeEnvId} and c.id = cp.category_id and c.requests_excluded
     where cp.store_env_id = ${tx.storeEnvId} and cp.platform_product_id = p.platform_product_id))`

type Fragment = ReturnType<typeof sql>

/**
 * A request counts as reviewed only if a review came after it. The query is a join, because a subquery per request took
 * three times as long for 130,000 requests.
 */
export const countByProvider = (tx: StoreTx, from: Date, to: Date): Promise<ProviderCounts[]> =>
  tx.all<ProviderCounts>(sql`
    select s.provider, count(*) as sent, count(*) filter (where s.opened) as opened,
           count(*) filter (where s.reviewed) as reviewed, count(*) filter (where s.opened and not s.reviewed) as "openedAndLeft",
           json_build_object('1', count(*) filter (where s.clicked = 1), '2', count(*) filter (where s.clicked = 2),
                             '3', count(*) filter (where s.clicked = 3), '4', count(*) filter (where s.clicked = 4),
                             '5', count(*) filter (where s.clicked = 5)) as clicked
      from (
        select q.provider, q.form_first_viewed_at is not null as opened, coalesce(r.newest >= q.sent_at, false) as reviewed,
               q.clicked_rating as clicked
          from review_requests q
          left join (select order_id, max(submitted_at) as newest from reviews
                      where store_env_id = ${tx.storeEnvId} and order_id is not null and product_id is not null and submitted_at > ${from}
                      group by order_id) r on r.order_id = q.order_id
         where q.store_env_id = ${tx.storeEnvId} and q.sent_at > ${from} and q.sent_at <= ${to}
      ) s
     group by s.provider order by s.provider`)

export type Request = { id: string; state: string; reason: string | null; isQueued: boolean }

/** Locks the order before its request, as pushes do. */
export const lockOfOrder = (tx: StoreTx, orderId: string) =>
  tx.first<Request>(sql`
    with held as materialized (
      select id from orders where store_env_id = ${tx.storeEnvId} and id = ${orderId} for no key update)
    select q.id, q.state, q.reason, q.queued_at is not null as "isQueued"
      from held h
      join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = h.id
       for update of q`)

/**
 * SQL that applies `change` to the requests `q` for which the condition `which` is true. Its CTE `changed` returns the
 * changed requests. Locks orders first, as pushes do.
 */
export const changing = (tx: StoreTx, which: Fragment, change: Fragment) => sql`
  held as materialized (
    select o.id, o.platform_order_id from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.id = any(array(
             select q.order_id from review_requests q where q.store_env_id = ${tx.storeEnvId} and ${which}))
     order by o.platform_order_id collate "C" for no key update),
  changed as (
    update review_requests q set ${change}, updated_at = ${tx.now}
      from held h
     where q.store_env_id = ${tx.storeEnvId} and q.order_id = h.id and ${which}
    returning q.*, h.platform_order_id),
  moved as (
    ${touchOrders(tx, sql`array(select order_id from changed)`)})`

export const change = (tx: StoreTx, which: Fragment, what: Fragment): Promise<number> =>
  tx.run(sql`with ${changing(tx, which, what)} select id from changed`)

export const updateCancelled = (tx: StoreTx, id: string): Promise<number> =>
  change(
    tx,
    sql`q.id = ${id} and q.state in ('scheduled', 'skipped') and q.reason is distinct from 'cancelled_by_merchant'`,
    sql`state = 'skipped', reason = 'cancelled_by_merchant'`,
  )

/** Reschedules a request that was cancelled after it had been queued, because a person wants it sent. */
export const updateUncancelled = (tx: StoreTx, id: string): Promise<number> =>
  change(
    tx,
    sql`q.id = ${id} and q.state = 'skipped' and q.queued_at is not null`,
    sql`state = 'scheduled', reason = null`,
  )

export type OpenedRequest = {
  id: string
  orderId: string
  platformOrderId: string
  clickedRating: number | null
  openedAt: string
  viewCount: number
  sentAt: string | null
}

export const updateOpened = (tx: StoreTx, orderId: string, rating: number | null) =>
  tx.first<OpenedRequest>(sql`
    with ${changing(
      tx,
      sql`q.order_id = ${orderId}`,
      sql`form_first_viewed_at = coalesce(q.form_first_viewed_at, ${tx.now}), form_view_count = q.form_view_count + 1,
          clicked_rating = case when ${rating}::smallint is null or exists (
              select from reviews r where r.store_env_id = ${tx.storeEnvId} and r.order_id = q.order_id and r.product_id is not null)
            then q.clicked_rating else ${rating}::smallint end,
          reminder_due_at = null`,
    )}
    select id, order_id as "orderId", platform_order_id as "platformOrderId", clicked_rating as "clickedRating",
           form_first_viewed_at as "openedAt", form_view_count as "viewCount", sent_at as "sentAt"
      from changed`)

export const updateHistories = (tx: StoreTx, histories: readonly RequestHistory[]) =>
  tx.all<{ sentAt: string | null; wasSentAt: string | null }>(sql`
    with brought as materialized (
      select o.id as order_id, b.sent_at as was_sent_at, h.*
        from jsonb_to_recordset(${JSON.stringify(histories)}::jsonb)
               as h("platformOrderId" text, state text, reason text, "sentAt" timestamptz, "openedAt" timestamptz, views integer,
                    "clickedRating" smallint)
        join orders o on o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = h."platformOrderId"
        join review_requests b on b.store_env_id = ${tx.storeEnvId} and b.order_id = o.id
       order by o.platform_order_id collate "C" for no key update of o),
    changed as (
      update review_requests q
         set state = h.state, reason = h.reason, sent_at = h."sentAt", form_first_viewed_at = h."openedAt",
             form_view_count = h.views, clicked_rating = h."clickedRating", reminder_due_at = null, updated_at = ${tx.now}
        from brought h
       where q.store_env_id = ${tx.storeEnvId} and q.order_id = h.order_id
      returning q.order_id, q.sent_at, h.was_sent_at),
    moved as (
      ${touchOrders(tx, sql`array(select order_id from changed)`)})
    select sent_at as "sentAt", was_sent_at as "wasSentAt" from changed`)

export const listCustomerRequests = (tx: StoreReads, email: string, limit?: number) =>
  tx.all<Static<typeof CustomerRequest>>(sql`
    select q.id, q.order_id as "orderId", q.state, q.reason, q.scheduled_for as "scheduledFor", q.sent_at as "sentAt",
           q.form_first_viewed_at as "formFirstViewedAt", q.clicked_rating as "clickedRating"
      from orders o
      join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id
     where o.store_env_id = ${tx.storeEnvId} and o.email = ${email}
     order by q.created_at desc, q.id desc ${upTo(limit)}`)

const upTo = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)
