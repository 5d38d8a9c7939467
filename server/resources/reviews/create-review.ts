import { explainRefusal } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { claimUploads } from '#resources/uploads/commands.ts'
import { checkAnswers } from './attributes/commands.ts'
import type { ReviewOffer } from './changes/events.ts'
import { recordReviewChanges } from './changes/record.ts'
import { theCustomer, theReviewer } from './changes/rules.ts'
import { detectLanguage } from './language-rules.ts'
import { attachPhotos } from './photos/commands.ts'
import { alreadyReviewedOf, chooseOrderId, isVerifiedPurchase, requireBuyer, type Submission } from './rules.ts'
import type { Incentive, Source } from './schema.ts'
import * as store from './store.ts'

export type NewReviewFacts = Submission & {
  source: Exclude<Source, 'import'>
  /** True if a mailed link, a signed token, a confirmation or a key proves the email address. */
  addressProven: boolean
  incentive?: Incentive | null
  /** The incentive offer that the author saw. `incentive` is only its kind. */
  offer?: ReviewOffer
  offeredAt?: Date
  submittedAt?: Date
  /** Ids of uploads. Throws 400 at `/photoIds/…` for an upload that is no longer available for a review. */
  photoIds?: readonly string[]
  /** HMACs of the network that the review came from. */
  networks?: readonly string[]
  /** True if a bot wrote the review. It is stored as spam, without public events. */
  isSpam?: boolean
}

const repeatMs = 86_400_000

export type CreatedReview = { row: store.Row; isRepeat: boolean }

/**
 * Without an order, a review counts as a repeat if the same author sends the same text about the same product within a
 * day.
 */
export async function createReviewOnce(tx: StoreTx, review: NewReviewFacts): Promise<CreatedReview> {
  if (review.orderId !== null) return { row: await createReview(tx, review), isRepeat: false }
  const facts = await store.findFactsAndRepeat(tx, review, new Date(tx.now.getTime() - repeatMs))
  if (facts?.same_order_id) throw alreadyReviewedOf(review.product)
  const first = facts?.same_id && (await store.find(tx, facts.same_id))
  return first ? { row: first, isRepeat: true } : { row: await insertReview(tx, review, facts), isRepeat: false }
}

export type ReviewFacts = store.Facts
export const selectReviewFacts = store.selectFacts

/**
 * Throws 404 for an unknown product or order. If the order already has a review of the product, a later statement throws
 * 409. `facts` are those of `selectReviewFacts`, if the caller has read them.
 */
export const createReview = async (
  tx: StoreTx,
  review: NewReviewFacts,
  facts?: readonly store.Facts[],
): Promise<store.Row> => insertReview(tx, review, (facts ?? (await tx.all(store.selectFacts(tx, review))))[0])

async function insertReview(tx: StoreTx, review: NewReviewFacts, facts: store.Facts | undefined): Promise<store.Row> {
  if (!facts) throw await refusalOfProduct(tx, review.product)
  if (review.orderId !== null && !facts.order_exists) throw notFound('order', review.orderId)
  requireBuyer(facts, review)
  if (facts.product_id === null && review.orderId !== null && (await store.hasShopReview(tx, review.orderId)))
    throw alreadyReviewedOf('shop')
  const { isSpam = false, photoIds = [], incentive = null, submittedAt = tx.now } = review
  const id = newId(tx.now.getTime())
  const written: store.Insert = {
    ...review,
    id,
    incentive,
    relationship: review.relationship ?? null,
    submittedAt,
    orderId: review.orderId ?? chooseOrderId(facts, review),
    productId: facts.product_id,
    verified: isVerifiedPurchase({ hasOrder: facts.has_order, addressProven: review.addressProven }),
    status: isSpam ? 'spam' : 'pending',
    answers: await checkAnswers(tx, review.attributes ?? []),
    detectedLanguage: await detectLanguage(review),
  }
  const inserted = await store.insert(tx, written, facts)
  const [withPhotos] = photoIds.length > 0 ? await attachPhotos(tx, id, await claimUploads(tx, photoIds)) : []
  const row = photoIds.length > 0 || written.answers ? ((await store.find(tx, id)) ?? inserted) : inserted
  const { offer, offeredAt, networks, source, addressProven } = review
  const author = source === 'widget_form' && addressProven ? theCustomer : theReviewer
  recordReviewChanges(tx, [
    {
      before: null,
      after: withPhotos ?? store.insertedState(row, addressProven),
      cause: {
        type: 'written',
        ...(source !== 'api' && { by: author }),
        ...(offer && { offer }),
        ...(offeredAt && { offeredAt }),
        ...(networks && { networks }),
      },
    },
  ])
  return row
}

/** A review of the shop names no product, so only its store can be missing. */
const refusalOfProduct = async (tx: StoreTx, product: Submission['product']) =>
  product === 'shop'
    ? notFound('store')
    : 'productId' in product
      ? notFound('product', product.productId)
      : explainRefusal(tx, product.platformProductId)
