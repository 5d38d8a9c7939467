// The author corrects a review. The store decides on a correction of an approved review, because visitors have read it.
import type { StoreTx } from '#platform/db/db.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { pairChanges, recordReviewChanges } from '../changes/record.ts'
import { detectLanguage } from '../language-rules.ts'
import type { Correction } from '../schema.ts'
import { lock } from './confirmation-store.ts'
import * as store from './correction-store.ts'

export type CorrectedWords = Omit<Correction, 'submittedAt'>
export type CorrectionResult = 'applied' | 'waiting' | 'unchanged'

/** Throws 409 for a rejected review, and 404 for spam. */
export async function correctReview(tx: StoreTx, id: string, words: CorrectedWords): Promise<CorrectionResult> {
  const review = await lock(tx, id)
  if (!review || review.status === 'spam') throw notFound('review')
  if (review.status === 'rejected') throw conflict('A rejected review cannot be corrected.')
  if (review.status === 'pending') {
    if (areSame(words, review)) return 'unchanged'
    const { locale } = review
    const written = await store.updateWords(tx, id, {
      ...words,
      detected: await detectLanguage({ locale, ...words }),
    })
    recordReviewChanges(tx, pairChanges([review], written, { type: 'corrected' }))
    return 'applied'
  }
  if (areSame(words, review.correction ?? review)) return 'unchanged'
  const written = await store.updateWaiting(tx, id, { ...words, submittedAt: tx.now.toISOString() })
  recordReviewChanges(tx, pairChanges([review], written, { type: 'correction_submitted' }))
  return 'waiting'
}

const areSame = (a: CorrectedWords, b: CorrectedWords): boolean =>
  a.rating === b.rating && a.title === b.title && a.body === b.body && a.authorName === b.authorName
