// The JSON-LD is empty without reviews or a name, because search engines report an incomplete product as an error.
import { normalGtin } from '#resources/products/rules.ts'
import { type RatingCount, toSummary } from '../rules.ts'
import type { ShownReview } from '../schema.ts'
import type { Identifiers, ProductFacts } from '../store.ts'

type Json = Record<string, unknown>

export function buildJsonLd(product: ProductFacts, reviews: readonly ShownReview[]): Json {
  const { count, average } = toSummary('', product.stars)
  if (count === 0 || average === null || !product.title) return {}
  const url = webAddress(product.url)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...(url !== undefined && { '@id': `${url.split('#')[0]}#product`, url }),
    name: product.title,
    ...(webAddress(product.imageUrl) !== undefined && { image: product.imageUrl }),
    ...buildIdentifiers(product.variants),
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: String(average),
      reviewCount: count,
      bestRating: '5',
      worstRating: '1',
    },
    review: reviews.map(buildReview),
  }
}

/** Search engines read few reviews of a page. */
export const mostShopReviews = 20

type Shop = { name: string; origin: string | undefined; stars: readonly RatingCount[] }

/**
 * This data is only for the merchant's own page, and never inside a Product. Its type is never LocalBusiness, because
 * we do not know the street address.
 */
export function buildShopJsonLd({ name, origin, stars }: Shop, reviews: readonly ShownReview[]): Json {
  const { count, average } = toSummary('', stars)
  if (count === 0 || average === null || origin === undefined) return {}
  return {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    '@id': `${origin}/#organization`,
    name,
    url: origin,
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average.toFixed(2),
      reviewCount: count,
      bestRating: '5',
      worstRating: '1',
    },
    review: reviews.map(buildReview),
  }
}

const buildReview = (review: ShownReview): Json => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: review.authorName || 'Anonymous' },
  datePublished: review.submittedAt.slice(0, 10),
  ...(review.title !== null && { name: review.title }),
  reviewBody: review.body,
  ...(review.locale !== null && { inLanguage: review.locale }),
  reviewRating: { '@type': 'Rating', ratingValue: String(review.rating), bestRating: '5', worstRating: '1' },
})

/** Several variants have no common identifier, but may share a brand. */
function buildIdentifiers(variants: readonly Identifiers[]): Json {
  const [first, second] = variants
  if (!first) return {}
  const brand = second === undefined || second.brand === first.brand ? first.brand : null
  const own = second === undefined ? first : undefined
  return {
    ...(own?.sku && { sku: own.sku }),
    ...(own?.mpn && { mpn: own.mpn }),
    ...(own?.gtin && buildGtin(own.gtin)),
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
  }
}

function buildGtin(text: string): Json {
  const gtin = normalGtin(text)
  return gtin === null ? {} : { [`gtin${gtin.length}`]: gtin }
}

const webAddress = (text: string | null): string | undefined =>
  text !== null && /^https?:/i.test(text) && URL.canParse(text) ? text : undefined
