// A cursor contains the position after which the next page begins, so page 50,000 costs as much as page 1.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Format } from 'typebox/format'
import type { OrganizationTx } from '../../db/db.ts'
import { type Query, sql } from '../../db/query.ts'
import { invalidField } from '../../values/errors.ts'
import { isUuid } from '../../values/ids.ts'
import { isInstant } from '../../values/instant.ts'
import { type Direction, directions, OneOf } from '../../values/wire.ts'

export const defaultLimit = 20
export const maxLimit = 100

export const pageParams = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      description: 'Maximum number of items on a page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      format: 'cursor',
      minLength: 1,
      maxLength: 500,
      description: 'Value of `nextCursor` from the previous page.',
    }),
  ),
  includeTotal: Type.Optional(Type.Boolean({ description: 'Whether to count all items that match the filters.' })),
}

export const directionParam = (description: string) => Type.Optional(OneOf(directions, { description }))

export const pageQuery = <P extends TProperties>(filters: P) => Type.Object({ ...filters, ...pageParams })

/** A search that reads more rows than this returns no total, because counting would take longer than the page. */
export const maxCounted = 10_000

const Pagination = Type.Object(
  {
    limit: Type.Integer({ description: 'Maximum number of items on a page.' }),
    hasMore: Type.Boolean({ description: 'Whether another page follows.' }),
    nextCursor: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Value of `cursor` for the next page. Null on the last page.',
      examples: ['MjAyNi0xMS0wMlQwOTozMDowMC4wMDBafDAx'],
    }),
    total: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description:
          'Number of items that match the filters. Null without `includeTotal`, or if counting would cost more than reading the page.',
      }),
    ),
  },
  { title: 'Pagination' },
)

export const page = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item, { description: 'Items of this page.' }), pagination: Pagination })

export type Page<T> = { data: T[]; pagination: Static<typeof Pagination> }
export type PageRequest = { limit?: number; cursor?: string; includeTotal?: boolean }

/** `at` is an ISO time, a number, or text from `cursorText`. `rank` is a number that sorts before `at`. */
export type CursorPosition = { at: string; id: string; rank?: number | undefined }

export const encodeCursor = ({ at, id, rank }: CursorPosition): string =>
  Buffer.from(rank === undefined ? `${at}|${id}` : `${at}|${id}|${rank}`).toString('base64url')

/** Encodes text for a position, so that it never resembles a time or number. */
export const cursorText = (text: string): string => `~${Buffer.from(text).toString('base64url')}`

function decodeText(at: string): string | undefined {
  const text = Buffer.from(at.slice(1), 'base64url').toString('utf8')
  return cursorText(text) === at && !text.includes('\0') ? text : undefined
}

/** Decodes a cursor. Throws 400 for a cursor that this service did not make, and for a cursor of a list sorted by text. */
export function decodeCursor(cursor: string | undefined): CursorPosition | undefined {
  if (cursor === undefined) return undefined
  const position = positionIn(cursor)
  if (!position || position.at.startsWith('~')) throw invalidField('/cursor', 'is not a cursor of this list')
  return position
}

function positionIn(cursor: string): CursorPosition | undefined {
  const [at = '', id = '', rank, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  const isPlausible = at.startsWith('~') ? decodeText(at) !== undefined : isMoment(at) || /^\d{1,15}$/.test(at)
  if (!isPlausible || !isUuid(id) || rest.length > 0) return undefined
  if (rank === undefined) return { at, id }
  return /^\d{1,9}$/.test(rank) ? { at, id, rank: Number(rank) } : undefined
}

const isMoment = (at: string) => at.length === 24 && at.includes('T') && isInstant(at)

// The format is checked with the rest of the query, so that an invalid cursor is refused before any read.
Format.Set(
  'cursor',
  (text) => /^[\w-]+(\.[\w-]{8})?$/.test(text) && positionIn(text.split('.')[0] as string) !== undefined,
)

// The limit is part of the SQL, not a parameter: with an unknown limit the planner expects a tenth of the store and plans
// every execution again, which takes longer than the page. A few sizes limit the number of statements.
const fetchSizes = [11, 21, 51, maxLimit + 1]

/** Rows to fetch: at least one more than requested, which shows whether another page follows. */
export function fetchLimit(request: PageRequest) {
  const least = (request.limit ?? defaultLimit) + 1
  return sql.lit(fetchSizes.find((size) => size >= least) ?? least)
}

export function after(request: PageRequest, column: 'created_at' | 'submitted_at' | 'at', table?: string) {
  const prefix = table ? `${table}.` : ''
  return beyond(request, { at: `${prefix}${column}`, id: `${prefix}id`, direction: 'desc' })
}

export type Sorting = { at: string; id: string; direction: Direction }

export function beyond(request: PageRequest, { at, id, direction }: Sorting) {
  const position = decodeCursor(request.cursor)
  if (!position) return sql``
  if (!position.at.includes('T') || position.rank !== undefined)
    throw invalidField('/cursor', 'is not a cursor of this list')
  const lies = sql.raw(direction === 'desc' ? '<' : '>')
  return sql`and (${sql.ref(at)}, ${sql.ref(id)}) ${lies} (${position.at}::timestamptz, ${position.id}::uuid)`
}

export function beyondText({ cursor }: PageRequest, { at, id, direction }: Sorting) {
  if (cursor === undefined) return sql``
  const position = positionIn(cursor)
  const text = position?.at.startsWith('~') ? decodeText(position.at) : undefined
  if (!position || text === undefined || position.rank !== undefined)
    throw invalidField('/cursor', 'is not a cursor of this list')
  const lies = sql.raw(direction === 'desc' ? '<' : '>')
  return sql`and (${sql.ref(at)}, ${sql.ref(id)}) ${lies} (${text}::text, ${position.id}::uuid)`
}

/** For lists sorted by a number that is not negative. */
export function beyondNumber({ cursor }: PageRequest, { at, id, direction }: Sorting) {
  const position = decodeCursor(cursor)
  if (!position) return sql``
  if (position.at.includes('T') || position.rank !== undefined)
    throw invalidField('/cursor', 'is not a cursor of this list')
  const lies = sql.raw(direction === 'desc' ? '<' : '>')
  return sql`and (${sql.ref(at)}, ${sql.ref(id)}) ${lies} (${Number(position.at)}::bigint, ${position.id}::uuid)`
}

type Fragment = ReturnType<typeof sql>

export type List<Row> = {
  columns: Query<Row>
  from: Fragment
  table: string
  /** The sorting column. It is in `columns` and follows the store in an index. */
  column?: string
  direction?: Direction | undefined
  isText?: boolean
  count?: Fragment | undefined
}

/**
 * For clients that follow every change. The oldest change comes first, so that changes during the read appear on later
 * pages.
 */
export const byChange = { column: 'updated_at', direction: 'asc' } as const

export const changeParams = {
  updatedAfter: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'Filter: records changed after this time. See the guide on following every change.',
    }),
  ),
}

