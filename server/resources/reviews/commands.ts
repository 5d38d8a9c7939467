import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Media } from '#platform/files/storage/media.ts'
import type { Party } from '#platform/identity/caller.ts'
import { notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { Sharing } from './changes/copy-fragments.ts'
import type { DeletionCause, ReviewChange } from './changes/events.ts'
import { pairChanges, recordReviewChanges } from './changes/record.ts'
import { anonymousName, redactPerson } from './erasure-rules.ts'
import * as erasure from './erasure-store.ts'
import { removeFiles } from './photos/commands.ts'
import * as photos from './photos/store.ts'
import type { Review } from './schema.ts'
import * as store from './store.ts'
import * as confirmations from './submissions/confirmation-store.ts'
import * as submissions from './submissions/store.ts'

/** With `sharing`, also finds copies of other stores' reviews. */
export async function readReview(tx: StoreTx, id: string, media: Media, sharing?: Sharing): Promise<Review> {
  const row = sharing ? await store.findWithCopies(tx, sharing, id) : await store.find(tx, id)
  if (!row) throw notFound('review', id)
  return store.toReview(row, media)
}

/** Called before orders are deleted: their reviews stay without an order. */
export const unlinkOrders = store.updateUnlinked

/** Deletes reviews with their photos. A job deletes the files, so a crash leaves no row and no file behind. */
export async function deleteReviews(
  tx: StoreTx,
  ids: string[],
  { cause = 'store', by, audit }: { cause?: DeletionCause; by?: Party; audit?: Audit } = {},
): Promise<number> {
  const present = (await store.lock(tx, ids)).map(({ id }) => id)
  if (present.length === 0) return 0
  const keys = await photos.listStorageKeys(tx, present)
  await confirmations.deleteConfirmations(tx, present)
  const deleted = new Map((await store.deleteReviews(tx, present)).map((state) => [state.id, state]))
  await removeFiles(tx, keys)
  recordReviewChanges(
    tx,
    present.flatMap((id): ReviewChange[] => {
      const before = deleted.get(id)
      return before ? [{ before, after: null, cause: { type: 'deleted', cause, by, audit } }] : []
    }),
  )
  return deleted.size
}

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
    return { deleted: await deleteReviews(tx, ids, { cause: 'erasure' }), anonymized: 0 }
  }
  const ids = rows.map(({ id }) => id)
  await confirmations.deleteConfirmations(tx, ids)
  await submissions.deleteSubmissions(tx, ids)
  const texts = rows.map(({ id, title, body, authorName, reply }) => {
    const clean = (text: string) => redactPerson(text, { email: address, name: authorName })
    return { id, title: title && clean(title), body: clean(body), reply_body: reply && clean(reply.body) }
  })
  const anonymized = await erasure.updateAnonymized(tx, anonymousName, texts)
  recordReviewChanges(tx, pairChanges(rows, anonymized, { type: 'anonymized' }))
  return { deleted: 0, anonymized: anonymized.length }
}
