import type { Static } from 'typebox'
import { beyond, decodeCursor, fetchLimit, fetchWithTotal, toPage } from '#platform/calls/paging/page.ts'
import { totalOf } from '#platform/calls/paging/row-counts.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { Direction } from '#platform/values/wire.ts'
import { maxNameMatches, type OrderFilters, type OrderSort } from '../schema.ts'
import { columns, normalizedNumber, type Row, toOrder, withRequest } from '../store.ts'

type Filters = Static<typeof OrderFilters>
type Fragment = ReturnType<typeof sql>
type Sorting = {
  field: 'created_at' | 'placed_at' | 'updated_at' | 'scheduled_for' | 'sent_at'
  direction: Direction
  only: Fragment
  /** Columns of one index that produce this sorting. */
  columns: readonly string[]
  beyond(filters: Filters, direction: Direction): Fragment
}

const byOrder = (field: 'created_at' | 'placed_at' | 'updated_at'): Sorting => ({
  ...{ field, direction: 'desc', only: sql`` },
  columns: [`o.${field}`, 'o.id'],
  beyond: (filters, direction) => beyond(filters, { at: `o.${field}`, id: 'o.id', direction }),
})

/**
 * Sorts by the order's id, which an index of the requests contains and which sorts like `createdAt`. A page therefore
 * needs no long search past skipped requests.
 */
const createdOfState: Sorting = {
  ...byOrder('created_at'),
  columns: ['q.order_id'],
  beyond({ cursor }, direction) {
    const place = decodeCursor(cursor)
    const lies = sql.raw(direction === 'desc' ? '<' : '>')
    return place ? sql`and q.order_id ${lies} ${place.id}::uuid` : sql``
  },
}

/** Indexes of requests include the order's id, so a page is a short index scan in a table of any size. */
const byRequest = (field: 'scheduled_for' | 'sent_at', direction: Direction, only: Fragment): Sorting => ({
  ...{ field, direction, only },
  columns: [`q.${field}`, 'q.order_id'],
  beyond: (filters, way) => beyond(filters, { at: `q.${field}`, id: 'q.order_id', direction: way }),
})

const sortings: Record<OrderSort, Sorting> = {
  createdAt: byOrder('created_at'),
  placedAt: byOrder('placed_at'),
  updatedAt: { ...byOrder('updated_at'), direction: 'asc' },
  scheduledFor: byRequest('scheduled_for', 'asc', sql`and q.state = 'scheduled'`),
  sentAt: byRequest('sent_at', 'desc', sql`and q.sent_at is not null`),
}

function chooseSorting({ sort = 'createdAt', reviewRequestState }: Filters): Sorting {
  if (reviewRequestState === undefined) return sortings[sort]
  // `placed_at` and `updated_at` are columns of orders, and `state` is a column of requests, so no index has both.
  if (sort === 'placedAt' || sort === 'updatedAt')
    throw invalidField('/sort', `${sort} cannot be combined with reviewRequestState`)
  return sort === 'createdAt' && reviewRequestState.length === 1 ? createdOfState : sortings[sort]
}

export async function list(tx: StoreTx, filters: Filters) {
  const sorting = chooseSorting(filters)
  const { field, only, columns: sorted } = sorting
  const { direction = sorting.direction } = filters
  const fits = sql`${matching(tx, filters)} ${only}`
  const way = sql.raw(direction)
  const inOrder = sql.join(sorted.map((column) => sql`${sql.ref(column)} ${way}`))
  const { rows, total } = await fetchWithTotal<Row>(tx, filters, {
    page: sql`select ${columns(tx)} from ${withRequest(tx)}
               where o.store_env_id = ${tx.storeEnvId} ${fits} ${sorting.beyond(filters, direction)}
               order by ${inOrder} limit ${fetchLimit(filters)}`,
    order: sql`p.${sql.ref(field)} ${way}, p.id ${way}`,
    count: buildCount(tx, filters, fits),
  })
  const toPlace = (row: Row) => ({ at: row[field] ?? row.created_at, id: row.id })
  return toPage(rows, filters, toPlace, toOrder, total)
}

/** Each request belongs to exactly one order, so counting requests needs no join with orders. */
function buildCount(tx: StoreTx, filters: Filters, fits: Fragment) {
  const { email, orderNumber, customerName, placedAfter, placedBefore, updatedAfter, reviewRequestState, sort } =
    filters
  const ofOrders = [email, orderNumber, customerName, placedAfter, placedBefore, updatedAfter]
  const isOfOrders = ofOrders.some((each) => each !== undefined)
  const isOfRequests = reviewRequestState !== undefined || sort === 'scheduledFor' || sort === 'sentAt'
  if (!isOfRequests && !isOfOrders) return totalOf(tx, 'orders')
  return isOfRequests && !isOfOrders
    ? sql`(select count(*) from review_requests q where q.store_env_id = ${tx.storeEnvId} ${fits})`
    : sql`(select count(*) from ${withRequest(tx)} where o.store_env_id = ${tx.storeEnvId} ${fits})`
}

function matching(tx: StoreTx, filters: Filters) {
  const { email, orderNumber, customerName, reviewRequestState, placedAfter, placedBefore, updatedAfter, sort } =
    filters
  const fits = (condition: Fragment) =>
    sort === 'placedAt' || sort === 'updatedAt' ? among(tx, condition) : sql`and ${condition}`
  // The state is inlined, because with a parameter the planner cannot see how frequent the value is.
  return sql`
    ${updatedAfter === undefined ? sql`` : sql`and o.updated_at > ${updatedAfter}::timestamptz`}
    ${email === undefined ? sql`` : fits(sql`o.email = ${normalizeEmail(email)}`)}
    ${orderNumber === undefined ? sql`` : fits(sql`o.order_number_folded = ${normalizedNumber(sql`${orderNumber}::text`)}`)}
    ${customerName === undefined ? sql`` : among(tx, nameStartsWith(customerName), maxNameMatches)}
    ${reviewRequestState === undefined ? sql`` : sql`and ${equalsAny('q.state', reviewRequestState)}`}
    ${placedAfter === undefined ? sql`` : sql`and o.placed_at > ${placedAfter}::timestamptz`}
    ${placedBefore === undefined ? sql`` : sql`and o.placed_at < ${placedBefore}::timestamptz`}`
}

/**
 * Applies the filter first if no index has both the condition and the sorting. Otherwise the planner may scan all orders to
 * find a few.
 */
const among = (tx: StoreTx, condition: Fragment, most?: number) => sql`
  and o.id = any(array(
    select o.id from orders o where o.store_env_id = ${tx.storeEnvId} and ${condition}
    ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`}))`

/** All texts with a prefix sort between the prefix and the prefix followed by the greatest character. */
function nameStartsWith(name: string): Fragment {
  const start = sql`lower(${name.trim()}::text)`
  const begins = (column: string) =>
    sql`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start} || chr(1114111))`
  return sql`(${begins('o.customer_name_folded')} or ${begins('o.customer_last_name_folded')})`
}
