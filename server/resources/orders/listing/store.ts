// SQL of the list of orders: what it is narrowed to, and the three ways in which it is sorted.
import type { Static } from 'typebox'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { normalizeEmail } from '#platform/mask.ts'
import { after, beyond, decodeCursor, fetchLimit, fetchWithTotal, toPage } from '#platform/page.ts'
import type { OrderFilters, OrderSort } from '../schema.ts'
import { columns, folded, type Row, toOrder, withRequest } from '../store.ts'

type Filters = Static<typeof OrderFilters>
type Fragment = ReturnType<typeof sql>
type Sorting = {
  field: 'created_at' | 'scheduled_for' | 'sent_at'
  direction: 'asc' | 'desc'
  /** Which orders have a place in it. */
  only: Fragment
  inOrder: Fragment
  beyond(filters: Filters): Fragment
}

const newest: Sorting = {
  ...{ field: 'created_at', direction: 'desc', only: sql`` },
  inOrder: sql`o.created_at desc, o.id desc`,
  beyond: (filters) => after(filters, 'created_at', 'o'),
}

/**
 * The same as `newest`, since ids begin with the time they were made at: but this way an index of the requests has the
 * order, and the few that were skipped are not looked for among a million.
 */
const newestOfState: Sorting = {
  ...{ ...newest, inOrder: sql`q.order_id desc` },
  beyond({ cursor }) {
    const place = decodeCursor(cursor)
    return place ? sql`and q.order_id < ${place.id}::uuid` : sql``
  },
}

/** A request stands in its indexes with the id of its order, so that a page is read from them, however many there are. */
const byRequest = (field: 'scheduled_for' | 'sent_at', direction: 'asc' | 'desc', only: Fragment): Sorting => ({
  ...{ field, direction, only },
  inOrder: sql`${sql.ref(`q.${field}`)} ${sql.raw(direction)}, q.order_id ${sql.raw(direction)}`,
  beyond: (filters) => beyond(filters, { at: `q.${field}`, id: 'q.order_id', direction }),
})

const sortings: Record<OrderSort, Sorting> = {
  createdAt: newest,
  scheduledFor: byRequest('scheduled_for', 'asc', sql`and q.state = 'scheduled'`),
  sentAt: byRequest('sent_at', 'desc', sql`and q.sent_at is not null`),
}

const sortingOf = ({ sort = 'createdAt', reviewRequestState }: Filters): Sorting =>
  sort === 'createdAt' && reviewRequestState !== undefined ? newestOfState : sortings[sort]

export async function list(tx: StoreTx, filters: Filters) {
  const { field, direction, only, inOrder, beyond } = sortingOf(filters)
  const fits = sql`${matching(filters)} ${only}`
  const way = sql.raw(direction)
  const { rows, total } = await fetchWithTotal<Row>(tx, filters, {
    page: sql`select ${columns(tx)} from ${withRequest(tx)}
               where o.store_env_id = ${tx.storeEnvId} ${fits} ${beyond(filters)}
               order by ${inOrder} limit ${fetchLimit(filters)}`,
    order: sql`p.${sql.ref(field)} ${way}, p.id ${way}`,
    count: countOf(tx, filters, fits),
  })
  const placeOf = (row: Row) => ({ at: row[field] ?? row.created_at, id: row.id })
  return toPage(rows, filters, placeOf, toOrder, total)
}

/** Every request is one of one order: to count requests, orders are not looked at. */
function countOf(tx: StoreTx, filters: Filters, fits: Fragment) {
  const { email, orderNumber, placedAfter, placedBefore, reviewRequestState, sort } = filters
  const isOfOrders = [email, orderNumber, placedAfter, placedBefore].some((each) => each !== undefined)
  const isOfRequests = reviewRequestState !== undefined || (sort !== undefined && sort !== 'createdAt')
  return isOfRequests && !isOfOrders
    ? sql`(select count(*) from review_requests q where q.store_env_id = ${tx.storeEnvId} ${fits})`
    : sql`(select count(*) from ${withRequest(tx)} where o.store_env_id = ${tx.storeEnvId} ${fits})`
}

function matching({ email, orderNumber, reviewRequestState, placedAfter, placedBefore }: Filters) {
  // The state is written out: a parameter would hide from the planner how many there are of it.
  return sql`
    ${email === undefined ? sql`` : sql`and o.email = ${normalizeEmail(email)}`}
    ${orderNumber === undefined ? sql`` : sql`and o.order_number_folded = ${folded(sql`${orderNumber}::text`)}`}
    ${reviewRequestState === undefined ? sql`` : sql`and q.state = ${sql.lit(reviewRequestState)}`}
    ${placedAfter === undefined ? sql`` : sql`and o.placed_at > ${placedAfter}::timestamptz`}
    ${placedBefore === undefined ? sql`` : sql`and o.placed_at < ${placedBefore}::timestamptz`}`
}
