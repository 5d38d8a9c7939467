import { gtinKey, idKey } from '#platform/values/identifiers.ts'
import { isUuid } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { ImportedReview as Draft } from '#resources/reviews/files/import-rules.ts'
import type { ImportedReview } from './formats/imported-review.ts'
import { quoted, type RawValues, type RowProblem } from './formats/problems.ts'
import type { ProductKey } from './formats/products.ts'
import type { ReviewRow } from './formats/review-file.ts'
import { signatures } from './formats/signatures.ts'
import { readVisibility } from './formats/visibility.ts'
import type { AskedStatus } from './schema.ts'
import type { Format } from './vendors/format.ts'

export type PendingReview = Omit<Draft, 'productId' | 'orderId'> & {
  /** The review's original id in our own export. A review with this id might already exist in this store. */
  ownId: string | null
  productKeys: readonly ProductKey[]
  isOfShop: boolean
  orderReference: string | null
}

/** The part of a row that its batch needs. Raw cells are dropped, because they can take megabytes. */
export type BatchRow = { line: number } & (
  | { problem: RowProblem }
  | { skipped: RowProblem }
  | { review: PendingReview; warnings: readonly RowProblem[] }
)

export function toBatchRow(row: ReviewRow, format: Format, asked: AskedStatus): BatchRow {
  const { line } = row
  if ('problem' in row) return { line, problem: row.problem }
  if ('skipped' in row) return { line, skipped: row.skipped }
  const { review, warnings, values, dedupeKey, productKeys } = row
  const status = chooseStatus(review.status, isStatusStated(values, format), asked)
  const { externalId = '', importedFrom } = review
  const own = {
    ownId: format.isOwn && isUuid(externalId) ? externalId.toLowerCase() : null,
    // Accepts only source names that an import in this service can assign, because files are untrusted.
    ...(isFormat(importedFrom) && { importedFrom }),
  }
  return { line, warnings, review: { ...toPending(review, status), ...own, key: dedupeKey, productKeys } }
}

const isFormat = (name: string | undefined): name is string =>
  name === 'generic' || signatures.some((format) => format.name === name)

function toPending(
  review: ImportedReview,
  status: Draft['status'],
): Omit<PendingReview, 'key' | 'productKeys' | 'ownId' | 'importedFrom'> {
  const { rating, title, body, authorName, authorEmail, submittedAt, claimedVerified, photoUrls, reply } = review
  return {
    rating,
    title: title ?? null,
    body,
    authorName,
    authorEmail: authorEmail === undefined ? null : normalizeEmail(authorEmail),
    status,
    claimedVerified,
    incentive: review.incentive ?? (review.incentivized ? 'coupon' : null),
    replyBody: reply?.body ?? null,
    // A public answer needs a date. Without one, the review's date is used, because an answer cannot be earlier.
    repliedAt: reply ? (reply.repliedAt ?? submittedAt) : null,
    locale: review.locale ?? null,
    country: review.country ?? null,
    ...(review.attributes && { attributes: review.attributes }),
    submittedAt,
    photoUrls,
    isOfShop: review.isOfShop === true,
    orderReference: review.orderReference ?? null,
  }
}

/**
 * Rejected reviews are imported as rejected, because leaving them out would distort the store's reviews. A review that
 * the file marks as pending is never approved by the import.
 */
export function chooseStatus(claimed: Draft['status'], isStated: boolean, asked: AskedStatus): Draft['status'] {
  if (claimed === 'rejected' || claimed === 'spam') return claimed
  if (asked === 'pending') return 'pending'
  return claimed === 'approved' || !isStated ? 'approved' : 'pending'
}

const isStatusStated = (values: RawValues, format: Format): boolean => readVisibility(values, format).isStated

export type KnownProducts = ReadonlyMap<string, ReadonlySet<string>>

export function chooseProduct(
  keys: readonly ProductKey[],
  known: KnownProducts,
): { productId: string } | { problem: RowProblem } {
  let isAmbiguous = false
  for (const key of keys) {
    const like = key.kind === 'platformProductId' ? known.get(buildLikeKey(key.value)) : undefined
    const [productId, another] = known.get(formatKey(key)) ?? like ?? []
    if (productId !== undefined && another === undefined) return { productId }
    isAmbiguous ||= another !== undefined
  }
  const references = keys.map(({ kind, value }) => `${labels[kind]} ${quoted(value)}`).join(', ')
  return {
    problem: isAmbiguous
      ? { code: 'product_ambiguous', message: `Several products of the store have the ${references}.` }
      : { code: 'product_not_found', message: `No product of the store has the ${references}.` },
  }
}

/** `04006381333931` and `4006381-333931` result in the same key. */
export const formatKey = ({ kind, value }: ProductKey): string => `${kind}:${kind === 'gtin' ? gtinKey(value) : value}`

/** Key to match ids that have no exact match, because spreadsheets drop zeros and change spaces and dashes. */
export const buildLikeKey = (value: string): string => `like:${idKey(value) ?? ''}`

const labels: Record<ProductKey['kind'], string> = {
  gtin: 'GTIN',
  platformProductId: 'id',
  sku: 'SKU',
  handle: 'handle',
  url: 'address',
}

export function joinRemarks(warnings: readonly RowProblem[]): { code: string | null; message: string | null } {
  const [first] = warnings
  if (!first) return { code: null, message: null }
  return { code: first.code, message: warnings.map((warning) => warning.message).join(' ') }
}

export function cleanFileName(name: string | undefined): string | null {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(/\p{C}/gu, '').trim()
  return clean === '' ? null : clean.slice(0, 255).toWellFormed()
}

export const most = { unfinished: 20, bytes: 2 * 1024 ** 3 }

type Refusal = { status: 409 | 413; code: string; message: string }

export function findRefusal(kept: { unfinished: number; bytes: number }, bytes: number): Refusal | undefined {
  if (kept.unfinished >= most.unfinished) {
    const message = `${kept.unfinished} imports of this store are unfinished. Upload the file again when one of them has ended.`
    return { status: 409, code: 'too_many_imports', message }
  }
  if (kept.bytes + bytes <= most.bytes) return undefined
  const [left, room] = [most.bytes - kept.bytes, most.bytes].map((each) => Math.max(0, Math.floor(each / 1024 ** 2)))
  const message = `Import files of this store can take ${room} MB in total, and ${left} MB are left. A file is deleted 30 days after its upload; until then, send a smaller file.`
  return { status: 413, code: 'payload_too_large', message }
}
