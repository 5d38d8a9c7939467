// SQL of due requests: one sweep locks them, reads current facts, and marks them as queued.
import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import { touchOrders } from '#resources/orders/fragments.ts'
import { change, changing, isExcluded } from '../store.ts'
import type { DueRequest } from './rules.ts'

/** Reads the first row of each state, because `exists` scans the table: 0.8 s for a million rows if none is due. */
export async function findNextDue(tx: StoreTx): Promise<Date | undefined> {
  const row = await tx.first<{ at: string | null }>(sql`
    select least(
      (select min(scheduled_for) from review_requests
        where store_env_id = ${tx.storeEnvId} and state = 'scheduled' and queued_at is null),
      (select min(reminder_due_at) from review_requests where store_env_id = ${tx.storeEnvId})) as at`)
  return row?.at ? new Date(row.at) : undefined
}

/** Skips locked rows, because waiting could deadlock with a push that waits for an order locked here. */
export const lockDue = (tx: StoreTx, limit: number) =>
  tx.all<{ id: string }>(sql`
    select q.id from review_requests q
      join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
     where q.store_env_id = ${tx.storeEnvId} and q.state = 'scheduled' and q.queued_at is null and q.scheduled_for <= ${tx.now}
     order by q.scheduled_for, q.id limit ${limit} for no key update of o skip locked for update of q skip locked`)

export const listAsked = (tx: StoreTx, emails: readonly string[], since: Date) =>
  tx.all<{ email: NotNull<string>; isAsked: boolean }>(sql`
    select o.email, coalesce(bool_or(q.sent_at > ${since} or q.state = 'failed'), false) as "isAsked"
      from orders o
      join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id
     where o.store_env_id = ${tx.storeEnvId} and o.email = any(${emails}::text[])
       and (q.sent_at > ${since} or q.queued_at > ${since})
     group by o.email`)

/** Skips locked requests and orders, because they are checked again when due and waiting here could deadlock. */
export const skipAlreadyAsked = (tx: StoreTx, orderId: string, dueBefore: Date): void =>
  tx.sendAlong(sql`
    with held as materialized (
      select q.id, q.order_id from orders o
        join orders p on p.store_env_id = ${tx.storeEnvId} and p.email = o.email
        join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = p.id
       where o.store_env_id = ${tx.storeEnvId} and o.id = ${orderId} and q.state = 'scheduled' and q.queued_at is null
         and q.scheduled_for <= ${dueBefore} for no key update of p skip locked for update of q skip locked),
    skipped as (
      update review_requests q set state = 'skipped', reason = 'already_asked', updated_at = ${tx.now}
        from held h where q.store_env_id = ${tx.storeEnvId} and q.id = h.id)
    ${touchOrders(tx, sql`array(select order_id from held)`)}`)

export const lockDueReminders = (tx: StoreTx, limit: number) =>
  tx.all<{ id: string }>(sql`
    select id from review_requests
     where store_env_id = ${tx.storeEnvId} and reminder_due_at <= ${tx.now}
     order by reminder_due_at, id limit ${limit} for update skip locked`)

type Row = Omit<DueRequest, 'products'> & { products: DueRequest['products'] | null }

export async function list(tx: StoreTx, ids: readonly string[]): Promise<DueRequest[]> {
  const rows = await tx.all<Row>(sql`
    select q.id, q.order_id as "orderId", q.state, q.reason, q.attempt, q.sent_at as "sentAt", q.queued_at as "queuedAt",
           to_json(q.reminded_at) as "remindedAt", q.reminder_due_at as "reminderDueAt",
           q.reminder_queued_at as "reminderQueuedAt",
           q.form_first_viewed_at is not null as "isOpened",
           o.platform_order_id as "platformOrderId", o.order_number as "orderNumber", o.email, o.customer_name as "customerName",
           o.locale, o.country, o.placed_at as "placedAt", o.fulfilled_at as "fulfilledAt", o.delivered_at as "deliveredAt",
           o.stated_at is not null as "isStated",
           o.cancelled_at as "cancelledAt", o.accepts_marketing as "acceptsMarketing", o.total,
           o.refunded_total as "refundedTotal", ${products(tx)} as products
      from review_requests q
      join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = q.order_id
     where q.store_env_id = ${tx.storeEnvId} and q.id = any(${ids}::uuid[])
     order by q.scheduled_for, q.id`)
  return rows.map((row) => ({ ...row, products: row.products ?? [] }))
}

const products = (tx: StoreTx) => sql`
  (select json_agg(json_build_object(
            'id', p.id, 'title', coalesce(p.title, l.title, p.platform_product_id), 'imageUrl', p.image_url,
            'isExcluded', ${isExcluded(tx)},
            'isReviewed', exists (select from reviews r
                                   where r.store_env_id = ${tx.storeEnvId} and r.order_id = o.id and r.product_id = p.id)
                       or exists (select from reviews r
                                   where r.store_env_id = ${tx.storeEnvId} and r.author_email = o.email and r.product_id = p.id))
          order by l.position)
     from (select product_id, min(position) as position, min(title) as title from order_line_items
            where store_env_id = ${tx.storeEnvId} and order_id = o.id and product_id is not null group by product_id) l
     join products p on p.store_env_id = ${tx.storeEnvId} and p.id = l.product_id)`

/**
 * Runs `changed`, an update of requests that returns `order_id`, and updates `updatedAt` of these orders. The caller has
 * locked the orders.
 */
