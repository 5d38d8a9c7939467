// Writes on reviews that more than one caller wants: routes, the form, imports, and the erasure of a customer.
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { normalizeEmail } from '#platform/mask.ts'
import { forgetSubject, publish } from '#platform/outbox.ts'
import type { Media } from '#platform/storage/media.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { customerUpserts } from '#resources/customers/commands.ts'
import { claimUploads } from '#resources/uploads/commands.ts'
import * as confirmations from './confirmations/store.ts'
import { anonymousName, redactPerson } from './erasure/rules.ts'
import * as erasure from './erasure/store.ts'
import { reviewCreated, reviewDeleted } from './events.ts'
import { addPhotos, removeFiles } from './photos/commands.ts'
import * as photos from './photos/store.ts'
import { toFacts } from './publishing/commands.ts'
import { alreadyReviewed, isVerifiedPurchase, orderOf, type Submission } from './rules.ts'
import type { Incentive, Review, Source } from './schema.ts'
import * as store from './store.ts'
import * as submissions from './submissions/store.ts'

/** A review as the wire has it; 404 when this store has none of that id. */
export async function readReview(tx: StoreTx, id: string, media: Media): Promise<Review> {
  return store.toReview(await readRow(tx, id), media)
}

async function readRow(tx: StoreTx, id: string): Promise<store.Row> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('review', id)
  return row
}

export type NewReviewFacts = Submission & {
  source: Exclude<Source, 'import'>
  /** By the link in a mail to it, a signed token, a confirmation, or a key's word. */
  addressProven: boolean
  incentive?: Incentive | null
  submittedAt?: Date
  /** Photos uploaded before; 400 at `/photoIds/…` for one that is not waiting for a review. */
  photoIds?: readonly string[]
  /** Plainly written by a program: kept for a person to look at, and told to nobody. */
  isSpam?: boolean
}

const repeatMs = 86_400_000

export type Created = { row: store.Row; isRepeat: boolean }

/**
 * As below, for whoever may send the same review again because an answer was lost: without an order, the same words of one
 * author about one product within a day are a repeat, and the first one is answered.
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
  if (!facts) throw notFound('product', nameOf(review.product))
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
  }
  const author = { email: review.authorEmail, name: review.authorName }
  let row = await store.insert(tx, written, facts, isSpam ? [] : customerUpserts(tx, [author]))
  if (photoIds.length > 0) {
    await addPhotos(tx, id, await claimUploads(tx, photoIds))
    row = await readRow(tx, id)
  }
  if (!isSpam) publish(tx, reviewCreated, toFacts(row))
  return row
}

/**
 * The author's address is proven now. Whether they bought the product is looked up at this moment, and their review then
 * belongs to the order. Doing it again changes nothing; false when the review, or its author, is no more.
 */
export async function confirmAuthor(tx: StoreTx, id: string): Promise<boolean> {
  const review = await confirmations.lock(tx, id)
  if (!review || review.authorEmail === null) return false
  if (review.addressProven) return true
  const [bought] = await confirmations.listBought(tx, review.authorEmail, { productId: review.productId })
  const open = bought && !bought.hasReview ? bought.orderId : null
  const verified = isVerifiedPurchase({ hasOrder: bought !== undefined, addressProven: true })
  const prove = (orderId: string | null) => confirmations.updateProven(tx, id, { orderId, verified })
  // Another review of the same order may be confirmed at this moment: one of them stays without the order.
  await tx.savepoint(() => prove(review.orderId ?? open)).catch(() => prove(review.orderId))
  if (verified && review.status === 'approved') invalidateStorefront(tx)
  return true
}

const nameOf = (product: Submission['product']) =>
  'productId' in product ? product.productId : product.platformProductId

/** Before a store's orders go: its reviews stay, and belong to no order any more. */
export const unlinkOrders = store.updateUnlinked

/** Reviews with their photos' rows; the files follow by a job, so that a crash leaves neither behind. */
export async function deleteReviews(tx: StoreTx, ids: string[]) {
  const found = await store.lock(tx, ids)
  if (found.length === 0) return []
  const present = found.map((row) => row.id)
  const keys = await photos.listStorageKeys(tx, present)
  await confirmations.remove(tx, present)
  await store.remove(tx, present)
  if (found.some(({ status }) => status === 'approved')) invalidateStorefront(tx)
  await removeFiles(tx, keys)
  for (const { id, product_id: productId, rating, status, source } of found) {
    forgetSubject(tx, id)
    publish(tx, reviewDeleted, { id, productId, rating, status, source })
  }
  return found
}

/** Forgets the author of every review of this address: the reviews go, or stay without a name. */
/** What the store does with the reviews of somebody who is forgotten. */
export const readErasureMode = erasure.findMode

export async function eraseAuthor(
  tx: StoreTx,
  email: string,
  how: 'delete' | 'anonymize',
): Promise<{ deleted: number; anonymized: number }> {
  const address = normalizeEmail(email)
  const rows = await erasure.lockByAuthor(tx, address)
  if (rows.length === 0) return { deleted: 0, anonymized: 0 }
  if (how === 'delete') {
    const ids = rows.map((row) => row.id)
    return { deleted: (await deleteReviews(tx, ids)).length, anonymized: 0 }
  }
  for (const { id } of rows) forgetSubject(tx, id)
  const ids = rows.map(({ id }) => id)
  await confirmations.remove(tx, ids)
  await submissions.remove(tx, ids)
  invalidateStorefront(tx)
  const anonymized = rows.map(({ id, title, body, author_name, reply_body }) => {
    const clean = (text: string) => redactPerson(text, { email: address, name: author_name })
    return { id, title: title && clean(title), body: clean(body), reply_body: reply_body && clean(reply_body) }
  })
  return { deleted: 0, anonymized: await erasure.updateAnonymized(tx, anonymousName, anonymized) }
}