/** Description of `sort=updatedAt`, for lists with another default order. */
export const sortByChange = '`updatedAt` lists the oldest change first, for following changes.'

const buildCount = (from: Fragment) => sql`(select count(*) from ${from})`

/** A search's total, or null when counting reads too much. */
export const countOfSearch = (searched: Fragment, count: Fragment) => sql`
  case when (select count(*) from (select from ${searched} limit ${sql.lit(maxCounted + 1)}) s) <= ${sql.lit(maxCounted)}
       then ${count} end`

/** A page of the list, newest first by default, and its total when requested, in one statement. */
export async function listNewest<Row extends { id: string }, T>(
  tx: Pick<OrganizationTx, 'all'>,
  request: PageRequest,
  {
    columns,
    from,
    table,
    column = 'created_at',
    direction = 'desc',
    isText = false,
    count = buildCount(from),
  }: List<Row>,
  map: (row: Row) => T,
): Promise<Page<T>> {
  const sorting = { at: `${table}.${column}`, id: `${table}.id`, direction }
  const way = sql.raw(direction)
  const { rows, total } = await fetchWithTotal<Row>(tx, request, {
    page: sql<Row>`select ${columns} from ${from} ${isText ? beyondText(request, sorting) : beyond(request, sorting)}
               order by ${sql.ref(sorting.at)} ${way}, ${sql.ref(sorting.id)} ${way} limit ${fetchLimit(request)}`,
    order: sql`p.${sql.ref(column)} ${way}, p.id ${way}`,
    count,
  })
  const toPosition = (row: Row) => {
    const at = (row as Row & Record<string, string>)[column] ?? ''
    return { at: isText ? cursorText(at) : at, id: row.id }
  }
  return toPage(rows, request, toPosition, map, total)
}

/** The total has its own row, so that an empty page has it too. A join loses the order, so `p` is sorted again. */
export async function fetchWithTotal<Row extends { id: string }>(
  tx: Pick<OrganizationTx, 'all'>,
  { includeTotal }: PageRequest,
  { page, order, count }: { page: Query<Row> } & Record<'order' | 'count', Fragment>,
): Promise<{ rows: Row[]; total: number | null | undefined }> {
  const found = await tx.all<{ matches: number | null } & (Row | { id: null })>(sql`
    select t.matches, p.* from (select ${includeTotal ? count : sql`null::bigint`} as matches) t
      left join lateral (${page}) p on true
     order by ${order}`)
  const rows = found.filter((row): row is { matches: number | null } & Row => row.id !== null)
  return { rows, total: includeTotal ? (found[0]?.matches ?? null) : undefined }
}

export async function countIfAsked(
  tx: Pick<OrganizationTx, 'first'>,
  { includeTotal }: PageRequest,
  from: Fragment,
): Promise<number | undefined> {
  if (!includeTotal) return undefined
  return (await tx.first<{ count: number }>(sql`select count(*) as count from ${from}`))?.count
}

export function toPage<Row, T>(
  rows: Row[],
  request: PageRequest,
  toPosition: (row: Row) => CursorPosition,
  map: (row: Row) => T,
  total?: number | null,
): Page<T> {
  const limit = request.limit ?? defaultLimit
  const hasMore = rows.length > limit
  const shown = hasMore ? rows.slice(0, limit) : rows
  const last = shown.at(-1)
  return {
    data: shown.map(map),
    pagination: {
      limit,
      hasMore,
      nextCursor: hasMore && last ? encodeCursor(toPosition(last)) : null,
      ...(total !== undefined && { total }),
    },
  }
}

export function pageOfAll<Row, T>(
  all: Row[],
  request: PageRequest,
  toPosition: (row: Row) => CursorPosition,
  map: (row: Row) => T,
): Page<T> {
  const from = decodeCursor(request.cursor)
  const rows = from ? all.filter((row) => isBehind(toPosition(row), from)) : all
  return toPage(rows, request, toPosition, map, request.includeTotal ? all.length : undefined)
}

/** Times in one format can be compared as text. */
const isBehind = (position: CursorPosition, from: CursorPosition) =>
  position.at < from.at || (position.at === from.at && position.id < from.id)
