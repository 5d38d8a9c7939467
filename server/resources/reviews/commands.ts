// Reading, deleting and erasing reviews, for routes, orders and the erasure of a customer.

import { publish, subjectErased } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { wordsOf } from './acts/rules.ts'
import * as confirmations from './confirmations/store.ts'
import { anonymousName, redactPerson } from './erasure/rules.ts'
import * as erasure from './erasure/store.ts'
import {
  type DeletionCause,
  type LastState,
  reviewActed,
  reviewDeleted,
  reviewRemoved,
  reviewsChanged,
  reviewsOfOrdersChanged,
} from './events.ts'
import { removeFiles } from './photos/commands.ts'
import * as photos from './photos/store.ts'
import type { Review } from './schema.ts'
import * as store from './store.ts'
import * as submissions from './submissions/store.ts'

/** A review as the wire has it; 404 when this store has none of that id. */
export async function readReview(tx: StoreTx, id: string, media: Media): Promise<Review> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('review', id)
  return store.toReview(row, media)
}

/** Before a store's orders go: its reviews stay, and belong to no order any more. */
export const unlinkOrders = store.updateUnlinked

/** Reviews with their photos' rows; the files follow by a job, so that a crash leaves neither behind. */
export async function deleteReviews(tx: StoreTx, ids: string[], cause: DeletionCause = 'store') {
  const found = await store.lock(tx, ids)
  if (found.length === 0) return []
  const present = found.map((row) => row.id)
  const keys = await photos.listStorageKeys(tx, present)
  await confirmations.remove(tx, present)
  await store.remove(tx, present)
  if (found.some(({ status }) => status === 'approved')) invalidateStorefront(tx)
  await removeFiles(tx, keys)
  publish(tx, reviewsChanged, { ids: [], submittedAt: found.map((row) => row.submitted_at) })
  const orderIds = found.flatMap(({ order_id }) => order_id ?? [])
  if (orderIds.length > 0) publish(tx, reviewsOfOrdersChanged, { orderIds })
  for (const row of found) {
    const {
      id,
      product_id: productId,
      rating,
      status,
      source,
      submitted_at: submittedAt,
      moderation_reason: reason,
    } = row
    publish(tx, subjectErased, { id })
    publish(tx, reviewRemoved, { id, cause, rating, submittedAt, reason, was: stateOf(row) })
    publish(tx, reviewDeleted, { id, productId, rating, status, source })
  }
  return found
}

const stateOf = (row: store.Removed): LastState => ({
  words: wordsOf(row),
  source: row.source,
  importedFrom: row.imported_from,
  verified: row.verified,
  incentive: row.incentive,
  status: row.status,
  reason: row.moderation_reason,
  policy: row.moderation_policy,
})

/** What the store does with the reviews of somebody who is forgotten. */
export const readErasureMode = erasure.findMode

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
    return { deleted: (await deleteReviews(tx, ids, 'erasure')).length, anonymized: 0 }
  }
  for (const { id } of rows) {
    publish(tx, subjectErased, { id })
    publish(tx, reviewActed, { id, acts: [{ type: 'anonymized' }] })
  }
  const ids = rows.map(({ id }) => id)
  // The words of what is told of texts are others then.
  publish(tx, reviewsChanged, { ids })
  await confirmations.remove(tx, ids)
  await submissions.remove(tx, ids)
  invalidateStorefront(tx)
  const anonymized = rows.map(({ id, title, body, author_name, reply_body }) => {
    const clean = (text: string) => redactPerson(text, { email: address, name: author_name })
    return { id, title: title && clean(title), body: clean(body), reply_body: reply_body && clean(reply_body) }
  })
  return { deleted: 0, anonymized: await erasure.updateAnonymized(tx, anonymousName, anonymized) }
}
