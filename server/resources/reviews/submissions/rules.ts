import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import type { Submission } from '../rules.ts'

export type SentBy = { author: 'proven' } | { from: string }

export const isProven = (sentBy: SentBy): boolean => 'author' in sentBy

/** Keyed, and by network for unproven authors: neither the database nor a guessed address reveals an author. */
export function submissionKey(secrets: Secrets, submission: Submission, sentBy: SentBy): Buffer {
  const { product, orderId, authorEmail, rating, title, body } = submission
  const said = JSON.stringify([product, orderId, authorEmail, rating, title, body, sentBy])
  return createHash('sha256')
    .update(secrets.tokenFor(`review submission ${said}`))
    .digest()
}
