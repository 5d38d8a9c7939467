// What an imported review is, and what of it an import may still change later. Pure.
import { hash } from 'node:crypto'
import type { Variant } from '#platform/files/images/keys.ts'
import type { SaidAttribute } from '../attributes/rules.ts'
import { cleanLine, cleanText } from '../rules.ts'
import type { Incentive, Source, Status } from '../schema.ts'

/** A review as a file has it, its product found. `verified` is missing on purpose: a file proves no purchase. */
export type ImportedReview = {
  /** Identity within the store, over files and reruns: 64 hexadecimal digits. */
  key: string
  productId: string
  orderId: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  /** Lower case. */
  authorEmail: string | null
  /** Taken when the review is new; a decision that stands is never changed by an import. */
  status: Status
  claimedVerified: boolean
  incentive: Incentive | null
  replyBody: string | null
  repliedAt: string | null
  locale: string | null
  country: string | null
  submittedAt: string
  /** Taken when the review is new: a photo that somebody removed would otherwise come back. */
  photoUrls: readonly string[]
  /** What had brought it where our own export was made; otherwise the format of the file. */
  importedFrom?: string
  /** What the author said about what the store asks, by the words it had. */
  attributes?: readonly SaidAttribute[]
}

/** A review of this store that our own export names by its id. */
export type Present = {
  id: string
  /** Null of one that was written here. */
  key: string | null
  source: Source
  productId: string
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string | null
  verified: boolean
  claimedVerified: boolean | null
  incentive: Incentive | null
  replyBody: string | null
  repliedAt: string | null
  locale: string | null
  country: string | null
  submittedAt: string
  isAnonymized: boolean
}

type ImportedContent = Omit<ImportedReview, 'orderId'>

/**
 * Why a row of our own export changes nothing of the review it names: what was written here stays as its author left it,
 * whatever became of the file meanwhile. Undefined where an imported review is to be changed.
 */
export function refusalOf(present: Present, imported: ImportedContent): { code: string; message: string } | undefined {
  if (present.isAnonymized)
    return { code: 'author_erased', message: 'The author of this review was erased; no file brings them back.' }
  const differences = lockedDifferences(present, imported)
  if (present.source !== 'import' || present.key === null) {
    if (differences.length === 0) return { code: 'already_here', message: 'This review was written here and stands.' }
    const message = `This review was written here and stays as its author left it. The row says otherwise: ${differences.join(', ')}.`
    return { code: 'review_content_locked', message }
  }
  const isSame =
    differences.every((name) => name === 'verified') &&
    present.productId === imported.productId &&
    present.submittedAt === imported.submittedAt &&
    present.incentive === imported.incentive &&
    present.locale === imported.locale &&
    // Keys export the end of an address only: a row without one says nothing about it.
    (imported.authorEmail === null || imported.authorEmail === present.authorEmail) &&
    // An answer that stands is never changed by an import.
    (present.replyBody !== null || imported.replyBody === null)
  if (isSame) return { code: 'already_imported', message: 'This review is here as the row has it.' }
}

function lockedDifferences(present: Present, imported: ImportedContent): string[] {
  const pairs: [name: string, ofPresent: unknown, ofSaid: unknown][] = [
    ['rating', present.rating, imported.rating],
    ['title', cleanLine(present.title ?? ''), cleanLine(imported.title ?? '')],
    ['body', cleanText(present.body), cleanText(imported.body)],
    ['authorName', cleanLine(present.authorName), cleanLine(imported.authorName)],
    ['verified', present.verified, imported.claimedVerified],
  ]
  return pairs.filter(([, a, b]) => a !== b).map(([name]) => name)
}

/** The review as the row has it, and as it is here where our export says nothing or only a part. */
export const changed = (present: Present, imported: ImportedContent): ImportedReview => ({
  ...imported,
  key: present.key ?? imported.key,
  orderId: null,
  authorEmail: imported.authorEmail ?? present.authorEmail,
  claimedVerified: present.claimedVerified ?? false,
  country: present.country,
})

/** What a rerun compares: everything an update would write, so neither the status nor the photos. */
export function fingerprintOf(review: ImportedReview): Buffer {
  const { productId, orderId, rating, title, body, authorName, authorEmail, claimedVerified, incentive } = review
  const { replyBody, repliedAt, locale, country, submittedAt } = review
  // As a list: the order is the fingerprint's, whatever made the object.
  const content = [
    ...[productId, orderId, rating, title, body, authorName, authorEmail, claimedVerified, incentive],
    ...[replyBody, repliedAt, locale, country, submittedAt],
    // Most have none, and keep the fingerprint they have always had.
    ...(review.attributes?.length ? [review.attributes] : []),
  ]
  return hash('sha256', JSON.stringify(content), 'buffer')
}

/**
 * Parts of a batch that can each be written by one statement, which takes no key twice: a key's second row is in the
 * second part. Each part is sorted, so that two imports of one store lock in the same order.
 */
export function partsWithoutRepeats<Row extends { key: string }>(rows: readonly Row[]): Row[][] {
  const parts: Map<string, Row>[] = []
  for (const row of rows) {
    const part = parts.find((each) => !each.has(row.key))
    if (part) part.set(row.key, row)
    else parts.push(new Map([[row.key, row]]))
  }
  return parts.map((part) => [...part.values()].sort((a, b) => (a.key < b.key ? -1 : 1)))
}

/** A photo that is still to be fetched. */
export type WaitingPhoto = { id: string; reviewId: string; sourceUrl: string }

/** What became of one. */
export type FetchedPhoto =
  | { id: string; state: 'ready'; storageKey: string; width: number; height: number; variants: Variant[] }
  | { id: string; state: 'failed' }
