import { conflict, forbidden, invalidField } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import type { Answer } from './attributes/schema.ts'
import type { NewReview, PooledSummary, Relationship, ReviewSummary, Subject, SubjectFilter } from './schema.ts'

export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ')

/**
 * Returns text of several lines. Control characters are removed, because they are invisible to their author and illegal in
 * the XML of a feed.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim()

export function requireText(sent: string, path: string): string {
  const text = cleanText(sent)
  if (text === '') throw invalidField(path, 'is empty')
  return text
}

export const requireLine = (sent: string, path: string): string => requireText(sent, path).replace(/\s+/gu, ' ')

/** Detects email addresses, because a name is public and an email address must not be. */
export const looksLikeAddress = (name: string): boolean => /\S@\S+\.\S/u.test(name)

/** True if the author named a relationship to the shop. Such a review is marked, and counts in no average. */
export const isDeclared = (relationship: Relationship | null): boolean =>
  relationship !== null && relationship !== 'none'

export const alreadyReviewed = (message = 'This order already has a review of this product.') =>
  conflict(message, 'already_reviewed')

/** A mailed form link belongs to an order, so only reviews without such a link need the check. */
export function requireBuyer(
  facts: { buyers_only: boolean; has_order: boolean },
  { source, addressProven }: { source: string; addressProven: boolean },
): void {
  const isKnown = source === 'api' || (source === 'widget_form' && addressProven)
  if (isKnown && facts.buyers_only && !facts.has_order)
    throw forbidden(
      'buyers_only',
      'This store accepts reviews only from buyers, and this address has no order of the product.',
    )
}

export type ProductReference = { productId: string } | { platformProductId: string }

/** A review is about a product, or about the shop itself. */
export type ReviewedSubject = ProductReference | 'shop'

export const alreadyReviewedOf = (reviewed: ReviewedSubject) =>
  reviewed === 'shop' ? alreadyReviewed('This order already has a review of the shop.') : alreadyReviewed()

export type Submission = {
  product: ReviewedSubject
  orderId: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string
  locale: string | null
  /** Absent if the form did not ask. */
  relationship?: Relationship
  attributes?: readonly Answer[]
}

export function readSubmission(sent: NewReview): Submission {
  const body = cleanText(sent.body)
  if (body === '') throw invalidField('/body', 'is empty')
  return {
    product: toReviewed(sent),
    orderId: sent.orderId ?? null,
    rating: sent.rating,
    title: cleanLine(sent.title ?? '') || null,
    body,
    authorName: readAuthorName(sent.authorName),
    authorEmail: normalizeEmail(sent.authorEmail),
    locale: sent.locale?.replaceAll('_', '-') ?? null,
    ...(sent.attributes && { attributes: sent.attributes }),
  }
}

type SubjectRequest = Partial<Record<'productId' | 'platformProductId' | 'categoryId' | 'pool', unknown>> & {
  subject?: SubjectFilter
}

/**
 * Throws 400 if reviews of the shop are combined with a product, a category or a pool, because the list would be
 * empty.
 */
export function requireSubject({ subject, ...request }: SubjectRequest): void {
  if (subject !== 'shop') return
  for (const name of ['productId', 'platformProductId', 'categoryId', 'pool'] as const)
    if (request[name] !== undefined)
      throw invalidField(`/${name}`, 'is given beside the subject `shop`; send one of them')
}

type SentSubject = {
  subject?: Subject | undefined
  productId?: string | undefined
  platformProductId?: string | undefined
}

export function toReviewed({ subject, productId, platformProductId }: SentSubject): ReviewedSubject {
  if (subject !== 'shop') return toProductReference({ productId, platformProductId })
  const extra =
    productId !== undefined ? 'productId' : platformProductId !== undefined ? 'platformProductId' : undefined
  if (extra !== undefined) throw invalidField(`/${extra}`, 'is given beside the subject `shop`; send one of them')
  return 'shop'
}

function toProductReference({ productId, platformProductId }: Omit<SentSubject, 'subject'>): ProductReference {
  if (productId !== undefined && platformProductId !== undefined) {
    throw invalidField('/platformProductId', 'is given beside productId; send one of them')
  }
  if (productId !== undefined) return { productId }
  if (platformProductId !== undefined) return { platformProductId }
  throw invalidField('/productId', 'is required, or platformProductId')
}

function readAuthorName(sent: string): string {
  const name = cleanLine(sent)
  if (name === '') throw invalidField('/authorName', 'is empty')
  if (looksLikeAddress(name)) throw invalidField('/authorName', 'is an e-mail address; names are shown to everybody')
  return name
}

/** Two conditions are required: the address has an order of the product, and the author owns the address. */
export const isVerifiedPurchase = (facts: { hasOrder: boolean; addressProven: boolean }): boolean =>
  facts.hasOrder && facts.addressProven

export type Purchases = {
  /** True if the address has an uncancelled order of the product. For a review of the shop any uncancelled order is enough. */
  has_order: boolean
  /** Id of the newest uncancelled order that has no review of the product, or of the shop. */
  open_order_id: string | null
}

/**
 * Only a review with a proven address is linked, so nobody can learn about another person's orders. Throws 409 if all
 * orders have a review.
 */
export function chooseOrderId(
  facts: Purchases,
  review: { product: ReviewedSubject; addressProven: boolean; isSpam?: boolean },
): string | null {
  if (!review.addressProven || review.isSpam || !facts.has_order) return null
  if (facts.open_order_id === null) throw alreadyReviewedOf(review.product)
  return facts.open_order_id
}

export type StarCount = { rating: number; count: number; verified: number; with_photos: number }

export function summarize(counts: readonly StarCount[]): ReviewSummary {
  const byStar = { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 }
  let [count, sum, verifiedCount, withPhotos] = [0, 0, 0, 0]
  for (const each of counts) {
    byStar[String(each.rating) as keyof typeof byStar] += each.count
    count += each.count
    sum += each.rating * each.count
    verifiedCount += each.verified
    withPhotos += each.with_photos
  }
  return { count, average: count === 0 ? null : hundredths(sum, count), byStar, verifiedCount, withPhotos }
}

/** One row for each product and number of stars. Rows with `isOwn` are those of the product itself. */
export type PooledCount = StarCount & { productId: string; isOwn: boolean; grantId: string | null }

export const toPooledSummary = (counts: readonly PooledCount[]): ReviewSummary => ({
  ...summarize(counts.filter(({ isOwn }) => isOwn)),
  pooled: summarizePool(counts),
})

/**
 * `grantId` is the grant under which a copied review came. A store gives each other store at most one grant, so
 * each id means one giving store. Null means this store's own reviews.
 */
export function summarizePool(
  counts: readonly (StarCount & { productId: string; grantId: string | null })[],
): PooledSummary {
  const { count, average, byStar } = summarize(counts)
  const products = new Set(counts.map(({ productId }) => productId)).size
  const stores = new Set(counts.map(({ grantId }) => grantId)).size
  return { count, average, byStar, products, stores }
}

/** Rounds half up with integers: 4.005 is no binary fraction, and every page must show the same average. `count` is not 0. */
export const hundredths = (sum: number, count: number): number => Math.floor((200 * sum + count) / (2 * count)) / 100
