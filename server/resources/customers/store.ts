// SQL of customers: whoever ordered or wrote, one row an address.
import type { Static } from 'typebox'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/ids.ts'
import { last4, normalizeEmail } from '#platform/mask.ts'
import { byChange, listNewest } from '#platform/page.ts'
import type { Customer, CustomerFilters } from './schema.ts'

export const insertUnknown = (tx: StoreTx, people: readonly (readonly [email: string, name: string | null])[]) => sql`
    insert into customers (store_env_id, id, email, name, name_folded, created_at, updated_at)
    select ${tx.storeEnvId}, c.id, c.email, c.name, lower(left(coalesce(c.name, ''), 60)), ${tx.now}, ${tx.now}
      from unnest(${people.map(() => newId(tx.now.getTime()))}::uuid[], ${people.map(([email]) => email)}::text[],
                  ${people.map(([, name]) => name)}::text[]) as c(id, email, name)
    on conflict on constraint customers_email_once do update
      set name = excluded.name, name_folded = excluded.name_folded, updated_at = excluded.updated_at
      where customers.name is null and excluded.name is not null`

export const remove = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`delete from customers where store_env_id = ${tx.storeEnvId} and email = ${email}`)

export async function list(tx: StoreTx, filters: Static<typeof CustomerFilters>) {
  const from = sql`customers c where c.store_env_id = ${tx.storeEnvId} ${matching(filters)}`
  const searched = searchedIn(tx, filters)
  return listNewest(
    tx,
    filters,
    { columns: columns(tx), from, table: 'c', searched, ...sortingOf(filters) },
    toCustomer,
  )
}

const searchedIn = (tx: StoreTx, { q, ...others }: Static<typeof CustomerFilters>) =>
  q === undefined ? undefined : sql`customers c where c.store_env_id = ${tx.storeEnvId} ${matching(others)}`

/** Each sorting has a way of its own where none is asked for. */
function sortingOf({ sort, direction }: Static<typeof CustomerFilters>) {
  if (sort === 'updatedAt') return { ...byChange, ...(direction && { direction }) }
  return sort === 'name' ? { column: 'name_folded', isText: true, direction: direction ?? 'asc' } : { direction }
}

function matching({ email, q, updatedAfter }: Static<typeof CustomerFilters>) {
  const pattern = q === undefined ? '' : `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    ${updatedAfter === undefined ? sql`` : sql`and c.updated_at > ${updatedAfter}::timestamptz`}
    ${email === undefined ? sql`` : sql`and c.email = ${normalizeEmail(email)}`}
    ${q === undefined ? sql`` : sql`and c.name ilike ${pattern}`}`
}

export const find = (tx: StoreTx, id: string) => findOne(tx, sql`c.id = ${id}`)

export const findByEmail = (tx: StoreTx, email: string) => findOne(tx, sql`c.email = ${email}`)

async function findOne(tx: StoreTx, which: ReturnType<typeof sql>): Promise<Static<typeof Customer> | undefined> {
  const row = await tx.first<Row>(
    sql`select ${columns(tx)} from customers c where c.store_env_id = ${tx.storeEnvId} and ${which}`,
  )
  return row && toCustomer(row)
}

const columns = (tx: StoreTx) => sql`
  c.id, c.email, c.name, c.name_folded, c.created_at, c.updated_at,
  (select count(*) from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email) as order_count,
  (select min(o.placed_at) from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email) as first_order_at,
  (select count(*) from reviews r where r.store_env_id = ${tx.storeEnvId} and r.author_email = c.email) as review_count`

type Row = {
  id: string
  email: string
  name: string | null
  created_at: string
  updated_at: string
  order_count: number
  review_count: number
  first_order_at: string | null
}

const toCustomer = (row: Row): Static<typeof Customer> => ({
  id: row.id,
  email: row.email,
  emailLast4: last4(row.email) ?? '',
  name: row.name,
  orderCount: row.order_count,
  reviewCount: row.review_count,
  firstOrderAt: row.first_order_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
