import type { Static } from 'typebox'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'
import { last4 } from '#platform/values/mask.ts'
import { formatAmount, formatAmountOrNull } from '#platform/values/money.ts'
import { halfOfFingerprint, type Item } from './rules.ts'
import type { CustomerOrder, LineItem, Order } from './schema.ts'

/** Reads without locks, because a row lock is a write and an unchanged push must write nothing. */
export const selectFingerprints = (tx: StoreTx, platformIds: readonly string[]) => sql<{
  platform_order_id: string
  fingerprint: Buffer | null
}>`
    select platform_order_id, fingerprint from orders
     where store_env_id = ${tx.storeEnvId} and ${isAmong('platform_order_id', platformIds, 'text')}`

export const folded = {
  order_number_folded: normalizedNumber(sql`coalesce(r.order_number, r.platform_order_id)`),
  customer_name_folded: sql`lower(left(btrim(r.customer_name), 80))`,
  customer_last_name_folded: sql`lower(left(substring(btrim(r.customer_name) from '\\s(\\S+)$'), 80))`,
}

export type WrittenOrder = { id: string; platform_order_id: string }

/** Writes and locks rows in the sequence of `items`. Returns the written rows. An existing row keeps its id. */
export function upsert(tx: StoreTx, items: readonly Item[], ids: readonly string[]) {
  const column = <T>(read: (item: Item) => T): T[] => items.map(read)
  return sql<WrittenOrder>`
    insert into orders (store_env_id, id, platform_order_id, order_number, order_number_folded, email,
                        customer_name, customer_name_folded, customer_last_name_folded, currency, total, refunded_total, placed_at, fulfilled_at, delivered_at, cancelled_at, locale, country, referral_code,
                        accepts_marketing, fingerprint, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.platform_order_id, r.order_number, ${folded.order_number_folded}, r.email,
           r.customer_name, ${folded.customer_name_folded}, ${folded.customer_last_name_folded}, r.currency, r.total, r.refunded_total,
           r.placed_at, r.fulfilled_at, r.delivered_at, r.cancelled_at, r.locale, r.country, r.referral_code, r.accepts_marketing, r.fingerprint,
           ${tx.now}, ${tx.now}
      from unnest(${ids}::uuid[],
                  ${column((item) => item.platformOrderId)}::text[],
                  ${column((item) => item.orderNumber)}::text[],
                  ${column((item) => item.email)}::text[],
                  ${column((item) => item.customerName)}::text[],
                  ${column((item) => item.currency)}::text[],
                  ${column((item) => item.total)}::numeric[],
                  ${column((item) => item.refundedTotal)}::numeric[],
                  ${column((item) => item.placedAt)}::timestamptz[],
                  ${column((item) => item.fulfilledAt)}::timestamptz[],
                  ${column((item) => item.deliveredAt)}::timestamptz[],
                  ${column((item) => item.cancelledAt)}::timestamptz[],
                  ${column((item) => item.locale)}::text[],
                  ${column((item) => item.country)}::text[],
                  ${column((item) => item.referralCode)}::text[],
                  ${column((item) => item.acceptsMarketing)}::boolean[],
                  ${column((item) => item.fingerprint)}::bytea[])
        as r(id, platform_order_id, order_number, email, customer_name, currency, total, refunded_total,
             placed_at, fulfilled_at, delivered_at, cancelled_at, locale, country, referral_code, accepts_marketing, fingerprint)
    on conflict on constraint orders_platform_id_once do update set
      order_number = excluded.order_number, order_number_folded = excluded.order_number_folded, email = excluded.email, customer_name = excluded.customer_name,
      customer_name_folded = excluded.customer_name_folded, customer_last_name_folded = excluded.customer_last_name_folded,
      currency = excluded.currency, total = excluded.total, refunded_total = excluded.refunded_total,
      placed_at = excluded.placed_at, fulfilled_at = excluded.fulfilled_at, delivered_at = excluded.delivered_at,
      cancelled_at = excluded.cancelled_at, locale = excluded.locale, country = excluded.country,
      referral_code = excluded.referral_code, accepts_marketing = excluded.accepts_marketing, fingerprint = excluded.fingerprint, updated_at = excluded.updated_at
      where orders.fingerprint is distinct from excluded.fingerprint
    returning id, platform_order_id`
}

/**
 * Undefined if a field other than the amounts changed since the read. `wasRefunded` is true if the order's request was
 * already skipped for a full refund.
 */
export const updateAmounts = (tx: StoreTx, { platformOrderId, total, refundedTotal, fingerprint }: Item) =>
  tx.first<{ id: string; wasRefunded: boolean }>(sql`
      update orders set total = ${total}, refunded_total = ${refundedTotal}, fingerprint = ${fingerprint}, updated_at = ${tx.now}
       where store_env_id = ${tx.storeEnvId} and platform_order_id = ${platformOrderId}
         and substring(fingerprint for ${sql.lit(halfOfFingerprint)}) = substring(${fingerprint}::bytea for ${sql.lit(halfOfFingerprint)})
         and fingerprint <> ${fingerprint}
      returning id, exists (select from review_requests q where q.store_env_id = ${tx.storeEnvId} and q.order_id = orders.id
                               and q.state = 'skipped' and q.reason = 'order_refunded') as "wasRefunded"`)

