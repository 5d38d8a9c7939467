// Opening the link proves nothing, because scanners open every link of a mail. The button on its page confirms.
import { hash, randomBytes } from 'node:crypto'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreTx } from '#platform/db/db.ts'
import { type MessageKind, queueMessage } from '#resources/email/commands.ts'
import type { ReviewState } from '../changes/events.ts'
import { pairChanges, recordReviewChanges } from '../changes/record.ts'
import { isVerifiedPurchase, type ReviewedSubject } from '../rules.ts'
import * as store from './confirmation-store.ts'

export const confirmationDays = 30
/** Anyone can type in an address, so the number of mails to a mailbox is limited. */
export const maxMailsPerDay = 5
const dayMs = 86_400_000

export type Author = {
  reviewId: string
  email: string
  name: string
  locale: string
  store: { name: string; url: string | null }
  product: { title: string | null; imageUrl: string | null }
}

export async function requestConfirmation(
  tx: StoreTx,
  { secrets, origin }: Pick<Services, 'secrets' | 'origin'>,
  { reviewId, email, name, locale, store: shop, product }: Author,
): Promise<void> {
  store.deleteExpired(tx)
  if ((await store.countSince(tx, email, new Date(tx.now.getTime() - dayMs))) >= maxMailsPerDay) return
  const token = randomBytes(16).toString('base64url')
  const expiresAt = new Date(tx.now.getTime() + confirmationDays * dayMs)
  store.insert(tx, { digest: hashToken(token), reviewId, expiresAt })
  await queueMessage(tx, secrets, {
    template: confirmationMail.template,
    to: { email, name },
    locale,
    category: 'transactional',
    key: `review_confirmation:${reviewId}`,
    reviewId,
    data: {
      store: shop,
      customer: { name, firstName: name.split(' ')[0] },
      product,
      confirmUrl: `${origin}/c/${token}`,
    },
  })
}

/** The mail is skipped if the review was deleted, marked as spam or already confirmed. */
export const confirmationMail: MessageKind = {
  template: 'review_confirmation',
  async stillWanted(tx, { reviewId }) {
    const review = reviewId === null ? undefined : await store.find(tx, reviewId)
    if (!review || review.authorEmail === null) return { skip: 'review_removed' }
    if (review.addressProven) return { skip: 'already_confirmed' }
    return review.status === 'spam' ? { skip: 'review_is_spam' } : true
  },
}

/** Undefined for a token that was never issued or has expired. */
export async function findConfirmation(db: CrossDb, token: string, now: Date): Promise<store.Confirmation | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined
  const [found] = await db.ask(store.byDigest(hashToken(token)))
  return found && Date.parse(found.expiresAt) > now.getTime() ? found : undefined
}

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const readAuthored = store.find

/**
 * True if this address has a confirmed review of the product, but no order of it. For the subject `shop`: a confirmed
 * review of the shop, but no order at all.
 */
export async function hasReviewedBefore(
  tx: StoreTx,
  { authorEmail, product }: { authorEmail: string; product: ReviewedSubject },
): Promise<boolean> {
  const [bought] = await store.listBought(tx, authorEmail, product)
  return bought === undefined && (await store.hasReview(tx, authorEmail, product))
}

const toReviewed = ({ productId }: ReviewState): ReviewedSubject => (productId === null ? 'shop' : { productId })

/** Idempotent. Returns false if the review was deleted or its author erased. */
export async function confirm(tx: StoreTx, id: string): Promise<boolean> {
  const review = await store.lock(tx, id)
  if (!review || review.authorEmail === null) return false
  if (review.addressProven) return true
  const [bought] = await store.listBought(tx, review.authorEmail, toReviewed(review))
  const open = bought && !bought.hasReview ? bought.orderId : null
  const verified = isVerifiedPurchase({ hasOrder: bought !== undefined, addressProven: true })
  const prove = (orderId: string | null) => store.updateProven(tx, id, { orderId, verified })
  // Another review of the same order can be confirmed concurrently. Then one of the two reviews stays without the order.
  const proven = await tx.savepoint(() => prove(review.orderId ?? open)).catch(() => prove(review.orderId))
  recordReviewChanges(tx, pairChanges([review], proven, { type: 'confirmed' }))
  return true
}
