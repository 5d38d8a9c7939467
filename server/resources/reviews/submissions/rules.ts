import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import type { Submission } from '../rules.ts'

export type SentBy = { author: 'proven' } | { from: string }

export const isProven = (sentBy: SentBy): boolean => 'author' in sentBy

/**
 * The key uses a secret, and the network of unproven authors. Neither the database nor a guessed address can therefore
 * reveal an author.
 */
export function submissionKey(secrets: Secrets, submission: Submission, sentBy: SentBy): Buffer {
  const { product, orderId, authorEmail, rating, title, body } = submission
  const said = JSON.stringify([product, orderId, authorEmail, rating, title, body, sentBy])
  return createHash('sha256')
    .update(secrets.tokenFor(`review submission ${said}`))
    .digest()
}