export const idsOfNamed = (tx: StoreReads, platformIds: readonly string[]) => sql`array(
    select o.id from orders o
     where o.store_env_id = ${tx.storeEnvId} and ${isAmong('o.platform_order_id', platformIds, 'text')})`

/** Serialises concurrent versions of these orders, so the later transaction sees the writes of the earlier. */
export async function lockShopTimes(tx: StoreTx, platformIds: readonly string[]): Promise<void> {
  const ids = [...new Set(platformIds)].sort()
  await tx.run(sql`
    insert into shop_orders (store_env_id, platform_order_id, changed_at)
    select ${tx.storeEnvId}, o.id, to_timestamp(0) from unnest(${ids}::text[]) as o(id)
    on conflict (store_env_id, platform_order_id) do nothing`)
  await tx.run(sql`
    select from shop_orders s
     where s.store_env_id = ${tx.storeEnvId} and s.platform_order_id = any(${ids}::text[])
     order by s.platform_order_id collate "C" for no key update`)
}

export async function listShopTimes(tx: StoreTx, platformIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.all<{ platform_order_id: string; changed_at: string }>(sql`
    select platform_order_id, changed_at from shop_orders
     where store_env_id = ${tx.storeEnvId} and platform_order_id = any(${platformIds}::text[])`)
  return new Map(rows.map((row) => [row.platform_order_id, Date.parse(row.changed_at)]))
}

export const upsertShopTimes = (tx: StoreTx, orders: readonly { id: string; at: Date }[]): Promise<number> =>
  tx.run(sql`
    insert into shop_orders (store_env_id, platform_order_id, changed_at)
    select ${tx.storeEnvId}, o.id, o.at
      from unnest(${orders.map(({ id }) => id)}::text[], ${orders.map(({ at }) => at)}::timestamptz[]) as o(id, at)
    on conflict (store_env_id, platform_order_id) do update
      set changed_at = greatest(shop_orders.changed_at, excluded.changed_at)`)

/** The database normalises both sides of the comparison, because its `lower` differs from `toLowerCase` in JavaScript. */
export function normalizedNumber(orderNumber: ReturnType<typeof sql>) {
  return sql`lower(rtrim(ltrim(${orderNumber}, '# ')))`
}

/**
 * Locks in the lock order of pushes. The ids are an array, because with a set the planner would use a nested loop for
 * a new store.
 */
export async function lockBatch(tx: StoreTx, after: string, limit: number): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select o.id from orders o
     where o.store_env_id = ${tx.storeEnvId}
       and o.id = any(array(
         select n.id from orders n where n.store_env_id = ${tx.storeEnvId} and n.id > ${after} order by n.id limit ${limit}))
     order by o.platform_order_id collate "C" for update`)
  return rows.map(({ id }) => id)
}

export const deleteOrders = (tx: StoreTx, ids: readonly string[]): Promise<number> =>
  tx.run(sql`delete from orders where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export const lockByPlatformId = async (tx: StoreTx, platformOrderId: string): Promise<string | undefined> =>
  (
    await tx.first<{ id: string }>(sql`
      select id from orders
       where store_env_id = ${tx.storeEnvId} and platform_order_id = ${platformOrderId} for update`)
  )?.id

/** Locks a person's orders in the lock order of pushes, and before the review requests of these orders. */
export const lockOfBuyer = async (tx: StoreTx, email: string): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select o.id from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = ${email}
     order by o.platform_order_id collate "C" for no key update`)
  return rows.map(({ id }) => id)
}

/** Erases personal data and leaves the rest of the order. A later push of the same row writes the personal data again. */
export const updateErased = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`
    update orders set email = null, customer_name = null, customer_name_folded = null, customer_last_name_folded = null,
                      fingerprint = null, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and email = ${email}`)

/** Clears the fingerprint, so the next push of the order counts as a change. */
export const updateCancelled = (tx: StoreTx, platformOrderId: string) =>
  tx.first<{ id: string; email: string | null; name: string | null }>(sql`
    update orders o set cancelled_at = ${tx.now}, fingerprint = null, updated_at = ${tx.now}
     where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = ${platformOrderId} and o.cancelled_at is null
       and o.fulfilled_at is null and o.delivered_at is null
    returning o.id, o.email, o.customer_name as name`)

export const listBuyers = (tx: StoreTx, platformIds: readonly string[]) =>
  tx.all<{ email: string | null }>(sql`
    select distinct o.email from orders o
     where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = any(${platformIds}::text[])`)

/** Erases like `updateErased`, for orders without an email address, such as orders from a till. */
export const updateErasedOrders = (tx: StoreTx, platformIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    update orders o set email = null, customer_name = null, customer_name_folded = null, customer_last_name_folded = null,
                        fingerprint = null, updated_at = ${tx.now}
     where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = any(${platformIds}::text[])
       and (o.email is not null or o.customer_name is not null)`)

