// Turns approved reviews into the feed's text, batch by batch from one snapshot, in memory that does not grow with it.
import type { StoreTx, StreamTx } from '#platform/db/db.ts'
import type { Media } from '#platform/storage/media.ts'
import { createChunks } from './chunks.ts'
import { createNameReader, type NameReader } from './display-name.ts'
import { toFeedProducts } from './feed-products.ts'
import { redact } from './redact.ts'
import { type ApprovedReview, listPhotoKeys, listReviewed, streamApproved } from './store.ts'
import { type FeedHead, type FeedProduct, type FeedReview, feedWriter } from './xml.ts'

const batchSize = 1_000
/** Products are asked for this many reviews at a time, so that few large ones cannot fill the memory at once. */
const lookupSize = 100
/** A product of 2,048 SKUs is 140 kB in each of its reviews: with more pieces than these waiting (2 MB), rows wait unwritten. */
const maxWaiting = 32
/** Known SKUs are kept for the next batches up to this many, some 10 MB. */
const maxKnownSkus = 20_000

/**
 * Hands the text to `write`, which resolves when there is room for more. What closes the document is returned, not
 * written: a reader must not see the end of a document before it is known to be complete.
 *
 * A review of a product that is known already, without photos, is written while its row arrives, and its row forgotten. Only
 * the others wait for what has to be looked up.
 */
export async function writeFeed(
  tx: StreamTx,
  { media, ...head }: FeedHead & { media: Media },
  write: (text: Buffer) => Promise<void>,
): Promise<Buffer> {
  const writer = feedWriter(head)
  const known = knownProducts(tx)
  const nameOf = createNameReader()
  const text = createChunks()
  const add = (review: ApprovedReview, products: readonly FeedProduct[], photoKeys: readonly string[]) =>
    text.add(writer.add(toFeedReview(review, nameOf, products, photoKeys.map(media.publicUrl))))
  const take = (review: ApprovedReview) => {
    if (review.photo_count > 0 || text.waiting > maxWaiting) return false
    const products = known.get(review.product_id)
    if (products) add(review, products, [])
    return products !== undefined
  }
  const flush = async () => {
    while (text.waiting > 0) for (const chunk of text.full()) await write(chunk)
  }
  for await (const others of streamApproved(tx, batchSize, take)) {
    for (let start = 0; start < others.length; start += lookupSize) {
      const reviews = others.slice(start, start + lookupSize)
      await known.learn(reviews)
      const photos = await photosOf(tx, reviews)
      for (const review of reviews) {
        add(review, known.get(review.product_id) ?? noProducts, photos.get(review.id) ?? [])
        if (text.waiting > 0) await flush()
      }
    }
    await flush()
  }
  text.add(writer.end())
  return Buffer.concat([...text.full(), text.rest()])
}

const noProducts: readonly FeedProduct[] = []

/** Reviews of one product are spread over the whole feed: its SKUs are read once, as long as there is room to keep them. */
function knownProducts(tx: StoreTx) {
  const known = new Map<string, readonly FeedProduct[]>()
  let skus = 0
  return {
    get: (id: string) => known.get(id),
    async learn(reviews: readonly ApprovedReview[]): Promise<void> {
      if (skus > maxKnownSkus) {
        known.clear()
        skus = 0
      }
      const unknown = [...new Set(reviews.map((review) => review.product_id))].filter((id) => !known.has(id))
      if (unknown.length === 0) return
      const found = await listReviewed(tx, unknown)
      // All at once: what is known while rows arrive has to be true.
      for (const id of unknown) known.set(id, noProducts)
      for (const product of found) {
        known.set(product.id, toFeedProducts(product))
        skus += product.variants.length
      }
    },
  }
}

function photosOf(tx: StoreTx, reviews: readonly ApprovedReview[]) {
  const ids = reviews.filter((review) => review.photo_count > 0).map((review) => review.id)
  return ids.length === 0 ? noPhotos : listPhotoKeys(tx, ids)
}

const noPhotos: ReadonlyMap<string, string[]> = new Map()

function toFeedReview(
  review: ApprovedReview,
  nameOf: NameReader,
  products: readonly FeedProduct[],
  imageUrls: readonly string[],
): FeedReview {
  const { name, isAnonymous } = nameOf(review.author_name, review.author_email)
  return {
    id: review.id,
    reviewerName: name,
    isAnonymous,
    verified: review.verified,
    incentivized: review.incentivized,
    submittedAt: review.submitted_at,
    title: review.title && redact(review.title, review.author_email),
    body: redact(review.body, review.author_email),
    language: review.locale,
    country: review.country,
    imageUrls,
    rating: review.rating,
    products,
    source: review.source,
    // Ours, not the shop's order number: it groups reviews and tells nothing else.
    transactionId: review.order_id,
  }
}
