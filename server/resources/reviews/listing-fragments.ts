import { beyond, decodeCursor, type PageRequest } from '#platform/calls/paging/page.ts'
import { sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/values/errors.ts'
import type { Direction } from '#platform/values/wire.ts'
import { type ReviewFilters, type ReviewSort, statuses } from './schema.ts'

type Column = 'submitted_at' | 'created_at' | 'updated_at'
/** With `rating`, the stars come first. Reviews with equal stars follow newest first. */
export type Order = { column: Column; direction: Direction; rating?: Direction }
export type Place = { id: string; rating: number | null } & Record<Column, string>

type Fragment = ReturnType<typeof sql>

const columnByField = { submittedAt: 'submitted_at', createdAt: 'created_at', updatedAt: 'updated_at' } as const

/** `updatedAt` is listed oldest first by default, for clients that follow changes. */
export function toOrder({ sort = 'submittedAt', direction }: { sort?: ReviewSort; direction?: Direction }): Order {
  if (sort === 'rating') return { column: 'submitted_at', direction: 'desc', rating: direction ?? 'desc' }
  return { column: columnByField[sort], direction: direction ?? (sort === 'updatedAt' ? 'asc' : 'desc') }
}

export const inOrder = ({ column, direction, rating }: Order): Fragment =>
  sql.raw(`order by ${rating ? `r.rating ${rating}, ` : ''}r.${column} ${direction}, r.id ${direction}`)

export const placeColumns = ({ column, rating }: Order) => sql.raw(`r.id, ${rating ? 'r.rating, ' : ''}r.${column}`)

export const toPosition =
  ({ column, rating }: Order) =>
  (row: Place) => ({ at: row[column], id: row.id, ...(rating && { rank: row.rating ?? 0 }) })

const behind = (request: PageRequest, { column, direction }: Order) =>
  beyond(request, { at: `r.${column}`, id: 'r.id', direction })

type ListingRequest = PageRequest & ReviewFilters

/**
 * Returns the conditions of the parts that a page merges. Each part is in the order of an index:
 * - A product's index sorts its approved reviews apart from the others. Otherwise PostgreSQL would sort all of them.
 * - Indexes by rating begin with the status and the stars. Their predicates need literals.
 */
export function partsOf(request: ListingRequest, order: Order, isOfProduct: boolean): Fragment[] {
  const { productId, platformProductId } = request
  const hasProduct = isOfProduct || productId !== undefined || platformProductId !== undefined
  if (order.rating) return ratedParts(request, order.rating, hasProduct)
  const position = behind(request, order)
  if (order.column !== 'submitted_at' || !hasProduct) return [position]
  return productParts(request).map((part) => sql`${part} ${position}`)
}

function productParts({ status }: ReviewFilters): Fragment[] {
  const approved = status === undefined || status.includes('approved')
  const others = !approved || status === undefined || status.some((each) => each !== 'approved')
  return [
    ...(approved ? [sql`and r.status = 'approved'`] : []),
    ...(others ? [sql`and (r.status = 'approved') is false`] : []),
  ]
}

const notOfThisList = () => invalidField('/cursor', 'is not a cursor of this list')

function ratedParts(request: ListingRequest, direction: Direction, hasProduct: boolean): Fragment[] {
  const position = decodeCursor(request.cursor)
  if (position && (position.rank === undefined || !position.at.includes('T'))) throw notOfThisList()
  const isAhead = (rating: number) =>
    position?.rank === undefined || (direction === 'asc' ? rating >= position.rank : rating <= position.rank)
  const after = (rating: number) =>
    position && rating === position.rank
      ? sql`and (r.submitted_at, r.id) < (${position.at}::timestamptz, ${position.id}::uuid)`
      : sql``
  const groups = hasProduct
    ? productParts(request)
    : statuses
        .filter((each) => request.status === undefined || request.status.includes(each))
        .map((status) => sql`and r.status = ${sql.lit(status)}`)
  const ratings = (request.rating ?? [1, 2, 3, 4, 5]).filter(isAhead)
  const parts = ratings.flatMap((rating) =>
    groups.map((group) => sql`${group} and r.rating = ${sql.lit(rating)} ${after(rating)}`),
  )
  if (parts.length === 0) throw notOfThisList()
  return parts
}
