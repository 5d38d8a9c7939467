// Writes on reviews that more than one caller wants: routes, the form, imports, and the erasure of a customer.
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { normalizeEmail } from '#platform/mask.ts'
import { forgetSubject, publish } from '#platform/outbox.ts'
import { rememberCustomers } from '#resources/customers/commands.ts'
import { anonymousName, withoutPerson } from './erasure/rules.ts'
import * as erasure from './erasure/store.ts'
import { reviewCreated, reviewDeleted } from './events.ts'
import { removeFiles } from './photos/commands.ts'
import * as photos from './photos/store.ts'
import { publishReviews } from './publishing/commands.ts'
import { isVerifiedPurchase, type Submission } from './rules.ts'
import type { Incentive, Review, Source } from './schema.ts'
import * as store from './store.ts'

/** A review as the wire has it; 404 when this store has none of that id. */
export async function readReview(tx: StoreTx, id: string, origin: string): Promise<Review> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('review', id)
  return store.toReview(row, origin)
}

export type NewReviewFacts = Submission & {
  source: Exclude<Source, 'import'>
  /** By the link in a mail to it, a signed token, a confirmation, or a key's word. */
  addressProven: boolean
  incentive?: Incentive | null
  submittedAt?: Date
}

/** Takes a review in, pending, whatever its rating. Throws 404 for a product or order that is not this store's. */
export async function createReview(tx: StoreTx, review: NewReviewFacts): Promise<{ id: string; verified: boolean }> {
  const facts = await store.findFacts(tx, review)
  if (!facts) throw notFound('product', nameOf(review.product))
  if (review.orderId !== null && !facts.order_exists) throw notFound('order', review.orderId)
  const id = newId(tx.now.getTime())
  const verified = isVerifiedPurchase({ hasOrder: facts.has_order, addressProven: review.addressProven })
  await store.insert(tx, {
    ...review,
    id,
    productId: facts.product_id,
    verified,
    incentive: review.incentive ?? null,
    submittedAt: review.submittedAt ?? tx.now,
  })
  await rememberCustomers(tx, [{ email: review.authorEmail, name: review.authorName }])
  await publishReviews(tx, [{ id, kinds: [reviewCreated] }])
  return { id, verified }
}

const nameOf = (product: Submission['product']) =>
  'productId' in product ? product.productId : product.platformProductId

/** Before a store's orders go: its reviews stay, and belong to no order any more. */
export const unlinkOrders = (tx: StoreTx): Promise<number> => store.updateUnlinked(tx)

/** Reviews with their photos' rows; the files follow by a job, so that a crash leaves neither behind. */
export async function deleteReviews(tx: StoreTx, ids: string[]) {
  const found = await store.lock(tx, ids)
  if (found.length === 0) return []
  const present = found.map((row) => row.id)
  const keys = await photos.listStorageKeys(tx, present)
  await store.remove(tx, present)
  await removeFiles(tx, keys)
  for (const { id, product_id: productId, rating, status, source } of found) {
    forgetSubject(tx, id)
    publish(tx, reviewDeleted, { id, productId, rating, status, source })
  }
  return found
}

/** Forgets the author of every review of this address: the reviews go, or stay without a name. */
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
  const anonymized = rows.map(({ id, title, body, author_name, reply_body }) => {
    const clean = (text: string) => withoutPerson(text, { email: address, name: author_name })
    return { id, title: title && clean(title), body: clean(body), reply_body: reply_body && clean(reply_body) }
  })
  return { deleted: 0, anonymized: await erasure.updateAnonymized(tx, anonymousName, anonymized) }
}
