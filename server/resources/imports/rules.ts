// How a row of a file becomes a review of this store. Pure.
import { gtinKey, idKey } from '#platform/values/identifiers.ts'
import { isUuid } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { ImportedReview as Draft } from '#resources/reviews/imports/rules.ts'
import type { ImportedReview } from './formats/imported-review.ts'
import { quoted, type RowProblem } from './formats/problems.ts'
import type { ProductKey } from './formats/products.ts'
import type { RawValues } from './formats/raw-record.ts'
import type { ReviewRow } from './formats/review-file.ts'
import { signatures } from './formats/signatures.ts'
import type { Format } from './formats/vendors/format.ts'
import { readVisibility } from './formats/visibility.ts'
import type { AskedStatus } from './schema.ts'

/** A review that waits for its product and order. */
export type Pending = Omit<Draft, 'productId' | 'orderId'> & {
  /** Of our own export: the id of the review where it was exported, which may be here. */
  ownId: string | null
  productKeys: readonly ProductKey[]
  orderReference: string | null
}

/** What is kept of a row until its batch is written: the raw cells, up to megabytes of them, are dropped. */
export type BatchRow = { line: number } & (
  | { problem: RowProblem }
  | { skipped: RowProblem }
  | { review: Pending; warnings: readonly RowProblem[] }
)

export function toBatchRow(row: ReviewRow, format: Format, asked: AskedStatus): BatchRow {
  const { line } = row
  if ('problem' in row) return { line, problem: row.problem }
  if ('skipped' in row) return { line, skipped: row.skipped }
  const { review, warnings, values, dedupeKey, productKeys } = row
  const status = statusOf(review.status, isStatusStated(values, format), asked)
  const { externalId = '', importedFrom } = review
  const own = {
    ownId: format.isOwn && isUuid(externalId) ? externalId.toLowerCase() : null,
    // Only names that an import here could have given: the rest of a file is not to be trusted.
    ...(isFormat(importedFrom) && { importedFrom }),
  }
  return { line, warnings, review: { ...toPending(review, status), ...own, key: dedupeKey, productKeys } }
}

const isFormat = (name: string | undefined): name is string =>
  name === 'generic' || signatures.some((format) => format.name === name)

function toPending(
  review: ImportedReview,
  status: Draft['status'],
): Omit<Pending, 'key' | 'productKeys' | 'ownId' | 'importedFrom'> {
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
    // An answer without a date still has to have one to be shown; it cannot be older than what it answers.
    repliedAt: reply ? (reply.repliedAt ?? submittedAt) : null,
    locale: review.locale ?? null,
    country: review.country ?? null,
    ...(review.attributes && { attributes: review.attributes }),
    submittedAt,
    photoUrls,
    orderReference: review.orderReference ?? null,
  }
}

/**
 * A decision against a review is kept: dropping or reviving it would change what the shop's reviews say as a whole. No
 * file approves anything; the caller may, and then what the old platform did not show still waits for a look.
 */
export function statusOf(claimed: Draft['status'], isStated: boolean, asked: AskedStatus): Draft['status'] {
  if (claimed === 'rejected' || claimed === 'spam') return claimed
  if (asked === 'pending') return 'pending'
  return claimed === 'approved' || !isStated ? 'approved' : 'pending'
}

const isStatusStated = (values: RawValues, format: Format): boolean => readVisibility(values, format).isStated

/** Which products each reference names, by `kind:value`. */
export type KnownProducts = ReadonlyMap<string, ReadonlySet<string>>

/** The first reference that names exactly one product decides. */
export function chooseProduct(
  keys: readonly ProductKey[],
  known: KnownProducts,
): { productId: string } | { problem: RowProblem } {
  let isAmbiguous = false
  for (const key of keys) {
    const like = key.kind === 'platformProductId' ? known.get(likeOf(key.value)) : undefined
    const [productId, another] = known.get(nameOf(key)) ?? like ?? []
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

/** `04006381333931` and `4006381-333931` are one number. */
export const nameOf = ({ kind, value }: ProductKey): string => `${kind}:${kind === 'gtin' ? gtinKey(value) : value}`

/** Where no product has the very id: a spreadsheet may have taken its zeros, or put spaces and other dashes in. */
export const likeOf = (value: string): string => `like:${idKey(value) ?? ''}`

const labels: Record<ProductKey['kind'], string> = {
  gtin: 'GTIN',
  platformProductId: 'id',
  sku: 'SKU',
  handle: 'handle',
  url: 'address',
}

/** Several warnings of one row are reported under the first one's code. */
export function remarkOf(warnings: readonly RowProblem[]): { code: string | null; message: string | null } {
  const [first] = warnings
  if (!first) return { code: null, message: null }
  return { code: first.code, message: warnings.map((warning) => warning.message).join(' ') }
}

/** A name to show in a list: no folders, no control characters. */
export function cleanFileName(name: string | undefined): string | null {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? ''
  const clean = base.replace(/\p{C}/gu, '').trim()
  return clean === '' ? null : clean.slice(0, 255).toWellFormed()
}

/** Of one store: imports that have not ended, and bytes of files that are kept. */
export const most = { unfinished: 20, bytes: 2 * 1024 ** 3 }

type Refusal = { status: 409 | 413; code: string; message: string }

export function refusalOf(kept: { unfinished: number; bytes: number }, bytes: number): Refusal | undefined {
  if (kept.unfinished >= most.unfinished) {
    const message = `${kept.unfinished} imports of this store wait or run already. Send the file again when one of them has ended.`
    return { status: 409, code: 'too_many_imports', message }
  }
  if (kept.bytes + bytes <= most.bytes) return undefined
  const [left, room] = [most.bytes - kept.bytes, most.bytes].map((each) => Math.max(0, Math.floor(each / 1024 ** 2)))
  const message = `The import files of this store take up to ${room} MB, and ${left} MB are left. A file is removed 30 days after its upload; until then, send a smaller one.`
  return { status: 413, code: 'payload_too_large', message }
}
