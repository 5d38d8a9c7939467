import type { Static } from 'typebox'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { last4 } from '#platform/values/mask.ts'
import { formatAmount } from '#platform/values/money.ts'
import type { Customer } from './schema.ts'

export const nameFolded = sql`lower(left(coalesce(r.name, ''), 60))`

/** Changes `updated_at` of a known customer, because the customer was active again. A known name is not overwritten. */
export const upsert = (
  tx: StoreTx,
  people: readonly (readonly [email: string, name: string | null])[],
  ids: readonly string[],
) => sql`
    insert into customers (store_env_id, id, email, name, name_folded, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.email, r.name, ${nameFolded}, ${tx.now}, ${tx.now}
      from unnest(${ids}::uuid[], ${people.map(([email]) => email)}::text[],
                  ${people.map(([, name]) => name)}::text[]) as r(id, email, name)
    on conflict on constraint customers_email_once do update
      set name = coalesce(customers.name, excluded.name), updated_at = excluded.updated_at,
          name_folded = case when customers.name is null then excluded.name_folded else customers.name_folded end`

export const deleteCustomer = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`delete from customers where store_env_id = ${tx.storeEnvId} and email = ${email}`)

export const find = (tx: StoreTx, id: string) => findOne(tx, sql`c.id = ${id}`)

export const findByEmail = (tx: StoreTx, email: string) => findOne(tx, sql`c.email = ${email}`)

async function findOne(tx: StoreTx, which: ReturnType<typeof sql>): Promise<Static<typeof Customer> | undefined> {
  const row = await tx.first<Row>(
    sql`select ${columns(tx)} from customers c where c.store_env_id = ${tx.storeEnvId} and ${which}`,
  )
  return row && toCustomer(row)
}

/** Number of orders of customer `c`. */
export const orderCount = (tx: StoreTx) => sql`
  (select count(*) from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email)`

/** Number of product reviews of customer `c`. */
export const reviewCount = (tx: StoreTx) => sql`
  (select count(*) from reviews r
    where r.store_env_id = ${tx.storeEnvId} and r.author_email = c.email and r.product_id is not null)`

export const columns = (tx: StoreTx) => sql<Row>`
  c.id, c.email, c.name, c.name_folded, c.created_at, c.updated_at,
  ${orderCount(tx)} as order_count,
  (select min(o.placed_at) from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email) as first_order_at,
  ${reviewCount(tx)} as review_count,
  (select json_agg(json_build_object('currency', s.currency, 'amount', s.amount::text) order by s.orders desc, s.currency)
     from (select o.currency, sum(o.total - o.refunded_total) as amount, count(*) as orders from orders o
            where o.store_env_id = ${tx.storeEnvId} and o.email = c.email and o.cancelled_at is null
              and o.total is not null and o.currency is not null
            group by o.currency) s) as spent,
  (select o.accepts_marketing from orders o
    where o.store_env_id = ${tx.storeEnvId} and o.email = c.email and o.accepts_marketing is not null
    order by o.placed_at desc, o.id desc limit 1) as accepts_marketing`

export type Row = {
  id: string
  email: string
  name: string | null
  name_folded: string
  created_at: string
  updated_at: string
  order_count: number
  review_count: number
  spent: { currency: string; amount: string }[] | null
  first_order_at: string | null
  accepts_marketing: boolean | null
}

export const toCustomer = (row: Row): Static<typeof Customer> => ({
  id: row.id,
  email: row.email,
  emailLast4: last4(row.email) ?? '',
  name: row.name,
  orderCount: row.order_count,
  reviewCount: row.review_count,
  spent: (row.spent ?? []).map(({ currency, amount }) => ({ currency, amount: formatAmount(amount, currency) })),
  acceptsMarketing: row.accepts_marketing,
  firstOrderAt: row.first_order_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
