import type { Static } from 'typebox'
import { beyond, beyondText, byChange, listNewest, maxCounted } from '#platform/calls/paging/page.ts'
import { totalOf } from '#platform/calls/paging/row-counts.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import type { Direction } from '#platform/values/wire.ts'
import { buildPatterns, toAddressStart } from './rules.ts'
import type { Customer, CustomerFilters } from './schema.ts'

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

/**
 * `start` is the beginning of an address to search for besides names. Only callers who see addresses may search them.
 */
type Search = { q: string; start: string | undefined }

export async function list(tx: StoreTx, filters: Static<typeof CustomerFilters>, seesAddresses: boolean) {
  const { q, ...others } = filters
  const fits = matching(tx, others)
  const list = { columns: columns(tx), table: 'c', ...chooseSorting(filters) }
  if (q === undefined)
    return listNewest(tx, filters, { ...list, from: sql`${of(tx)} ${fits}`, ...totalOfAll(tx, others) }, toCustomer)
  const search = { q, start: seesAddresses ? toAddressStart(q) : undefined }
  const count = filters.includeTotal ? await countOfFound(tx, search, fits) : undefined
  const near = sql`${nearFound(tx, filters, search)} ${fits}`
  const first = await listNewest(tx, filters, { ...list, from: near, count }, toCustomer)
  if (first.pagination.hasMore) return first
  const named = sql`${await fromFound(tx, search)} ${fits}`
  const { data, pagination } = await listNewest(
    tx,
    { ...filters, includeTotal: false },
    { ...list, from: named },
    toCustomer,
  )
  return { data, pagination: { ...first.pagination, ...pagination } }
}

const totalOfAll = (tx: StoreTx, { email, updatedAfter, hasOrders, hasReviews }: Static<typeof CustomerFilters>) =>
  [email, updatedAfter, hasOrders, hasReviews].every((each) => each === undefined)
    ? { count: totalOf(tx, 'customers') }
    : {}

/**
 * The search first looks for matches among this many customers in the page's order. With a frequent name, these
 * matches fill the page, while the index would return a large part of the store.
 */
const nearCustomers = 500

function nearFound(tx: StoreTx, filters: Static<typeof CustomerFilters>, search: Search) {
  const { column = 'created_at', direction = 'desc', isText = false } = chooseSorting(filters)
  const sorting = { at: `c.${column}`, id: 'c.id', direction }
  const way = sql.raw(direction)
  return sql`(
    select * from ${of(tx)} ${isText ? beyondText(filters, sorting) : beyond(filters, sorting)}
     order by ${sql.ref(sorting.at)} ${way}, c.id ${way} limit ${sql.lit(nearCustomers)}) c
    where ${isFound(search)}`
}

const isFound = ({ q, start }: Search) => sql`(
  c.name ilike any (${buildPatterns(q)}::text[])
  ${start === undefined ? sql`` : sql`or ${startsWith(start)}`})`

const of = (tx: StoreTx) => sql`customers c where c.store_env_id = ${tx.storeEnvId}`

/**
 * Up to this many matches are read and sorted. With more matches, reading in the page's order finds enough rows quickly.
 */
const maxSorted = 1_000

/** Looks up each customer by id. With an order and a limit, the planner might otherwise scan all customers. */
async function fromFound(tx: StoreTx, search: Search) {
  const ids = await findIds(tx, search, maxSorted)
  if (!ids) return sql`${of(tx)} and ${isFound(search)}`
  return sql`unnest(${ids}::uuid[]) named(id) cross join lateral (
    select c.id, c.email, c.name, c.name_folded, c.created_at, c.updated_at from ${of(tx)} and c.id = named.id offset 0) c
    where true`
}

async function countOfFound(tx: StoreTx, search: Search, others: ReturnType<typeof sql>) {
  const ids = await findIds(tx, search, maxCounted)
  return ids ? sql`(select count(*) from ${of(tx)} and c.id = any (${ids}::uuid[]) ${others})` : sql`null::bigint`
}

