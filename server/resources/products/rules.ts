// What a pushed row means: its one normal form, the fingerprint of that form, and which rows of a request contradict
// each other. Pure; the database is not known here.
import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { type Detail, invalid } from '#platform/values/errors.ts'
import { readGtin } from '#platform/values/identifiers.ts'
import { normalizeAmount } from '#platform/values/money.ts'
import type { gtinProblems, ProductInput, Rating, UpsertResult, VariantInput } from './schema.ts'

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

/** Checks that the schema cannot express. One bad row refuses the whole request, as the schema would. A step is a row. */
export function* requiringMeaning(rows: readonly ProductRow[]): Generator<void, void> {
  const details: Detail[] = []
  for (const [index, row] of rows.entries()) {
    yield
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

type Prepared = { items: Item[]; failures: Failure[] }

/** The rows that may be written, and those that contradict another row or themselves. A step is a row. */
export function* preparing(rows: readonly ProductRow[], mayHaveNone = false): Generator<void, Prepared> {
  const items: Item[] = []
  const failures: Failure[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    yield
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
const storedForm = 2

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

// GTINs: their length, check digit and the number ranges that never name a product on open sale. ISBN-10 and UPC-E are refused:
// they have to be expanded before they are GTINs.
const lengths = /^(?:\d{8}|\d{12,14})$/

// GS1 prefixes of the 13-digit form, as the shopping engine refuses them too: 02, 04 and 2 circulate inside one
// shop or region only, 05 and 981-984 and 99 are coupons, 980 a refund receipt. Such a number says nothing outside
// the till that printed it, so counting it as an identifier would promise a match that cannot happen.
// Unassigned prefixes pass: GS1 hands out new ones, and a list of today would silently drop tomorrow's products.
const restricted = /^(?:0[245]|2|98[0-4]|99)/
// In the 8-digit form the prefixes 0 and 2 are for use inside a company; 0 is also how a UPC-E code begins.
const restrictedShort = /^[02]/

/** True when the text is a GTIN-8, -12, -13 or -14 (ISBN-13 included) that can identify a product anywhere. */
export function isValidGtin(text: string): boolean {
  return normalGtin(text) !== null
}

/** The digits of a valid GTIN without spaces and hyphens, or null. Leading zeros stay as they were sent. */
export function normalGtin(text: string): string | null {
  const digits = digitsOf(text)
  return digits !== null && !isRestricted(digits) ? digits : null
}

/** Why a GTIN identifies nothing: there is none, it is mistyped, or its prefix is for use inside a shop. Null for a good one. */
export function gtinProblemOf(text: string | null): (typeof gtinProblems)[number] | null {
  if (text === null) return 'missing'
  const digits = digitsOf(text)
  if (digits === null) return 'invalid'
  return isRestricted(digits) ? 'restricted' : null
}

/** The digits of a number with the right length and check digit, or null. */
function digitsOf(text: string): string | null {
  // The longest form is 14 digits; a far longer text is no typo of one and is not worth reading.
  if (text.length > 64) return null
  const read = readGtin(text)
  const digits = read && 'value' in read ? read.value : ''
  return lengths.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1) ? digits : null
}

/** The digit that completes a GTIN of which everything but the last digit is given. */
export function checkDigit(body: string): string {
  // Weights alternate 3, 1 from the right, so one loop serves all lengths.
  let sum = 0
  for (let index = body.length - 1, weight = 3; index >= 0; index--, weight = 4 - weight) {
    sum += weight * (body.charCodeAt(index) - 48)
  }
  return String((10 - (sum % 10)) % 10)
}

function isRestricted(digits: string): boolean {
  const padded = digits.padStart(14, '0')
  // Six leading zeros are a GTIN-8 written long: no company prefix of the longer forms starts that way.
  if (padded.startsWith('000000')) return restrictedShort.test(padded.slice(6))
  // The first of 14 digits tells the packaging level and belongs to no prefix.
  return restricted.test(padded.slice(1))
}
