import { hash } from 'node:crypto'
import type { Variant } from '#platform/files/images/keys.ts'
import type { SaidAttribute } from '../attributes/rules.ts'
import { cleanLine, cleanText } from '../rules.ts'
import type { Incentive, Source, Status } from '../schema.ts'

/** A row of a file with a known product, or about the shop. It has no `verified`, because a file cannot prove a purchase. */
export type ImportedReview = {
  /** Identifies the review within the store, across files and repeated imports: 64 hexadecimal digits. */
  key: string
  /** Null for a review of the shop. */
  productId: string | null
  orderId: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  /** The address in lower case. */
  authorEmail: string | null
  /** Used only for new reviews, because an import never changes a decision. */
  status: Status
  claimedVerified: boolean
  incentive: Incentive | null
  replyBody: string | null
  repliedAt: string | null
  locale: string | null
  country: string | null
  submittedAt: string
  /** Used only for new reviews, because a removed photo must not be added again. */
  photoUrls: readonly string[]
  /** The original source in our own exports; else the format of the file. */
  importedFrom?: string
  /** Answers to the store's questions, which are identified by their text. */
  attributes?: readonly SaidAttribute[]
}

export type Present = {
  id: string
  /** Null if the review was written in this store. */
  key: string | null
  source: Source
  /** Null for a review of the shop. */
  productId: string | null
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
 * Returns why a row of our own export is skipped, because reviews written in this store cannot be changed. Undefined if the
 * row changes its review.
 */
export function findRefusal(
  present: Present,
  imported: ImportedContent,
): { code: string; message: string } | undefined {
  if (present.isAnonymized)
    return {
      code: 'author_erased',
      message: 'The author of this review was erased, and an import cannot restore them.',
    }
  const differences = lockedDifferences(present, imported)
  if (present.source !== 'import' || present.key === null) {
    if (differences.length === 0)
      return { code: 'already_here', message: 'This review was written here and is unchanged.' }
    const message = `This review was written here, so it was not changed. The row has other values in: ${differences.join(', ')}.`
    return { code: 'review_content_locked', message }
  }
  const isSame =
    differences.every((name) => name === 'verified') &&
    present.productId === imported.productId &&
    present.submittedAt === imported.submittedAt &&
    present.incentive === imported.incentive &&
    present.locale === imported.locale &&
    // An export that was made with an API key does not contain the whole address.
    (imported.authorEmail === null || imported.authorEmail === present.authorEmail) &&
    // An import never changes a reply.
    (present.replyBody !== null || imported.replyBody === null)
  if (isSame) return { code: 'already_imported', message: 'This review already matches the row.' }
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

/** The row, completed with stored fields that our export lacks or masks. */
export const changed = (present: Present, imported: ImportedContent): ImportedReview => ({
  ...imported,
  key: present.key ?? imported.key,
  orderId: null,
  authorEmail: imported.authorEmail ?? present.authorEmail,
  claimedVerified: present.claimedVerified ?? false,
  country: present.country,
})

/** Covers every field that an update would write, which excludes status and photos. */
export function computeFingerprint(review: ImportedReview): Buffer {
  const { productId, orderId, rating, title, body, authorName, authorEmail, claimedVerified, incentive } = review
  const { replyBody, repliedAt, locale, country, submittedAt } = review
  // An array, so that the order of object keys does not matter.
  const content = [
    ...[productId, orderId, rating, title, body, authorName, authorEmail, claimedVerified, incentive],
    ...[replyBody, repliedAt, locale, country, submittedAt],
    // Reviews without answers keep the fingerprint of earlier versions.
    ...(review.attributes?.length ? [review.attributes] : []),
  ]
  return hash('sha256', JSON.stringify(content), 'buffer')
}

/**
 * One statement can write each key only once, so the second row of a key goes into the second part. Parts are sorted, so
 * that two imports cannot deadlock.
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

export type WaitingPhoto = { id: string; reviewId: string; sourceUrl: string }

export type FetchedPhoto =
  | { id: string; state: 'ready'; storageKey: string; width: number; height: number; variants: Variant[] }
  | { id: string; state: 'failed' }
