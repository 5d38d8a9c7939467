// The one way in which a single review comes in, from the API, the form or the demo. Imports write in batches.

import { refusalOf } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { claimUploads } from '#resources/uploads/commands.ts'
import { checkAnswers } from './attributes/commands.ts'
import type { ReviewOffer } from './changes/events.ts'
import { recordReviewChanges } from './changes/record.ts'
import { theCustomer, theReviewer } from './changes/rules.ts'
import { attachPhotos } from './photos/commands.ts'
import { alreadyReviewed, isVerifiedPurchase, orderOf, type Submission } from './rules.ts'
import type { Incentive, Source } from './schema.ts'
import * as store from './store.ts'

export type NewReviewFacts = Submission & {
  source: Exclude<Source, 'import'>
  /** By the link in a mail to it, a signed token, a confirmation, or a key's word. */
  addressProven: boolean
  incentive?: Incentive | null
  /** The incentive it was written under, of which `incentive` is the kind. */
  offer?: ReviewOffer
  /** When that was shown. */
  offeredAt?: Date
  submittedAt?: Date
  /** Photos uploaded before; 400 at `/photoIds/…` for one that is not waiting for a review. */
  photoIds?: readonly string[]
  /** Clearly written by a program: kept for a person to look at, and published as no event. */
  isSpam?: boolean
}

const repeatMs = 86_400_000

export type Created = { row: store.Row; isRepeat: boolean }

/**
 * As below, for callers that may send the same review again because an answer was lost: without an order, the same words of
 * one author about one product within a day are a repeat, and the first one is returned.
 */
export async function createReviewOnce(tx: StoreTx, review: NewReviewFacts): Promise<Created> {
  if (review.orderId !== null) return { row: await createReview(tx, review), isRepeat: false }
  const facts = await store.findFactsAndRepeat(tx, review, new Date(tx.now.getTime() - repeatMs))
  if (facts?.same_order_id) throw alreadyReviewed()
  const first = facts?.same_id && (await store.find(tx, facts.same_id))
  return first ? { row: first, isRepeat: true } : { row: await insertReview(tx, review, facts), isRepeat: false }
}

/**
 * Takes a review in, pending, whatever its rating; one of a proven address belongs to the order it has of the product.
 * Throws 404 for a product or order that is not this store's, 409 for an order's second review of a product.
 */
export const createReview = async (tx: StoreTx, review: NewReviewFacts): Promise<store.Row> =>
  insertReview(tx, review, await store.findFacts(tx, review))

async function insertReview(tx: StoreTx, review: NewReviewFacts, facts: store.Facts | undefined): Promise<store.Row> {
  if (!facts) throw await refusalOfProduct(tx, review.product)
  if (review.orderId !== null && !facts.order_exists) throw notFound('order', review.orderId)
  const { isSpam = false, photoIds = [], incentive = null, submittedAt = tx.now } = review
  const id = newId(tx.now.getTime())
  const written: store.Insert = {
    ...review,
    id,
    incentive,
    submittedAt,
    orderId: review.orderId ?? orderOf(facts, review),
    productId: facts.product_id,
    verified: isVerifiedPurchase({ hasOrder: facts.has_order, addressProven: review.addressProven }),
    status: isSpam ? 'spam' : 'pending',
    answers: await checkAnswers(tx, review.attributes ?? []),
  }
  const inserted = await store.insert(tx, written, facts)
  const [withPhotos] = photoIds.length > 0 ? await attachPhotos(tx, id, await claimUploads(tx, photoIds)) : []
  const row = photoIds.length > 0 || written.answers ? ((await store.find(tx, id)) ?? inserted) : inserted
  const { offer, offeredAt, source, addressProven } = review
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
      },
    },
  ])
  return row
}

const refusalOfProduct = async (tx: StoreTx, product: Submission['product']) =>
  'productId' in product ? notFound('product', product.productId) : refusalOf(tx, product.platformProductId)
