// Builds the content of a review or rating for a destination, and a digest that shows whether the content changed.
import { createHash } from 'node:crypto'
import type { Content, Review, ReviewProduct } from '#integrations/shops/destination.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { createNameReader, type NameReader, redact } from '#resources/products/review-feed/rules.ts'
import { normalGtin } from '#resources/products/rules.ts'
import { isDeclared } from '#resources/reviews/rules.ts'
import type { ProductFacts, RatingFacts, ReviewFacts } from './facts-store.ts'
import { type EligibilityFacts, findReasons, kindFacts } from './rules.ts'
import type { Kind } from './schema.ts'

const hasWords = (text: string | null): boolean => text !== null && /[^\s\p{Cc}\p{Cf}\p{Z}\u2800]/u.test(text)

const hasIdentifier = ([gtin, mpn, sku]: NonNullable<ProductFacts['variants']>[number]) =>
  hasWords(gtin) || hasWords(mpn) || hasWords(sku)

export function toEligibility(kind: Kind, review: ReviewFacts, product: ProductFacts | undefined): EligibilityFacts {
  const { platform } = kindFacts[kind]
  return {
    status: review.status,
    source: review.source,
    isRewarded: review.isRewarded,
    isDeclared: isDeclared(review.relationship),
    hasText: hasWords(review.body) || hasWords(review.title),
    hasProduct: product !== undefined,
    hasUrl: hasWords(product?.url ?? null),
    hasLiveSku: product?.variants?.some(hasIdentifier) === true,
    isInShop: platform !== null && product?.shopPlatform === platform,
  }
}

export const reasonsOf = (kind: Kind, review: ReviewFacts, product: ProductFacts | undefined) =>
  findReasons(kind, toEligibility(kind, review, product))

export type ContentReader = {
  ofReview(review: ReviewFacts, product: ProductFacts, photoKeys: readonly string[]): Content
  ofRating(product: ProductFacts, rating: RatingFacts): Content
}

export function createContentReader(media: Pick<Media, 'publicUrl'>): ContentReader {
  const readName = createNameReader()
  const products = new WeakMap<ProductFacts, ReviewProduct>()
  const toProduct = (facts: ProductFacts) => {
    const known = products.get(facts) ?? toReviewProduct(facts)
    products.set(facts, known)
    return known
  }
  return {
    ofReview: (review, product, photoKeys) => ({
      key: review.id,
      review: toReview(review, toProduct(product), readName, photoKeys.map(media.publicUrl)),
    }),
    ofRating: (product, { average, count }) => ({ key: product.platformProductId, rating: { average, count } }),
  }
}

function toReview(
  facts: ReviewFacts,
  product: ReviewProduct,
  readName: NameReader,
  photoUrls: readonly string[],
): Review {
  const { name, isAnonymous } = readName(facts.authorName, facts.authorEmail)
  return {
    id: facts.id,
    rating: facts.rating,
    title: facts.title && redact(facts.title, facts.authorEmail),
    body: redact(facts.body, facts.authorEmail),
    authorName: name,
    isAnonymous,
    verified: facts.verified,
    incentivized: facts.isRewarded,
    source: facts.source,
    locale: facts.locale,
    country: facts.country,
    submittedAt: facts.submittedAt,
    approvedAt: facts.approvedAt,
    updatedAt: facts.updatedAt,
    reply:
      facts.replyBody !== null && facts.repliedAt !== null
        ? { body: redact(facts.replyBody, facts.authorEmail), repliedAt: facts.repliedAt }
        : null,
    photoUrls,
    orderId: facts.orderId,
    platformOrderId: facts.platformOrderId,
    product,
  }
}

/** Returns each identifier once. GTINs that differ only in leading zeros are equal. */
export function toReviewProduct(facts: ProductFacts): ReviewProduct {
  const variants = facts.variants ?? []
  const once = (values: readonly (string | null)[], keyOf = (value: string) => value) => {
    const found = new Map<string, string>()
    for (const value of values) {
      const text = value?.trim()
      if (text && !found.has(keyOf(text))) found.set(keyOf(text), text)
    }
    return [...found.values()]
  }
  return {
    platformProductId: facts.platformProductId,
    title: facts.title,
    url: facts.url,
    imageUrl: facts.imageUrl,
    gtins: once(
      variants.map(([gtin]) => (gtin === null ? null : normalGtin(gtin))),
      (gtin) => gtin.padStart(14, '0'),
    ),
    mpns: once(variants.map(([, mpn]) => mpn)),
    skus: once(variants.map(([, , sku]) => sku)),
    brands: once(variants.map(([, , , brand]) => brand)),
  }
}

/** Leaves `updatedAt` out, because it also changes with fields that no destination shows, such as votes. */
export function digestOf(content: Content): Buffer {
  const shown = 'review' in content ? { ...content, review: { ...content.review, updatedAt: undefined } } : content
  return createHash('sha256').update(JSON.stringify(shown)).digest()
}