export const listShopOrdersOfPeople = (tx: StoreTx, limit: number) =>
  tx.all<{ platformOrderId: string }>(sql`
    select o.platform_order_id as "platformOrderId" from shop_orders s
      join orders o on o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = s.platform_order_id
     where s.store_env_id = ${tx.storeEnvId} and (o.email is not null or o.customer_name is not null)
     limit ${limit}`)

export const find = (tx: StoreTx, id: string) => findOne(tx, sql`o.id = ${id}`)

export const findByPlatformId = (tx: StoreTx, platformOrderId: string) =>
  findOne(tx, sql`o.platform_order_id = ${platformOrderId}`)

async function findOne(tx: StoreTx, which: ReturnType<typeof sql>): Promise<Static<typeof Order> | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from ${withRequest(tx)} where o.store_env_id = ${tx.storeEnvId} and ${which}`)
  return row && toOrder(row)
}

export const withRequest = (tx: StoreTx) => sql`
  orders o left join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id`

export const columns = (tx: StoreTx) => sql`
  o.id, o.platform_order_id, o.order_number, o.email, o.customer_name, o.currency, o.total, o.refunded_total, o.placed_at,
  o.fulfilled_at, o.delivered_at, o.cancelled_at, o.locale, o.country, o.referral_code, o.accepts_marketing, o.created_at, o.updated_at,
  q.state, q.reason, q.scheduled_for, q.sent_at, q.form_first_viewed_at, q.form_view_count, q.clicked_rating,
  cardinality(q.reminded_at) as reminders_sent,
  (select json_agg(json_build_object('platformProductId', l.platform_product_id, 'platformVariantId', l.platform_variant_id,
            'sku', l.sku, 'title', l.title, 'quantity', l.quantity, 'unitPrice', l.unit_price::text,
            'productId', l.product_id, 'variantId', l.variant_id) order by l.position)
     from order_line_items l where l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id) as line_items`

export type Row = {
  id: string
  platform_order_id: string
  order_number: string | null
  email: string | null
  customer_name: string | null
  currency: string | null
  total: string | null
  refunded_total: string
  placed_at: string
  fulfilled_at: string | null
  delivered_at: string | null
  cancelled_at: string | null
  locale: string | null
  country: string | null
  referral_code: string | null
  accepts_marketing: boolean | null
  created_at: string
  updated_at: string
  state: string | null
  reason: string | null
  scheduled_for: string | null
  sent_at: string | null
  form_first_viewed_at: string | null
  form_view_count: number | null
  clicked_rating: number | null
  reminders_sent: number | null
  line_items: Static<typeof LineItem>[] | null
}

export const toOrder = (row: Row): Static<typeof Order> => ({
  id: row.id,
  platformOrderId: row.platform_order_id,
  orderNumber: row.order_number,
  email: row.email,
  emailLast4: last4(row.email),
  customerName: row.customer_name,
  currency: row.currency,
  total: formatAmountOrNull(row.total, row.currency),
  refundedTotal: formatAmount(row.refunded_total, row.currency),
  placedAt: row.placed_at,
  fulfilledAt: row.fulfilled_at,
  deliveredAt: row.delivered_at,
  cancelledAt: row.cancelled_at,
  locale: row.locale,
  country: row.country,
  referralCode: row.referral_code,
  acceptsMarketing: row.accepts_marketing,
  lineItems: (row.line_items ?? []).map((line) => ({
    ...line,
    unitPrice: formatAmountOrNull(line.unitPrice, row.currency),
  })),
  reviewFormFirstViewedAt: row.form_first_viewed_at,
  reviewFormViewCount: row.form_view_count ?? 0,
  clickedRating: row.clicked_rating,
  reviewRequest:
    row.state === null
      ? null
      : {
          state: row.state,
          reason: row.reason,
          scheduledFor: row.scheduled_for,
          sentAt: row.sent_at,
          remindersSent: row.reminders_sent ?? 0,
        },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function listByEmail(tx: StoreReads, email: string, limit?: number) {
  const rows = await tx.all<Static<typeof CustomerOrder>>(sql`
    select id, platform_order_id as "platformOrderId", order_number as "orderNumber", currency, total,
           placed_at as "placedAt", cancelled_at as "cancelledAt", accepts_marketing as "acceptsMarketing"
      from orders where store_env_id = ${tx.storeEnvId} and email = ${email}
     order by placed_at desc, id desc ${upTo(limit)}`)
  return rows.map((row) => ({ ...row, total: formatAmountOrNull(row.total, row.currency) }))
}

const upTo = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)
