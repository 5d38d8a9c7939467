// Identifies repeated submissions. Pure.
import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import type { Submission } from '../rules.ts'

export type SentBy = { author: 'proven' } | { from: string }

export const isProven = (sentBy: SentBy): boolean => 'author' in sentBy

/**
 * The same words about the same product by the same author are one review. The digest is keyed, so the database alone cannot
 * reveal an author. An unproven author is identified by the network address: repeating a published review with a guessed
 * e-mail address must not reveal that the guess was right.
 */
export function submissionKey(secrets: Secrets, submission: Submission, sentBy: SentBy): Buffer {
  const { product, orderId, authorEmail, rating, title, body } = submission
  const said = JSON.stringify([product, orderId, authorEmail, rating, title, body, sentBy])
  return createHash('sha256')
    .update(secrets.tokenFor(`review submission ${said}`))
    .digest()
}