/** Undefined when there are more than `most`. */
async function findIds(tx: StoreTx, { q, start }: Search, most: number): Promise<string[] | undefined> {
  const named = await idsOfNamed(tx, q, most)
  if (start === undefined || !named) return named
  const addressed = await idsOfAddressed(tx, start, most)
  return addressed && [...new Set([...named, ...addressed])]
}

async function idsOfAddressed(tx: StoreTx, start: string, most: number): Promise<string[] | undefined> {
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from ${of(tx)} and ${startsWith(start)} limit ${sql.lit(most + 1)}`)
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

const highestCharacter = '\u{10FFFF}'

/** Compares bytes, because row-level security allows an index only for leakproof operators. */
const startsWith = (start: string) => sql`(c.email ~>=~ ${start} and c.email ~<~ ${start + highestCharacter})`

async function idsOfNamed(tx: StoreTx, q: string, most: number): Promise<string[] | undefined> {
  const found = await tx.first<{ ids: string[] | null }>(sql`
    select case when cardinality(named.ids) <= ${sql.lit(most)} then named.ids end as ids
      from (select app.customers_named(${q}, ${buildPatterns(q)}::text[], ${sql.lit(most + 1)}) as ids offset 0) named`)
  return found?.ids ?? undefined
}

type Sorting = { column?: string; direction?: Direction | undefined; isText?: boolean }

function chooseSorting({ sort, direction }: Static<typeof CustomerFilters>): Sorting {
  if (sort === 'updatedAt') return { ...byChange, ...(direction && { direction }) }
  return sort === 'name' ? { column: 'name_folded', isText: true, direction: direction ?? 'asc' } : { direction }
}

function matching(
  tx: StoreTx,
  { email, updatedAfter, hasOrders, hasReviews }: Omit<Static<typeof CustomerFilters>, 'q'>,
) {
  const ordered = sql`exists (select from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email)`
  const reviewed = sql`exists (
    select from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = c.email and r.product_id is not null)`
  return sql`
    ${hasOrders === undefined ? sql`` : hasOrders ? sql`and ${ordered}` : sql`and not ${ordered}`}
    ${hasReviews === undefined ? sql`` : hasReviews ? sql`and ${reviewed}` : sql`and not ${reviewed}`}
    ${updatedAfter === undefined ? sql`` : sql`and c.updated_at > ${updatedAfter}::timestamptz`}
    ${email === undefined ? sql`` : sql`and c.email = ${normalizeEmail(email)}`}`
}

export const find = (tx: StoreTx, id: string) => findOne(tx, sql`c.id = ${id}`)

export const findByEmail = (tx: StoreTx, email: string) => findOne(tx, sql`c.email = ${email}`)

async function findOne(tx: StoreTx, which: ReturnType<typeof sql>): Promise<Static<typeof Customer> | undefined> {
  const row = await tx.first<Row>(
    sql`select ${columns(tx)} from customers c where c.store_env_id = ${tx.storeEnvId} and ${which}`,
  )
  return row && toCustomer(row)
}

const columns = (tx: StoreTx) => sql<Row>`
  c.id, c.email, c.name, c.name_folded, c.created_at, c.updated_at,
  (select count(*) from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email) as order_count,
  (select min(o.placed_at) from orders o where o.store_env_id = ${tx.storeEnvId} and o.email = c.email) as first_order_at,
  (select count(*) from reviews r where r.store_env_id = ${tx.storeEnvId} and r.author_email = c.email
      and r.product_id is not null) as review_count,
  (select o.accepts_marketing from orders o
    where o.store_env_id = ${tx.storeEnvId} and o.email = c.email and o.accepts_marketing is not null
    order by o.placed_at desc, o.id desc limit 1) as accepts_marketing`

type Row = {
  id: string
  email: string
  name: string | null
  name_folded: string
  created_at: string
  updated_at: string
  order_count: number
  review_count: number
  first_order_at: string | null
  accepts_marketing: boolean | null
}

const toCustomer = (row: Row): Static<typeof Customer> => ({
  id: row.id,
  email: row.email,
  emailLast4: last4(row.email) ?? '',
  name: row.name,
  orderCount: row.order_count,
  reviewCount: row.review_count,
  acceptsMarketing: row.accepts_marketing,
  firstOrderAt: row.first_order_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
