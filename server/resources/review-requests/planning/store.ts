// SQL of planned requests. Queued, sent and failed requests are never planned again.
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, isAmong, type NotNull, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { touchOrders } from '#resources/orders/fragments.ts'
import { type Plan, type PlanFacts, temporarySkipReasons } from './rules.ts'

export type PlannedOrder = Plan & { platformOrderId: string }
export type PlannedRequest = {
  id: string
  orderId: string
  state: string
  scheduledFor: string | null
  sentAt: string | null
}

/**
 * An order that was deleted after its request was sent gets that request back when it is pushed again, so its buyer is
 * not asked twice.
 */
export function upsert(tx: StoreTx, orders: readonly PlannedOrder[]) {
  const column = <T>(read: (order: PlannedOrder) => T): T[] => orders.map(read)
  const platformIds = column((order) => order.platformOrderId)
  return sql<PlannedRequest>`
    with asked as (
      delete from asked_orders a
       where a.store_env_id = ${tx.storeEnvId} and ${isAmong('a.platform_order_id', platformIds, 'text')}
      returning a.id, a.platform_order_id, a.state, a.reason, a.provider, a.attempt, a.scheduled_for, a.sent_at, a.reminded_at,
                a.form_first_viewed_at, a.form_view_count, a.clicked_rating, a.created_at
    )
    insert into review_requests (store_env_id, id, order_id, state, reason, provider, attempt, scheduled_for, sent_at, reminded_at,
                                 form_first_viewed_at, form_view_count, clicked_rating, created_at, updated_at)
    select ${tx.storeEnvId}::uuid, coalesce(a.id, r.id),
           (select o.id from orders o where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = r.platform_order_id), coalesce(a.state, r.state),
           case when a.id is null then r.reason else a.reason end, coalesce(a.provider, 'evident'), coalesce(a.attempt, 0),
           case when a.id is null then r.scheduled_for else a.scheduled_for end, a.sent_at, coalesce(a.reminded_at, '{}'),
           a.form_first_viewed_at, coalesce(a.form_view_count, 0), a.clicked_rating, coalesce(a.created_at, ${tx.now}::timestamptz), ${tx.now}::timestamptz
      from unnest(${column(() => newId(tx.now.getTime()))}::uuid[],
                  ${platformIds}::text[],
                  ${column((order) => order.state)}::text[],
                  ${column((order) => order.reason)}::text[],
                  ${column((order) => order.scheduledFor)}::timestamptz[])
           as r(id, platform_order_id, state, reason, scheduled_for)
      left join asked a on a.platform_order_id = r.platform_order_id
     order by r.platform_order_id collate "C"
    on conflict on constraint review_requests_once_per_order do update set
      state = excluded.state, reason = excluded.reason, scheduled_for = excluded.scheduled_for, updated_at = excluded.updated_at
      where review_requests.queued_at is null
        and (review_requests.state = 'scheduled'
             or review_requests.state = 'skipped' and ${equalsAny('review_requests.reason', temporarySkipReasons)})
        and (review_requests.state, review_requests.reason, review_requests.scheduled_for)
            is distinct from (excluded.state, excluded.reason, excluded.scheduled_for)
    returning id, order_id as "orderId", state, scheduled_for as "scheduledFor", sent_at as "sentAt"`
}

export type OrderToPlan = PlanFacts & { platformOrderId: string }

export type FirstConnection = { at: string | null }

/** Rounds down to seconds, like the order times of most platforms. Otherwise later orders could seem older. */
export const selectFirstConnection = (tx: StoreTx) => sql<FirstConnection>`
    select min(case when c.platform in ('medusa', 'vendure') then c.first_connected_at
                    else date_trunc('second', c.first_connected_at) end) as at
      from shop_connections c where c.store_env_id = ${tx.storeEnvId}`

export const selectOrders = (tx: StoreTx, orderIds: readonly string[]) => sql<OrderToPlan>`
    select ${orderColumns(tx)} from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.id = any(${orderIds}::uuid[]) order by o.platform_order_id collate "C"`

