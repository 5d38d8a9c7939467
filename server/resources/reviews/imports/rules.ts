// What an imported review is, and what of it an import may still change later. Pure.
import { hash } from 'node:crypto'
import type { Incentive, Status } from '../schema.ts'

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
}

/** What a rerun compares: everything an update would write, so neither the status nor the photos. */
export function fingerprintOf(review: ImportedReview): Buffer {
  const { productId, orderId, rating, title, body, authorName, authorEmail, claimedVerified, incentive } = review
  const { replyBody, repliedAt, locale, country, submittedAt } = review
  // As a list: the order is the fingerprint's, whatever made the object.
  const content = [
    ...[productId, orderId, rating, title, body, authorName, authorEmail, claimedVerified, incentive],
    ...[replyBody, repliedAt, locale, country, submittedAt],
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
