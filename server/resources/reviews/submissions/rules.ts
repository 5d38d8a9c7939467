// What makes two submissions of a form one and the same. Pure.
import { createHash } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import type { Submission } from '../rules.ts'

/** A proven author, or the network address of anybody. */
export type SentBy = { author: 'proven' } | { from: string }

export const isProven = (sentBy: SentBy): boolean => 'author' in sentBy

/**
 * The same words about the same product by the same author are one review, however often the form is sent. Keyed: the
 * database alone does not let one test who an author was. A proven author's are their own, and anybody else's are those of the
 * network address they came from: a published review that is repeated with a guessed e-mail address must not tell that the
 * guess was right.
 */
export function submissionKey(secrets: Secrets, submission: Submission, sentBy: SentBy): Buffer {
  const { product, orderId, authorEmail, rating, title, body } = submission
  const said = JSON.stringify([product, orderId, authorEmail, rating, title, body, sentBy])
  return createHash('sha256')
    .update(secrets.tokenFor(`review submission ${said}`))
    .digest()
}
