import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import type { ReviewOffer } from '../changes/events.ts'
import { createReview, type ReviewFacts, selectReviewFacts } from '../create-review.ts'
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
  language: string
  /** True if the honeypot field was filled in. */
  isSpam: boolean
  offer?: (ReviewOffer & { kind: Incentive }) | undefined
  begunAt?: Date | undefined
  store: { name: string; url: string | null }
}

export type SubmissionResult = { id: string; verified: boolean; awaitsConfirmation: boolean }

type Outside = Pick<Services, 'secrets' | 'origin'>

/** Throws 404 for an unknown product or an order that was just deleted, 400 for a photo that cannot be claimed. */
export async function submitForm(tx: StoreTx, outside: Outside, form: Form): Promise<SubmissionResult> {
  const key = submissionKey(outside.secrets, form.submission, form.sentBy)
  // A mailed link allows one review, and refuses a second. If a widget form is sent twice, the second call creates no
  // review and gets no error.
  const isRepeatable = form.source === 'widget_form'
  const reviewed = submissionOf(form)
  const [[existing], facts] = isRepeatable
    ? await tx.several<[store.SubmissionRow, ReviewFacts]>([
        store.selectByKey(tx, key),
        selectReviewFacts(tx, reviewed),
      ])
    : [[], await tx.all(selectReviewFacts(tx, reviewed))]
  if (existing) return toSubmissionResult(existing, form.submission)
  try {
    return await tx.savepoint(() => write(tx, outside, form, key, facts))
  } catch (error) {
    if (constraintOf(error) === 'reviews_order_fk') throw notFound('order')
    if (constraintOf(error) !== 'review_submissions_once') throw error
    // The same form arrived twice in parallel, and this insert waited for the first one.
    const first = await tx.first(store.selectByKey(tx, key))
    if (first && isRepeatable) return toSubmissionResult(first, form.submission)
    throw alreadyReceived(form.submission)
  }
}

/**
 * Only a proven buyer learns that the order already has a review, because others could use the error to probe addresses.
 */
function toSubmissionResult(
  { reviewId, isOfOrder, ...rest }: store.SubmissionRow,
  submission: Submission,
): SubmissionResult {
  if (isOfOrder) throw alreadyReceived(submission)
  return { id: reviewId, ...rest }
}

const alreadyReceived = ({ product }: Submission) =>
  alreadyReviewed(
    `Your review of ${product === 'shop' ? 'the shop' : 'this product'} has already been received. Thank you!`,
  )

const constraintOf = (error: unknown) => (error as { constraint?: string }).constraint

const submissionOf = ({ isSpam, submission }: Form): Submission =>
  isSpam ? { ...submission, orderId: null } : submission

async function write(
  tx: StoreTx,
  outside: Outside,
  form: Form,
  key: Buffer,
  facts: readonly ReviewFacts[],
): Promise<SubmissionResult> {
  const { isSpam, language, source, offer, begunAt = tx.now } = form
  const addressProven = isProven(form.sentBy)
  const submission = submissionOf(form)
  if (addressProven && !isSpam && submission.orderId === null && (await hasReviewedBefore(tx, submission)))
    throw alreadyReceived(submission)
  const photoIds = [...form.photoIds]
  const row = await createReview(
    tx,
    {
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
    },
    facts,
  )
  const { id, verified } = row
  const awaitsConfirmation = !addressProven
  const insertion = store.insertion(tx, { reviewId: id, key, consentedAt: tx.now, language, awaitsConfirmation })
  // The insertion is awaited inside the savepoint, because its error and the review's decide the answer.
  if (!awaitsConfirmation || isSpam) await tx.run(insertion)
  else {
    tx.sendAlong(insertion)
    const { authorEmail: email, authorName: name } = submission
    // The mail about a review of the shop names the shop.
    const title = row.product_id === null ? form.store.name : row.product_title
    const product = { title, imageUrl: row.product_image_url }
    await requestConfirmation(tx, outside, { reviewId: id, email, name, locale: language, store: form.store, product })
  }
  return { id, verified, awaitsConfirmation }
}
