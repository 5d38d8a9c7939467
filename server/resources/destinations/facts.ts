// Reads many subjects (reviews or products) in a few statements, and returns the content that each should have.
import type { Content } from '#integrations/shops/destination.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type ContentReader, digestOf, reasonsOf } from './content.ts'
import * as facts from './facts-store.ts'
import { kindFacts } from './rules.ts'
import type { Kind } from './schema.ts'

/**
 * `content` is undefined if the platform should not show the subject. `key` is undefined if the product is unknown to
 * us.
 */
export type WantedItem = {
  subjectId: string
  productId: string | null
  content?: { value: Content; digest: Buffer }
  key?: string
}

export async function readWanted(
  tx: StoreTx,
  kind: Kind,
  subjectIds: readonly string[],
  reader: ContentReader,
): Promise<Map<string, WantedItem>> {
  if (subjectIds.length === 0) return new Map()
  const wanted =
    kindFacts[kind].shows === 'ratings'
      ? await readRatings(tx, kind, subjectIds, reader)
      : await toWantedReviews(tx, kind, await facts.listReviews(tx, subjectIds), reader)
  return new Map(wanted.map((each) => [each.subjectId, each]))
}

async function readRatings(
  tx: StoreTx,
  kind: Kind,
  productIds: readonly string[],
  reader: ContentReader,
): Promise<WantedItem[]> {
  const products = await facts.listProducts(tx, productIds)
  const ratings = new Map((await facts.listRatings(tx, productIds)).map((each) => [each.productId, each]))
  return products.map((product) => {
    const rating = ratings.get(product.id)
    const base = { subjectId: product.id, productId: product.id, key: product.platformProductId }
    if (!rating || product.shopPlatform !== kindFacts[kind].platform) return base
    const value = reader.ofRating(product, rating)
    return { ...base, content: { value, digest: digestOf(value) } }
  })
}

export async function toWantedReviews(
  tx: StoreTx,
  kind: Kind,
  reviews: readonly facts.ReviewFacts[],
  reader: ContentReader,
): Promise<WantedItem[]> {
  const products = await readProducts(tx, reviews)
  const photographed = reviews.filter(({ photoCount }) => photoCount > 0).map(({ id }) => id)
  const photos = await facts.listPhotoKeys(tx, photographed)
  return reviews.map((review) => {
    const product = review.productId === null ? undefined : products.get(review.productId)
    const base = { subjectId: review.id, productId: review.productId, key: review.id }
    if (!product || reasonsOf(kind, review, product).length > 0) return base
    const value = reader.ofReview(review, product, photos.get(review.id) ?? [])
    return { ...base, content: { value, digest: digestOf(value) } }
  })
}

async function readProducts(
  tx: StoreTx,
  reviews: readonly facts.ReviewFacts[],
): Promise<Map<string, facts.ProductFacts>> {
  const ids = [...new Set(reviews.flatMap(({ productId }) => productId ?? []))]
  return new Map((await facts.listProducts(tx, ids)).map((product) => [product.id, product]))
}

/** Returns the ids of the reviews that the destination may show. */
export async function listEligible(tx: StoreTx, kind: Kind, reviewIds: readonly string[]): Promise<Set<string>> {
  const reviews = await facts.listReviews(tx, reviewIds)
  const products = await readProducts(tx, reviews)
  const eligible = reviews.filter(
    (review) => reasonsOf(kind, review, products.get(review.productId ?? '')).length === 0,
  )
  return new Set(eligible.map(({ id }) => id))
}

/** Returns a page of rated products or approved reviews, in the order of ids, with the content that each should have. */
export async function listWanted(
  tx: StoreTx,
  kind: Kind,
  { after, limit }: { after: string; limit: number },
  reader: ContentReader,
): Promise<{ wanted: WantedItem[]; next: string | null }> {
  if (kindFacts[kind].shows === 'ratings') {
    const ids = (await facts.listRated(tx, after, limit)).map(({ id }) => id)
    const wanted = [...(await readWanted(tx, kind, ids, reader)).values()]
    return { wanted, next: ids.length === limit ? (ids.at(-1) ?? null) : null }
  }
  const reviews = await facts.listApproved(tx, after, limit)
  const wanted = await toWantedReviews(tx, kind, reviews, reader)
  return { wanted, next: reviews.length === limit ? (reviews.at(-1)?.id ?? null) : null }
}
