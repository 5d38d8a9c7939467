import { randomBytes } from 'node:crypto'
import { beforeCommit, onPickedAsking, type Subscriber, subjectErased } from '#platform/areas/events.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { type MessageKind, queueMessage } from '#resources/email/commands.ts'
import { findLastHead, type HeadRow, proveReview } from '#resources/evidence/heads/commands.ts'
import { readCosignatures, writeCosigned } from '#resources/evidence/heads/cosignature-commands.ts'
import type { ReviewProof } from '#resources/evidence/heads/schema.ts'
import { writeProof } from '#resources/evidence/public/proof-rules.ts'
import { type ReviewChange, reviewsChanged } from '#resources/reviews/changes/events.ts'
import { beforeOf, theReviewer } from '#resources/reviews/changes/rules.ts'
import { deleteReviews } from '#resources/reviews/commands.ts'
import {
  type CorrectedWords,
  type CorrectionResult,
  correctReview,
} from '#resources/reviews/submissions/correction-commands.ts'
import { hashToken, isInTime, isToken, mostCorrections } from './rules.ts'
import * as store from './store.ts'

export type IssuedReceipt = Pick<store.Receipt, 'reviewId' | 'createdAt'>

export const sendJob = 'receipts.send'

/** Reviews from forms whose author's address was just proven. */
const provenIn = (change: ReviewChange): string[] => {
  const { after, cause } = change
  if (after === null || (after.source !== 'email_form' && after.source !== 'widget_form')) return []
  const isNew = cause.type === 'written' || (cause.type === 'confirmed' && !beforeOf(change)?.addressProven)
  return isNew && after.addressProven && after.status !== 'spam' ? [after.id] : []
}

export const receiptSubscribers: readonly Subscriber[] = [
  onPickedAsking(
    reviewsChanged,
    ({ reviews }) => reviews.flatMap(provenIn),
    (tx) => [store.selectIsOn(tx)],
    async (tx, ids, [settings]) => {
      if (settings[0]?.receipts === false) return
      const { storeEnvId, organizationId } = tx
      for (const reviewId of ids) await enqueue(tx, sendJob, { storeEnvId, organizationId, reviewId })
    },
  ),
  beforeCommit([subjectErased], async (tx, events) => {
    await store.remove(
      tx,
      events.map(({ data }) => data.id),
    )
  }),
]

/** A review gets one receipt. The token and its mail are stored together, so a crash leaves both or none. */
export async function sendReceipt(
  { db, services }: JobContext,
  { reviewId, ...scope }: StoreScope & { reviewId: string },
): Promise<void> {
  await db.store(scope, 'write', (tx) => issueReceipt(tx, services, reviewId))
}

/** Undefined for a review that gets no receipt, or already has one. */
export async function issueReceipt(
  tx: StoreTx,
  { secrets, origin }: Pick<Services, 'secrets' | 'origin'>,
  reviewId: string,
): Promise<IssuedReceipt | undefined> {
  const found = await store.findAddressee(tx, reviewId)
  const token = randomBytes(16).toString('base64url')
  if (!found || !(await store.insert(tx, { digest: hashToken(token), reviewId }))) return undefined
  const { email, name, locale, storeName, storeUrl, product } = found
  await queueMessage(tx, secrets, {
    template: receiptMail.template,
    to: { email, name },
    locale: locale ?? 'en',
    category: 'transactional',
    key: `review_receipt:${reviewId}`,
    reviewId,
    data: {
      store: { name: storeName, url: storeUrl },
      customer: { name, firstName: name.split(' ')[0] ?? '' },
      product,
      receiptUrl: `${origin}/w/${token}`,
    },
  })
  return { reviewId, createdAt: tx.now.toISOString() }
}

export const receiptMail: MessageKind = {
  template: 'review_receipt',
  async stillWanted(tx, { reviewId }) {
    const found = reviewId === null ? undefined : await store.findAddressee(tx, reviewId)
    return found ? true : { skip: 'review_removed' }
  },
}

/** Undefined for a token that was never issued, or whose review is gone. */
export async function findReceipt(db: CrossDb, token: string): Promise<store.Receipt | undefined> {
  if (!isToken(token)) return undefined
  const [found] = await db.ask(store.byDigest(hashToken(token)))
  return found
}

export type Proof = ReviewProof & { head: HeadRow | undefined; witnesses: string[] }
export type OwnReview = store.OwnReview & { proof: Proof | undefined }

/** Needs a snapshot, because the entries, their paths and the signed ledger head must be from one moment. */
export async function readOwnReview(tx: StoreReads, reviewId: string): Promise<OwnReview | undefined> {
  const review = await store.findReview(tx, reviewId)
  if (!review) return undefined
  const proof = await proveReview(tx, reviewId, store.selectSalt(tx, reviewId))
  const head = await findLastHead(tx)
  const of = await readCosignatures(tx, head ? [head.size] : [])
  const witnesses = head ? of(head.size).map(({ witness }) => witness) : []
  return { ...review, proof: proof && { ...proof, head, witnesses } }
}

/** Returns the proof file of one entry. Undefined until a signed ledger head covers the entry. Needs a snapshot. */
export async function readProofFile(tx: StoreReads, reviewId: string, seq: string): Promise<string | undefined> {
  if (!(await store.findReview(tx, reviewId))) return undefined
  const proof = await proveReview(tx, reviewId, store.selectSalt(tx, reviewId))
  const found = proof?.entries.find(({ entry }) => String(entry.seq) === seq)
  const head = await findLastHead(tx)
  return found?.path && head ? writeProof(found.entry, found.path, await writeCosigned(tx, head)) : undefined
}

/** Throws 404 if the review is gone. Deletes the receipt too. */
export async function withdraw(tx: StoreTx, reviewId: string): Promise<void> {
  const deleted = await deleteReviews(tx, [reviewId], { cause: 'reviewer', by: theReviewer })
  if (deleted === 0) throw notFound('review')
}

/** Throws 409 if no correction is left, after the period for corrections, and for a rejected review. */
export async function correct(
  tx: StoreTx,
  { reviewId, createdAt }: IssuedReceipt,
  words: CorrectedWords,
): Promise<CorrectionResult> {
  if (!isInTime(createdAt, tx.now)) throw conflict('The time for corrections is over.')
  const result = await correctReview(tx, reviewId, words)
  if (result !== 'unchanged' && !(await store.updateCorrections(tx, reviewId, mostCorrections)))
    throw conflict('This review cannot be corrected again: the limit is reached.')
  return result
}
