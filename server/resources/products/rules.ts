import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { type Detail, invalid } from '#platform/values/errors.ts'
import { readGtin } from '#platform/values/identifiers.ts'
import { normalizeAmount } from '#platform/values/money.ts'
import type { gtinProblems, ProductInput, Rating, UpsertResult, VariantInput } from './schema.ts'

export type ProductRow = Static<typeof ProductInput>
export type Failure = Static<typeof UpsertResult>['errors'][number]

export type Item = ReturnType<typeof normalise>
export type ItemVariant = Item['variants'][number]

/** Collects missing and returned variants, because missing ones stay on sale until the catalogue sync is complete. */
export type Reading = { missing: Map<string, MissingVariant>; returned: Set<string> }
export type MissingVariant = { id: string; platformProductId: string; platformVariantId: string; title: string | null }

/**
 * Checks what the schema cannot check. One bad row refuses the whole request, like a row that the schema refuses. The
 * generator yields once per row.
 */
export function* requiringMeaning(rows: readonly ProductRow[]): Generator<void, void> {
  const details: Detail[] = []
  for (const [index, row] of rows.entries()) {
    yield
    const own = row.variants?.length ? (['sku', 'gtin', 'mpn'] as const).filter((name) => row[name] != null) : []
    for (const name of own) {
      details.push({ path: `/${index}/${name}`, message: 'must be set on the variants, because the row has variants' })
    }
    for (const [path, address] of listAddresses(row)) {
      if (address != null && !URL.canParse(address)) {
        details.push({ path: `/${index}/${path}`, message: 'is not a web address' })
      }
    }
  }
  const [first] = details
  if (first) throw invalid(`The body does not fit: ${first.path} ${first.message}.`, details.slice(0, 20))
}

function* listAddresses(row: ProductRow): Generator<[path: string, address: string | null | undefined]> {
  yield ['url', row.url]
  yield ['imageUrl', row.imageUrl]
  for (const [index, variant] of row.variants?.entries() ?? []) yield [`variants/${index}/imageUrl`, variant.imageUrl]
}

type PreparedRows = { items: Item[]; failures: Failure[] }

export function* preparing(rows: readonly ProductRow[], mayHaveNone = false): Generator<void, PreparedRows> {
  const items: Item[] = []
  const failures: Failure[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    yield
    if (seen.has(row.platformProductId)) {
      failures.push(
        failure(
          { index, ...row },
          'duplicate_in_request',
          'This id is in the request twice; only the first row counts.',
        ),
      )
      continue
    }
    seen.add(row.platformProductId)
    const twice = firstTwice(row.variants ?? [])
    if (twice === undefined) items.push(normalise(row, index, mayHaveNone))
    else
      failures.push(
        failure({ index, ...row }, 'duplicate_variant', `The variant ${twice} is in this row twice. Remove one.`),
      )
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
    // A null key is left out, so products that were stored before group keys existed have the same fingerprint.
    ...(text(row.groupKey) !== null && { groupKey: text(row.groupKey) }),
    variants: mayHaveNone && row.variants?.length === 0 ? [] : normalizeVariants(row),
  }
  return { ...content, index, fingerprint: computeFingerprint(content) }
}

function normalizeVariants(row: ProductRow) {
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

/** A blank field counts as omitted. Other text is stored as sent. */
const text = (value: string | null | undefined): string | null => (value != null && /\S/.test(value) ? value : null)

/** Increment this number when the stored form of a row changes. Every row then counts as changed in its next push. */
const storedForm = 2

/** The normal form has a fixed field order, so rows with the same meaning have the same JSON. */
const computeFingerprint = (content: object): Buffer => hash('sha256', JSON.stringify([storedForm, content]), 'buffer')

export function computeRating(stars: readonly (readonly [star: number, count: number])[]): Static<typeof Rating> {
  const byStar = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  let count = 0
  let sum = 0
  for (const [star, reviews] of stars) {
    byStar[star as 1 | 2 | 3 | 4 | 5] += reviews
    count += reviews
    sum += star * reviews
  }
  // The calculation uses integers until the division, so the second decimal is exact.
  return { count, average: count === 0 ? null : Math.round((sum * 100) / count) / 100, byStar }
}

// ISBN-10 and UPC-E are refused, because they must be expanded first.
const lengths = /^(?:\d{8}|\d{12,14})$/

// GS1 prefixes that identify no product: 02, 04 and 2 are internal, 05, 981-984 and 99 are coupons, 980 is a refund receipt.
// Unassigned prefixes are accepted, because GS1 assigns new ones.
const restricted = /^(?:0[245]|2|98[0-4]|99)/
// In the 8-digit form the prefixes 0 and 2 are company-internal; UPC-E codes also begin with 0.
const restrictedShort = /^[02]/

export function isValidGtin(text: string): boolean {
  return normalGtin(text) !== null
}

/** Returns the digits of a valid GTIN without spaces and hyphens, or null. Leading zeros stay. */
export function normalGtin(text: string): string | null {
  const digits = parseDigits(text)
  return digits !== null && !isRestricted(digits) ? digits : null
}

export function findGtinProblem(text: string | null): (typeof gtinProblems)[number] | null {
  if (text === null) return 'missing'
  const digits = parseDigits(text)
  if (digits === null) return 'invalid'
  return isRestricted(digits) ? 'restricted' : null
}

function parseDigits(text: string): string | null {
  // The longest form has 14 digits, so a much longer text is no typing error.
  if (text.length > 64) return null
  const read = readGtin(text)
  const digits = read && 'value' in read ? read.value : ''
  return lengths.test(digits) && checkDigit(digits.slice(0, -1)) === digits.at(-1) ? digits : null
}

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
  // Six leading zeros mean a padded GTIN-8, because no company prefix of the longer forms begins with them.
  if (padded.startsWith('000000')) return restrictedShort.test(padded.slice(6))
  // The first of 14 digits is the packaging level and no part of the prefix.
  return restricted.test(padded.slice(1))
}
