// Takes in what the form sends, hosted or in a shop's page: the review, its photos, the consent it was given with, and the
// mail that asks an author to confirm an address that is not proven.

import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import type { ReviewOffer } from '../changes/events.ts'
import { createReview } from '../create-review.ts'
import { alreadyReviewed, type Submission } from '../rules.ts'
import type { Incentive } from '../schema.ts'
import { hasReviewedBefore, requestConfirmation } from './confirmation-commands.ts'
import { isProven, type SentBy, submissionKey } from './rules.ts'
import * as store from './store.ts'

export type Form = {
  submission: Submission
  source: 'email_form' | 'widget_form'
  sentBy: SentBy
  photoIds: readonly string[]
  /** The language the form spoke. */
  language: string
  /** A field that no person sees was filled in. */
  isSpam: boolean
  /** What the form showed above its stars. */
  offer?: (ReviewOffer & { kind: Incentive }) | undefined
  /** When the form was given out, and with it what it showed. */
  begunAt?: Date | undefined
  /** Who asks the author to confirm, and with what: the store's name and page. */
  store: { name: string; url: string | null }
}

export type SubmissionResult = { id: string; verified: boolean; awaitsConfirmation: boolean }

type Outside = Pick<Services, 'secrets' | 'origin'>

/** Throws 404 for a product that is not this store's and an order that goes meanwhile, 400 for a photo that cannot be claimed. */
export async function submitForm(tx: StoreTx, outside: Outside, form: Form): Promise<SubmissionResult> {
  const key = submissionKey(outside.secrets, form.submission, form.sentBy)
  // The link of a mail allows one review, and says so; in a shop's page a form sent twice is one review and no error.
  const isRepeatable = form.source === 'widget_form'
  const existing = isRepeatable ? await store.findByKey(tx, key) : undefined
  if (existing) return toSubmissionResult(existing)
  try {
    return await tx.savepoint(() => write(tx, outside, form, key))
  } catch (error) {
    if (constraintOf(error) === 'reviews_order_fk') throw notFound('order')
    if (constraintOf(error) !== 'review_submissions_once') throw error
    // Two of the same that came at the same moment: the second waits for the first, and learns of it here.
    const first = await store.findByKey(tx, key)
    if (first && isRepeatable) return toSubmissionResult(first)
    throw alreadyReceived()
  }
}

/** Only a proven buyer is told that the order has a review of the product already. Anybody else could probe addresses by it. */
function toSubmissionResult({ reviewId, isOfOrder, ...rest }: store.Submitted): SubmissionResult {
  if (isOfOrder) throw alreadyReceived()
  return { id: reviewId, ...rest }
}

const alreadyReceived = () => alreadyReviewed('Your review of this product has already been received. Thank you!')

const constraintOf = (error: unknown) => (error as { constraint?: string }).constraint

async function write(tx: StoreTx, outside: Outside, form: Form, key: Buffer): Promise<SubmissionResult> {
  const { isSpam, language, source, offer, begunAt = tx.now } = form
  const addressProven = isProven(form.sentBy)
  const submission = isSpam ? { ...form.submission, orderId: null } : form.submission
  if (addressProven && !isSpam && submission.orderId === null && (await hasReviewedBefore(tx, submission)))
    throw alreadyReceived()
  const photoIds = [...form.photoIds]
  const { id, verified } = await createReview(tx, {
    ...submission,
    photoIds,
    source,
    addressProven,
    isSpam,
    ...(offer && {
      incentive: offer.kind,
      offer: { incentiveId: offer.incentiveId, version: offer.version, points: offer.points },
      offeredAt: begunAt,
    }),
  })
  const awaitsConfirmation = !addressProven
  await store.insert(tx, { reviewId: id, key, consentedAt: tx.now, language, awaitsConfirmation })
  if (awaitsConfirmation && !isSpam) {
    const { authorEmail: email, authorName: name } = submission
    await requestConfirmation(tx, outside, { reviewId: id, email, name, locale: language, store: form.store })
  }
  return { id, verified, awaitsConfirmation }
}
