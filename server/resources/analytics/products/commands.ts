import { decodeCursor, defaultLimit, type Page, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { invalidField } from '#platform/values/errors.ts'
import { readSummedDays } from '../engine/commands.ts'
import { collectSources, splitDays, toDays } from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import { type CountedProduct, kinds, type ListedProduct, listPage, splitKinds, toRow } from './rules.ts'
import type { ProductQuery, ProductReport, ProductRow } from './schema.ts'
import * as store from './store.ts'

const maxInFile = 10_000

export async function listProducts(
  tx: StoreReads,
  span: Span,
  query: ProductQuery,
): Promise<{ total: ProductReport['total']; page: Page<ProductRow> }> {
  const after = decodeCursor(query.cursor)
  if (after?.at.includes('T')) throw invalidField('/cursor', 'is not a cursor of this list')
  const asked = query.format === 'csv' ? { limit: maxInFile } : query
  const { total, listed } = listPage(await countProducts(tx, span), {
    sort: query.sort ?? 'reviews',
    isDown: query.direction !== 'asc',
    attention: query.attention,
    after: after && { place: Number(after.at), id: after.id.toLowerCase() },
    limit: (asked.limit ?? defaultLimit) + 1,
  })
  const ids = listed.map(({ id }) => id)
  const products = new Map((await store.findProducts(tx, ids)).map((each) => [each.id, each]))
  const found = listed.flatMap((each): (ListedProduct & { product: ProductRow['product'] })[] => {
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

async function countProducts(tx: StoreReads, span: Span): Promise<CountedProduct[]> {
  const days = toDays(span)
  const before = { start: days.start - span.days, end: days.start }
  const summedDays = await readSummedDays(tx, span.timezone, { start: before.start, end: days.end })
  const { byKind, young } = splitKinds(days, before, span.timezone, tx.now)
  const sources = collectSources(
    span.timezone,
    kinds.map((kind, part) => ({ part, split: splitDays(byKind[kind], summedDays) })),
  )
  return store.countProducts(tx, sources, young)
}
