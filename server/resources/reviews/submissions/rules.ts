// What makes two submissions of a form one and the same. Pure.
import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'
import type { Submission } from '../rules.ts'

/**
 * The same words about the same product by the same author are one review, however often the form is sent. Keyed: whoever
 * has only the database cannot test who an author was.
 */
export function submissionKey(secrets: Secrets, submission: Submission): Buffer {
  const { product, orderId, authorEmail, rating, title, body } = submission
  const said = JSON.stringify([product, orderId, authorEmail, rating, title, body])
  return createHash('sha256')
    .update(secrets.tokenFor(`review submission ${said}`))
    .digest()
}
