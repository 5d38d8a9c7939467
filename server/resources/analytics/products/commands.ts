import { decodeCursor, defaultLimit, type Page, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { invalidField } from '#platform/values/errors.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { cut, daysOf, sourcesOf } from '../sums/rules.ts'
import { createCounts } from './counts.ts'
import { type DaysOfKind, kindsOf, type Listed, listOf, toRow } from './rules.ts'
import type { ProductQuery, ProductReport, ProductRow } from './schema.ts'
import * as store from './store.ts'

/** A file is not paged. */
const maxInFile = 10_000

export async function listProducts(
  tx: StoreReads,
  span: Span,
  query: ProductQuery,
): Promise<{ total: ProductReport['total']; page: Page<ProductRow> }> {
  const after = decodeCursor(query.cursor)
  if (after?.at.includes('T')) throw invalidField('/cursor', 'is not a cursor of this list')
  const asked = query.format === 'csv' ? { limit: maxInFile } : query
  const counts = await countProducts(tx, span)
  const { total, listed } = listOf(counts.each(), {
    sort: query.sort ?? 'reviews',
    isDown: query.direction !== 'asc',
    attention: query.attention,
    after: after && { place: Number(after.at), id: after.id.toLowerCase() },
    limit: (asked.limit ?? defaultLimit) + 1,
  })
  const ids = listed.map(({ id }) => id)
  const products = new Map((await store.findProducts(tx, ids)).map((each) => [each.id, each]))
  const found = listed.flatMap((each): (Listed & { product: ProductRow['product'] })[] => {
    const product = products.get(each.id)
    return product ? [{ ...each, product }] : []
  })
  const page = toPage(
    found,
    asked,
    ({ place, id }) => ({ at: String(place), id }),
    ({ product, ...each }) => toRow(product, each),
    query.includeTotal ? total.products : undefined,
  )
  return { total, page }
}

/** No more is held of sums than twice so many: those that are being added, and the next, which the database reads meanwhile. */
const sumsAtOnce = 8

async function countProducts(tx: StoreReads, span: Span): Promise<ReturnType<typeof createCounts>> {
  const days = daysOf(span)
  const before = { start: days.start - span.days, end: days.start }
  const kept = await readKept(tx, span.timezone, { start: before.start, end: days.end })
  const { kinds, young } = kindsOf(days, before, span.timezone, tx.now)
  const { sums, pieces } = sourcesOf(
    span.timezone,
    kinds.map(({ days }, part) => ({ part, cut: cut(days, kept) })),
  )
  const kindOf = ({ part }: { part: number }) => (kinds[part] as DaysOfKind).kind

  const counts = createCounts()
  const reads: (() => Promise<() => void>)[] = []
  for (let i = 0; i < sums.length; i += sumsAtOnce)
    reads.push(async () => {
      const rows = await store.findSummed(tx, sums.slice(i, i + sumsAtOnce))
      return () => {
        for (const row of rows) counts.add(row.products, kindOf(row), row.sign)
      }
    })
  if (pieces.length > 0)
    reads.push(async () => {
      const rows = await store.countPieces(tx, pieces)
      return () => {
        for (const row of rows) counts.addOne(row.id, row, kindOf(row), 1)
      }
    })
  if (young)
    reads.push(async () => {
      const rows = await store.countYoung(tx, young)
      return () => {
        for (const { id, unanswered, waiting } of rows)
          counts.addOne(id, { received: 0, stars: 0, low: 0, unanswered, waiting }, 'span', -1)
      }
    })
  let next = reads.shift()?.()
  while (next) {
    const add = await next
    next = reads.shift()?.()
    // A failure is thrown where it is awaited; until then it must not count as unhandled.
    next?.catch(() => {})
    add()
  }
  return counts
}
