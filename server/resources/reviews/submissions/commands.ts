import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { isViolationOf, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { readUploads } from '#resources/uploads/commands.ts'
import type { ReviewOffer } from '../changes/events.ts'
import { createReview, type ReviewFacts, selectReviewFacts } from '../create-review.ts'
import { languageOfTag } from '../language-rules.ts'
import { alreadyReviewed, type Submission } from '../rules.ts'
import type { Incentive } from '../schema.ts'
import { mailBuyersOnly } from './buyers-only-commands.ts'
import { hasReviewedBefore, requestConfirmation } from './confirmation-commands.ts'
import { hashNetworks, isProven, type SentBy, submissionKey } from './rules.ts'
import { findSettings } from './settings-store.ts'
import * as store from './store.ts'

export type Form = {
  submission: Submission
  source: 'email_form' | 'widget_form'
  sentBy: SentBy
  /** IP address of the client. Only HMACs of its network are stored, for 30 days. */
  address: string
  photoIds: readonly string[]
  /** Undefined if the form does not know its language. */
  language: string | undefined
  /** True if the honeypot field was filled in. */
  isSpam: boolean
  offer?: (ReviewOffer & { kind: Incentive }) | undefined
  begunAt?: Date | undefined
  store: { name: string; url: string | null }
}

export type SubmissionResult = { id: string; verified: boolean; awaitsConfirmation: boolean }

/** True if forms ask authors for their relationship to the shop. */
export const asksRelationship = async (tx: Pick<StoreReads, 'storeEnvId' | 'first'>): Promise<boolean> =>
  (await findSettings(tx)).askRelationship

type Outside = Pick<Services, 'secrets' | 'origin' | 'media'>

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
  const [fact] = facts
  if (fact?.buyers_only && !isProven(form.sentBy)) {
    const isKnown = existing !== undefined
    return submitUnseen(tx, outside, form, { isKnown, fact, write: (ready) => write(tx, outside, ready, key, facts) })
  }
  if (existing) return toSubmissionResult(existing, form.submission)
  try {
    return await tx.savepoint(() => write(tx, outside, form, key, facts))
  } catch (error) {
    if (isViolationOf(error, 'reviews_order_fk')) throw notFound('order')
    if (!isViolationOf(error, 'review_submissions_once')) throw error
    // The same form was sent twice in parallel, and this insert waited for the first one.
    const first = await tx.first(store.selectByKey(tx, key))
    if (first && isRepeatable) return toSubmissionResult(first, form.submission)
    throw alreadyReceived(form.submission)
  }
}

type Unseen = { isKnown: boolean; fact: ReviewFacts; write(form: Form): Promise<SubmissionResult> }

/**
 * If only buyers can review, the response must not reveal whether the sender is one. So a stranger's review is
 * written and rolled back, a repeat gets a new id, and unavailable photos are left out without an error.
 */
async function submitUnseen(
  tx: StoreTx,
  outside: Outside,
  form: Form,
  { isKnown, fact, write }: Unseen,
): Promise<SubmissionResult> {
  const received = { id: newId(tx.now.getTime()), verified: false, awaitsConfirmation: true }
  if (isKnown) return received
  const photos = await readUploads(tx, outside.media, form.photoIds)
  const lasting = new Set(photos.map(({ id }) => id))
  const ready = { ...form, photoIds: form.photoIds.filter((id) => lasting.has(id.toLowerCase())) }
  try {
    return await tx.savepoint(async () => {
      const written = await write(ready)
      if (!fact.has_order) throw notABuyer
      return { ...written, awaitsConfirmation: true }
    })
  } catch (error) {
    if (isViolationOf(error, 'review_submissions_once')) return received
    if (error !== notABuyer) throw error
  }
  if (!form.isSpam) await mailBuyersOnly(tx, outside, form, fact)
  return received
}

const notABuyer = new Error('not a buyer')

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

const submissionOf = ({ isSpam, submission }: Form): Submission =>
  isSpam ? { ...submission, orderId: null } : submission

async function write(
  tx: StoreTx,
  outside: Outside,
  form: Form,
  key: Buffer,
  facts: readonly ReviewFacts[],
): Promise<SubmissionResult> {
  const { isSpam, source, offer, begunAt = tx.now } = form
  const addressProven = isProven(form.sentBy)
  const { relationship, ...written } = submissionOf(form)
  const isAsked = relationship !== undefined && (await asksRelationship(tx))
  const submission: Submission = isAsked ? { ...written, relationship } : written
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
      networks: hashNetworks(outside.secrets, tx.storeEnvId, form.address, tx.now),
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
  const language = form.language ?? languageOfTag(row.detected_language) ?? 'en'
  const insertion = store.insertion(tx, { reviewId: id, key, consentedAt: tx.now, language, awaitsConfirmation })
  // The insertion is awaited inside the savepoint, because its error and the review's error decide the response.
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
