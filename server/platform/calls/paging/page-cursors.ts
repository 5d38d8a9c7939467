// A cursor contains a short digest of its list, order and filters, and any other list refuses it.
import { createHash } from 'node:crypto'
import { invalidField } from '../../values/errors.ts'
import type { Page, PageRequest } from './page.ts'

type Values = Record<string, unknown>
type Shape = { properties?: Record<string, { default?: unknown } | undefined> }

type ListOperation = { id: string; tenancy: string; input: { query?: unknown }; run: unknown }

export function boundCursors<Op extends ListOperation>(op: Op): Op {
  // Storefront cursors are not bound to one list: shops put them into links, and the linked page may read another list.
  if (!shapesOf(op).cursor || op.tenancy === 'storefront') return op
  const run = op.run as unknown as (ctx: {
    params: unknown
    query: PageRequest & Values
  }) => Promise<Partial<Page<unknown>>>
  const bound = async (ctx: Parameters<typeof run>[0]) => {
    const { query } = ctx
    const mark = computeMark(op, ctx.params, query)
    const cursor = query.cursor === undefined ? undefined : opened(query.cursor, mark)
    const page = await run(cursor === undefined ? ctx : { ...ctx, query: { ...query, cursor } })
    // A list requested as a file is returned whole.
    if (page.pagination && page.pagination.nextCursor !== null) page.pagination.nextCursor += `.${mark}`
    return page
  }
  return { ...op, run: bound }
}

const shapesOf = (op: ListOperation) => (op.input.query as Shape | undefined)?.properties ?? {}

/** Parameters that may change between pages, because they change neither the rows nor their order. */
const free = ['cursor', 'limit', 'includeTotal']

/** A filter with its default value counts as absent. */
export function computeMark(op: ListOperation, params: unknown, query: Values): string {
  const shapes = shapesOf(op)
  const narrowing = Object.entries(query)
    .filter(([name, value]) => !free.includes(name) && value !== shapes[name]?.default)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([op.id, params, narrowing]))
    .digest('base64url')
    .slice(0, 8)
}

function opened(cursor: string, mark: string): string {
  const [position = '', given] = cursor.split('.')
  if (given === mark) return position
  throw invalidField('/cursor', 'belongs to another list, order or filter: ask for the first page again')
}