const touchingOrders = (tx: StoreTx, changed: ReturnType<typeof sql>): Promise<number> =>
  tx.run(sql`
    with changed as (${changed})
    ${touchOrders(tx, sql`array(select order_id from changed)`)}`)

export const updateSkipped = (tx: StoreTx, rows: readonly { id: string; reason: string }[]): Promise<number> =>
  touchingOrders(
    tx,
    sql`
    update review_requests set state = 'skipped', reason = r.reason, queued_at = null, updated_at = ${tx.now}
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ reason }) => reason)}::text[]) as r(id, reason)
     where review_requests.store_env_id = ${tx.storeEnvId} and review_requests.id = r.id
    returning review_requests.order_id`,
  )

export const updateScheduledFor = (tx: StoreTx, rows: readonly { id: string; at: Date }[]): Promise<number> =>
  touchingOrders(
    tx,
    sql`
    update review_requests set scheduled_for = r.at, updated_at = ${tx.now}
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[]) as r(id, at)
     where review_requests.store_env_id = ${tx.storeEnvId} and review_requests.id = r.id
    returning review_requests.order_id`,
  )

/**
 * Queuing a due request changes nothing that the API returns, so only an early or repeated request updates its order's
 * `updatedAt`.
 */
export const updateQueued = (tx: StoreTx, ids: readonly string[], provider: string): Promise<number> =>
  tx.run(sql`
    with queued as (
      update review_requests
         set state = 'scheduled', reason = null, queued_at = ${tx.now}, attempt = attempt + 1, provider = ${provider},
             scheduled_for = least(scheduled_for, ${tx.now}), updated_at = ${tx.now}
       where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[]))
    ${touchOrders(
      tx,
      sql`array(
             select q.order_id from review_requests q
              where q.store_env_id = ${tx.storeEnvId} and q.id = any(${ids}::uuid[])
                and (q.state <> 'scheduled' or q.reason is not null or q.scheduled_for is null or q.scheduled_for > ${tx.now}))`,
    )}`)

/** `at` is the due time of the next reminder, or null if there is no further one. */
export const updateReminders = (tx: StoreTx, rows: readonly { id: string; at: Date | null }[]): Promise<number> =>
  tx.run(sql`
    update review_requests set reminder_due_at = r.at, updated_at = ${tx.now}
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[]) as r(id, at)
     where review_requests.store_env_id = ${tx.storeEnvId} and review_requests.id = r.id`)

export const updateReminderQueued = (tx: StoreTx, ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update review_requests set reminder_due_at = null, reminder_queued_at = ${tx.now}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export type SentRequest = { id: string; orderId: string; platformOrderId: string; provider: string; sentAt: string }

/** Undefined if the request is already sent, because an outcome can be reported twice. */
export const updateSent = (
  tx: StoreTx,
  id: string,
  at: Date,
  reminderDueAt: Date | null,
): Promise<SentRequest | undefined> =>
  tx.first<SentRequest>(sql`
    with ${changing(
      tx,
      sql`q.id = ${id} and q.sent_at is null`,
      sql`state = 'sent', reason = null, sent_at = ${at}, queued_at = null, reminder_due_at = ${reminderDueAt}`,
    )}
    select id, order_id as "orderId", platform_order_id as "platformOrderId", provider, sent_at as "sentAt" from changed`)

/** If the outcome is unknown, `queued_at` stays, so the limit per address counts the request as sent. */
export const updateUnsent = (
  tx: StoreTx,
  id: string,
  end: { state: 'failed' | 'skipped'; reason: string; isUnknown: boolean },
): Promise<number> =>
  change(
    tx,
    sql`q.id = ${id} and q.state in ('scheduled', 'skipped') and q.queued_at is not null`,
    sql`state = case when q.state = 'scheduled' or ${end.isUnknown}::boolean then ${end.state}::text else q.state end,
        reason = case when q.state = 'scheduled' or ${end.isUnknown}::boolean then ${end.reason}::text else q.reason end,
        queued_at = case when ${end.isUnknown}::boolean then q.queued_at end`,
  )

/** Retries a failed request, unless it was queued again since. */
export const updateResumed = (tx: StoreTx, id: string, attempt: number): Promise<number> =>
  change(
    tx,
    sql`q.id = ${id} and q.state = 'failed' and q.attempt = ${attempt}`,
    sql`state = 'scheduled', reason = null, queued_at = ${tx.now}`,
  )

/**
 * Marks a request as no longer on its way, so it can be queued under the next key. A cancelled request is queued again only
 * if a person sends it.
 */
export const updateReturned = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`
    update review_requests set queued_at = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and state in ('scheduled', 'skipped') and queued_at is not null`)

export const updateReminded = (tx: StoreTx, id: string, at: Date, nextDueAt: Date | null) =>
  tx.first<{ sentAt: string | null }>(sql`
    with ${changing(
      tx,
      sql`q.id = ${id} and q.reminder_queued_at is not null`,
      sql`reminded_at = q.reminded_at || ${at}::timestamptz, reminder_queued_at = null, reminder_due_at = ${nextDueAt}`,
    )}
    select sent_at as "sentAt" from changed`)

export const updateNotReminded = (tx: StoreTx, id: string, nextDueAt: Date | null): Promise<number> =>
  tx.run(sql`
    update review_requests set reminder_queued_at = null, reminder_due_at = ${nextDueAt}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and reminder_queued_at is not null`)