/** Locks orders in the same sequence as pushes do, to avoid deadlocks. */
export const lockOrders = (tx: StoreTx, orderIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    select from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.id = any(${orderIds}::uuid[])
     order by o.platform_order_id collate "C" for no key update`)

export const updateOrders = (tx: StoreTx, orderIds: readonly string[]): Promise<number> =>
  tx.run(touchOrders(tx, sql`${orderIds}::uuid[]`))

export const listScheduled = (tx: StoreTx, after: string, limit: number) =>
  tx.all<{ orderId: string }>(sql`
    select q.order_id as "orderId" from review_requests q
     where q.store_env_id = ${tx.storeEnvId} and q.order_id > ${after} and q.queued_at is null
       and (q.state = 'scheduled' or q.state = 'skipped' and q.reason = 'order_refunded')
     order by q.order_id limit ${limit}`)

export const listUnplanned = (tx: StoreTx, placedAfter: Date, limit: number) =>
  tx.all<{ orderId: string }>(sql`
    select o.id as "orderId" from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.placed_at > ${placedAfter}
       and not exists (select from review_requests q where q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id)
     order by o.platform_order_id collate "C" limit ${limit}`)

const orderColumns = (tx: StoreTx) => sql`
  o.platform_order_id as "platformOrderId", o.email, o.placed_at as "placedAt", o.fulfilled_at as "fulfilledAt",
  o.delivered_at as "deliveredAt", o.stated_at is not null as "isStated", o.cancelled_at as "cancelledAt", o.total, o.refunded_total as "refundedTotal",
  exists (select from order_line_items l where l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id) as "hasLines"`

/** Lists orders that were received in the same transaction and that no subscriber has planned yet. */
export const listUnplannedNamed = (tx: StoreTx, platformIds: readonly string[]) =>
  tx.all<{ orderId: string }>(sql`
    select o.id as "orderId" from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = any(${platformIds}::text[])
       and not exists (select from review_requests q where q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id)`)

/** Lists orders whose request was skipped because all products were unknown, if some products are known now. */
export const listReEligibleByLinks = (tx: StoreTx, limit: number) =>
  tx.all<{ orderId: string }>(sql`
    select q.order_id as "orderId" from review_requests q
     where q.store_env_id = ${tx.storeEnvId} and q.state = 'skipped' and q.reason = 'no_products' and q.queued_at is null
       and exists (select from order_line_items l
                    where l.store_env_id = ${tx.storeEnvId} and l.order_id = q.order_id and l.product_id is not null)
     order by q.order_id limit ${limit}`)

/** The buyers' addresses are erased, so no mail can be sent. If a mail may be on its way, the outcome is unknown. */
export const updateErased = (tx: StoreTx, orderIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    update review_requests q
       set state = case when q.queued_at is null then 'skipped' else 'failed' end,
           reason = case when q.queued_at is null then 'no_email' else 'outcome_unknown' end,
           scheduled_for = case when q.queued_at is not null then q.scheduled_for end, updated_at = ${tx.now}
     where q.store_env_id = ${tx.storeEnvId} and q.order_id = any(${orderIds}::uuid[])
       and (q.state = 'scheduled' or q.state = 'skipped' and q.queued_at is not null)`)

/** Due times of waiting reminders change with the delay, which counts from the last mail. */
export const updateReminders = (tx: StoreTx, delayDays: number) =>
  tx.all<{ at: string }>(sql`
    update review_requests set updated_at = ${tx.now},
           reminder_due_at = coalesce(reminded_at[cardinality(reminded_at)], sent_at) + make_interval(days => ${delayDays})
     where store_env_id = ${tx.storeEnvId} and reminder_due_at is not null
    returning reminder_due_at as at`)

/**
 * Records requests whose orders are deleted. A scheduled request is recorded as `failed` with `outcome_unknown`, because
 * its mail may be queued. The lock waits for concurrent queueing, so that no such request is missed.
 */
export const insertAsked = (tx: StoreTx, orderIds: readonly string[]) =>
  tx.all<{ sentAt: NotNull<string> }>(sql`
    with held as materialized (
      select q.id, q.order_id, q.state, q.reason, q.provider, q.attempt, q.scheduled_for, q.sent_at, q.reminded_at, q.queued_at,
             q.form_first_viewed_at, q.form_view_count, q.clicked_rating, q.created_at
        from review_requests q
       where q.store_env_id = ${tx.storeEnvId} and q.order_id = any(${orderIds}::uuid[])
       order by q.order_id for update),
    asked as (
      insert into asked_orders (store_env_id, id, platform_order_id, state, reason, provider, attempt, scheduled_for, sent_at,
                                reminded_at, form_first_viewed_at, form_view_count, clicked_rating, created_at)
      select ${tx.storeEnvId}, q.id, o.platform_order_id, case when q.state = 'scheduled' then 'failed' else q.state end,
             case when q.state = 'scheduled' then 'outcome_unknown' else q.reason end, q.provider, q.attempt, q.scheduled_for,
             q.sent_at, q.reminded_at, q.form_first_viewed_at, q.form_view_count, q.clicked_rating, q.created_at
        from held q
        join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
       where q.state in ('sent', 'failed') or q.queued_at is not null
          or q.state = 'skipped' and not q.reason = any(${[...temporarySkipReasons]}::text[])
      on conflict on constraint asked_orders_once do nothing)
    select q.sent_at as "sentAt" from held q where q.sent_at is not null`)
