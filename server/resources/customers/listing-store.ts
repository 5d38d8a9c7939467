import type { Static } from 'typebox'
import { beyond, beyondText, byChange, listNewest, maxCounted } from '#platform/calls/paging/page.ts'
import { type FigureColumn, listRanked } from '#platform/calls/paging/ranked.ts'
import { totalOf } from '#platform/calls/paging/row-counts.ts'
import type { StoreTx, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { Direction } from '#platform/values/wire.ts'
import { buildPatterns, toAddressStart } from './rules.ts'
import { type CustomerFigure, type CustomerFilters, customerFigures } from './schema.ts'
import { columns, orderCount, type Row, reviewCount, toCustomer } from './store.ts'

type Filters = Static<typeof CustomerFilters>
type Fragment = ReturnType<typeof sql>

/**
 * `start` is the beginning of an address to search for besides names. Only callers who see addresses may search them.
 */
type Search = { q: string; start: string | undefined }

export async function list(tx: StoreTx, filters: Filters, seesAddresses: boolean) {
  const { q, ...others } = filters
  const fits = matching(tx, others)
  const list = { columns: columns(tx), table: 'c', ...chooseSorting(filters) }
  if (q === undefined)
    return listNewest(tx, filters, { ...list, from: sql`${of(tx)} ${fits}`, ...totalOfAll(tx, others) }, toCustomer)
  const search = toSearch(q, seesAddresses)
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

/** Reads the list in batches, newest first. The caller sees addresses. */
export async function* streamAll(tx: StreamTx, { q, ...filters }: Omit<Filters, 'sort'>) {
  const rows = tx.stream(
    sql<Row>`
      select ${columns(tx)} from ${of(tx)} ${matching(tx, filters)}
             ${q === undefined ? sql`` : sql`and ${isFound(toSearch(q, true))}`}
       order by c.created_at desc, c.id desc`,
    500,
  )
  for await (const batch of rows) yield batch.map(toCustomer)
}

const toSearch = (q: string, seesAddresses: boolean): Search => ({
  q,
  start: seesAddresses ? toAddressStart(q) : undefined,
})

const totalOfAll = (tx: StoreTx, filters: Filters) => (isFiltered(filters) ? {} : { count: totalOf(tx, 'customers') })

const isFiltered = ({ email, updatedAfter, hasOrders, hasReviews }: Filters) =>
  [email, updatedAfter, hasOrders, hasReviews].some((each) => each !== undefined)

export async function listByFigure(tx: StoreTx, filters: Filters, figure: CustomerFigure, seesAddresses: boolean) {
  const { q, ...others } = filters
  const search = q === undefined ? undefined : toSearch(q, seesAddresses)
  const ids = search && (await findIds(tx, search, maxSorted))
  const list = {
    figures: ids ? figuresOf(tx, ids, others, figure) : figuresOfAll(tx, others, figure, search),
    columns: sql<Row & FigureColumn>`${columns(tx)}, f.figure`,
    source: sql`(select c.* from ${of(tx)} and c.id = f.id offset 0) c`,
    direction: filters.direction,
    count: await buildCount(tx, filters, search),
  }
  return listRanked(tx, filters, list, toCustomer)
}

function buildCount(tx: StoreTx, { q, ...others }: Filters, search: Search | undefined) {
  const fits = matching(tx, others)
  if (search) return others.includeTotal ? countOfFound(tx, search, fits) : sql`null::bigint`
  return isFiltered(others) ? sql`(select count(*) from ${of(tx)} ${fits})` : totalOf(tx, 'customers')
}

/** Counts customer by customer. */
const figuresOf = (tx: StoreTx, ids: readonly string[], others: Omit<Filters, 'q'>, figure: CustomerFigure) => sql`
  select c.id, ${figure === 'orderCount' ? orderCount(tx) : reviewCount(tx)} as figure
    from ${of(tx)} and c.id = any (${ids}::uuid[]) ${matching(tx, others)}`

/** Counts all orders or reviews of the store, which is cheaper than a look at each customer. */
function figuresOfAll(
  tx: StoreTx,
  { hasOrders, hasReviews, ...others }: Omit<Filters, 'q'>,
  figure: CustomerFigure,
  search: Search | undefined,
) {
  const has = { orderCount: hasOrders, reviewCount: hasReviews }
  const counted = customerFigures.filter((each) => each === figure || has[each] !== undefined)
  const wanted = counted.map((each) => {
    if (has[each] === undefined) return sql``
    return has[each] ? sql`and ${values[each]} > 0` : sql`and ${values[each]} = 0`
  })
  return sql`
    select c.id, ${values[figure]} as figure
      from (select c.id, c.email from ${of(tx)} ${search ? sql`and ${isFound(search)}` : sql``} ${matching(tx, others)} offset 0) c
      ${sql.join(
        counted.map((each) => counts[each](tx)),
        sql` `,
      )}
     where true ${sql.join(wanted, sql` `)}`
}

/** Reviews of the shop are subtracted, because the index of authors does not contain the product, and they are few. */
const values: Record<CustomerFigure, Fragment> = {
  orderCount: sql`coalesce(n.count, 0)`,
  reviewCount: sql`coalesce(w.count, 0) - coalesce(s.count, 0)`,
}

const counts: Record<CustomerFigure, (tx: StoreTx) => Fragment> = {
  orderCount: (tx) => sql`
    left join (select o.email, count(*) as count from orders o
                where o.store_env_id = ${tx.storeEnvId} and o.email is not null
                group by o.email offset 0) n on n.email = c.email`,
  reviewCount: (tx) => sql`
    left join (${reviewsByAuthor(tx)} offset 0) w on w.author_email = c.email
    left join (${reviewsByAuthor(tx, sql`and r.product_id is null`)} offset 0) s on s.author_email = c.email`,
}

const reviewsByAuthor = (tx: StoreTx, only = sql``) => sql`
  select r.author_email, count(*) as count from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.author_email is not null ${only}
   group by r.author_email`

/**
 * The search first looks for matches among this many customers in the page's order. With a frequent name, these
 * matches fill the page, while the index would return a large part of the store.
 */
const nearCustomers = 500

function nearFound(tx: StoreTx, filters: Filters, search: Search) {
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

async function countOfFound(tx: StoreTx, search: Search, others: Fragment) {
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

function chooseSorting({ sort, direction }: Filters): Sorting {
  if (sort === 'updatedAt') return { ...byChange, ...(direction && { direction }) }
  return sort === 'name' ? { column: 'name_folded', isText: true, direction: direction ?? 'asc' } : { direction }
}

function matching(tx: StoreTx, { email, updatedAfter, hasOrders, hasReviews }: Omit<Filters, 'q'>) {
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
