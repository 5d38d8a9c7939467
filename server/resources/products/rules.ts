// What a pushed row means: its one normal form, the fingerprint of that form, and which rows of a request contradict
// each other. Pure; the database is not known here.
import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { type Detail, invalid } from '#platform/errors.ts'
import { normalizeAmount } from '#platform/money.ts'
import type { ProductInput, Rating, UpsertResult, VariantInput } from './schema.ts'

export { normalGtin } from './gtin.ts'

export type ProductRow = Static<typeof ProductInput>
export type Failure = Static<typeof UpsertResult>['errors'][number]

/** A row in its normal form: nothing optional, blank text is null, and always with the variants it means. */
export type Item = ReturnType<typeof normalise>
export type ItemVariant = Item['variants'][number]

/**
 * What a reading of a shop wants to know of the rows it writes. A product may be without variants there, and what is no longer
 * among a product's variants stays on sale until the reading is known to be whole; it is gathered here.
 */
export type Reading = { missing: Map<string, MissingVariant>; returned: Set<string> }
export type MissingVariant = { id: string; platformProductId: string; platformVariantId: string; title: string | null }

/** What the schema cannot say about a row; one such row refuses the whole request, as the schema would. */
export function requireMeaningful(rows: readonly ProductRow[]): void {
  const details: Detail[] = []
  for (const [index, row] of rows.entries()) {
    const own = row.variants?.length ? (['sku', 'gtin', 'mpn'] as const).filter((name) => row[name] != null) : []
    for (const name of own) {
      details.push({ path: `/${index}/${name}`, message: 'stands on the variants when a row has variants' })
    }
    for (const [path, address] of addressesOf(row)) {
      if (address != null && !URL.canParse(address)) {
        details.push({ path: `/${index}/${path}`, message: 'is not a web address' })
      }
    }
  }
  const [first] = details
  if (first) throw invalid(`The body does not fit: ${first.path} ${first.message}.`, details.slice(0, 20))
}

function* addressesOf(row: ProductRow): Generator<[path: string, address: string | null | undefined]> {
  yield ['url', row.url]
  yield ['imageUrl', row.imageUrl]
  for (const [index, variant] of row.variants?.entries() ?? []) yield [`variants/${index}/imageUrl`, variant.imageUrl]
}

/** The rows that may be written, and those that contradict another row or themselves. */
export function prepare(rows: readonly ProductRow[], mayHaveNone = false): { items: Item[]; failures: Failure[] } {
  const items: Item[] = []
  const failures: Failure[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (seen.has(row.platformProductId)) {
      failures.push(
        failure({ index, ...row }, 'duplicate_in_request', 'This id is in the request twice; the first row counts.'),
      )
      continue
    }
    seen.add(row.platformProductId)
    const twice = firstTwice(row.variants ?? [])
    if (twice === undefined) items.push(normalise(row, index, mayHaveNone))
    else failures.push(failure({ index, ...row }, 'duplicate_variant', `The variant ${twice} is in this row twice.`))
  }
  return { items, failures }
}

export const failure = (
  { index, platformProductId }: Pick<Item, 'index' | 'platformProductId'>,
  code: Failure['code'],
  message: string,
): Failure => ({ index, platformProductId, code, message })

function firstTwice(variants: readonly Static<typeof VariantInput>[]): string | undefined {
  const seen = new Set<string>()
  for (const { platformVariantId } of variants) {
    if (seen.has(platformVariantId)) return platformVariantId
    seen.add(platformVariantId)
  }
  return undefined
}

function normalise(row: ProductRow, index: number, mayHaveNone = false) {
  const content = {
    platformProductId: row.platformProductId,
    title: text(row.title),
    handle: text(row.handle),
    url: text(row.url),
    imageUrl: text(row.imageUrl),
    description: text(row.description),
    status: row.status ?? ('active' as const),
    categories: [...new Set(row.categories ?? [])],
    variants: mayHaveNone && row.variants?.length === 0 ? [] : variantsOf(row),
  }
  return { ...content, index, fingerprint: fingerprintOf(content) }
}

function variantsOf(row: ProductRow) {
  const brand = text(row.brand)
  const given: Static<typeof VariantInput>[] = row.variants?.length
    ? row.variants
    : [{ platformVariantId: row.platformProductId, sku: row.sku, gtin: row.gtin, mpn: row.mpn }]
  return given.map((variant) => ({
    platformVariantId: variant.platformVariantId,
    title: text(variant.title),
    sku: text(variant.sku),
    gtin: text(variant.gtin),
    mpn: text(variant.mpn),
    brand: text(variant.brand) ?? brand,
    price: variant.price == null ? null : normalizeAmount(variant.price, variant.currency ?? null),
    currency: variant.currency ?? null,
    imageUrl: text(variant.imageUrl),
  }))
}

/** A field of nothing but spaces says as much as one left out. What says more is kept as it was sent. */
const text = (value: string | null | undefined): string | null => (value != null && /\S/.test(value) ? value : null)

/** Raise it when what is stored for the same row changes: every row then counts as changed once. */
const storedForm = 1

/** The normal form is built with its fields in one order, so its JSON is the same for the same meaning. */
const fingerprintOf = (content: object): Buffer => hash('sha256', JSON.stringify([storedForm, content]), 'buffer')

export function ratingOf(stars: readonly (readonly [star: number, count: number])[]): Static<typeof Rating> {
  const byStar = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  let count = 0
  let sum = 0
  for (const [star, reviews] of stars) {
    byStar[star as 1 | 2 | 3 | 4 | 5] += reviews
    count += reviews
    sum += star * reviews
  }
  // Whole numbers up to the one division: no drift in the second decimal.
  return { count, average: count === 0 ? null : Math.round((sum * 100) / count) / 100, byStar }
}
