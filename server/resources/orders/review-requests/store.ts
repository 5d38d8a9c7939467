import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ProviderCounts, RequestHistory } from './schema.ts'

/**
 * A review counts for a request when it is of the same order and came after it, so none from before the window does. Joined,
 * not asked for request by request: of 130,000 requests that took three times as long.
 */
export const countByProvider = (tx: StoreTx, from: Date, to: Date): Promise<ProviderCounts[]> =>
  tx.all<ProviderCounts>(sql`
    select s.provider, count(*) as sent, count(*) filter (where s.opened) as opened,
           count(*) filter (where s.reviewed) as reviewed, count(*) filter (where s.opened and not s.reviewed) as "openedAndLeft"
      from (
        select q.provider, q.form_first_viewed_at is not null as opened, coalesce(r.newest >= q.sent_at, false) as reviewed
          from review_requests q
          left join (select order_id, max(submitted_at) as newest from reviews
                      where store_env_id = ${tx.storeEnvId} and order_id is not null and submitted_at > ${from}
                      group by order_id) r on r.order_id = q.order_id
         where q.store_env_id = ${tx.storeEnvId} and q.sent_at > ${from} and q.sent_at <= ${to}
      ) s
     group by s.provider order by s.provider`)

export type Request = { id: string; state: string; reason: string | null; isQueued: boolean }

export const lockOfOrder = (tx: StoreTx, orderId: string) =>
  tx.first<Request>(sql`
    select id, state, reason, queued_at is not null as "isQueued" from review_requests
     where store_env_id = ${tx.storeEnvId} and order_id = ${orderId} for update`)

export const updateCancelled = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`
    update review_requests set state = 'skipped', reason = 'cancelled_by_merchant', updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and state in ('scheduled', 'skipped')
       and reason is distinct from 'cancelled_by_merchant'`)

/** Cancelled on its way, and wanted after all: what is on its way goes on. */
export const updateUncancelled = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`
    update review_requests set state = 'scheduled', reason = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and state = 'skipped' and queued_at is not null`)

export type Opened = {
  id: string
  orderId: string
  platformOrderId: string
  clickedRating: number | null
  openedAt: string
  viewCount: number
}

/** Whoever has opened the form is not reminded. */
export const updateOpened = (tx: StoreTx, orderId: string, rating: number | null) =>
  tx.first<Opened>(sql`
    update review_requests q
       set form_first_viewed_at = coalesce(q.form_first_viewed_at, ${tx.now}), form_view_count = q.form_view_count + 1,
           clicked_rating = case when ${rating}::smallint is null or exists (
               select from reviews r where r.store_env_id = ${tx.storeEnvId} and r.order_id = q.order_id)
             then q.clicked_rating else ${rating}::smallint end,
           reminder_due_at = null, updated_at = ${tx.now}
      from orders o
     where q.store_env_id = ${tx.storeEnvId} and q.order_id = ${orderId}
       and o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
    returning q.id, q.order_id as "orderId", o.platform_order_id as "platformOrderId", q.clicked_rating as "clickedRating",
              q.form_first_viewed_at as "openedAt", q.form_view_count as "viewCount"`)

export const updateHistories = (tx: StoreTx, histories: readonly RequestHistory[]): Promise<number> =>
  tx.run(sql`
    update review_requests q
       set state = h.state, reason = h.reason, sent_at = h."sentAt", form_first_viewed_at = h."openedAt", form_view_count = h.views,
           clicked_rating = h."clickedRating", reminder_due_at = null, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(histories)}::jsonb)
             as h("platformOrderId" text, state text, reason text, "sentAt" timestamptz, "openedAt" timestamptz, views integer,
                  "clickedRating" smallint)
      join orders o on o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = h."platformOrderId"
     where q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id`)
