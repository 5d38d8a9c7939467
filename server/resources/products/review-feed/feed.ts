// Writes approved reviews as the feed's text, in batches from one snapshot and with constant memory.
import type { StoreTx, StreamTx } from '#platform/db/db.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { createChunks } from './chunks.ts'
import { createNameReader, type NameReader } from './display-name.ts'
import { toFeedProducts } from './feed-products.ts'
import { createMeasure, type IdRange, type Part } from './parts.ts'
import { redact } from './redact.ts'
import { type ApprovedReview, listPhotoKeys, listReviewed, streamApproved } from './store.ts'
import { type FeedHead, type FeedProduct, type FeedReview, feedWriter, measureFrame } from './xml.ts'

const batchSize = 1_000
/** Number of reviews per product lookup. It is small, so a few large products cannot fill the memory. */
const lookupSize = 100
/** Number of SKUs cached for later batches, about 10 MB. */
const maxKnownSkus = 20_000

export type FeedPart = { range: IdRange; limit: number; head: FeedHead }

/** The closing text is returned and not written, so a reader never gets the end of an incomplete document. */
export async function writeFeed(
  tx: StreamTx,
  { range, limit, head }: FeedPart,
  media: Media,
  write: (text: Buffer) => Promise<void>,
): Promise<{ end: Buffer; measured: Part[] }> {
  const measure = createMeasure(range, limit, measureFrame(head))
  const writer = feedWriter(head, measure.add)
  const known = knownProducts(tx)
  const readName = createNameReader()
  const text = createChunks()
  for await (const batch of streamApproved(tx, range, batchSize)) {
    for (let start = 0; start < batch.length; start += lookupSize) {
      const reviews = batch.slice(start, start + lookupSize)
      await known.learn(reviews)
      const photos = await findPhotos(tx, reviews)
      for (const review of reviews) {
        const imageUrls = photos.get(review.id)?.map(media.publicUrl) ?? []
        text.add(writer.add(toFeedReview(review, readName, known.get(review.product_id) ?? noProducts, imageUrls)))
        for (const chunk of text.full()) await write(chunk)
      }
    }
  }
  text.add(writer.end())
  return { end: Buffer.concat([...text.full(), text.rest()]), measured: measure.parts() }
}

const noProducts: readonly FeedProduct[] = []

/** A product's reviews are spread over the feed, so its SKUs are cached while there is room. */
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
      // A product that is not found is cached without SKUs, so that no later batch looks it up again.
      for (const id of unknown) known.set(id, noProducts)
      for (const product of found) {
        known.set(product.id, toFeedProducts(product))
        skus += product.variants.length
      }
    },
  }
}

function findPhotos(tx: StoreTx, reviews: readonly ApprovedReview[]) {
  const ids = reviews.filter((review) => review.photo_count > 0).map((review) => review.id)
  return ids.length === 0 ? noPhotos : listPhotoKeys(tx, ids)
}

const noPhotos: ReadonlyMap<string, string[]> = new Map()

function toFeedReview(
  review: ApprovedReview,
  readName: NameReader,
  products: readonly FeedProduct[],
  imageUrls: readonly string[],
): FeedReview {
  const { name, isAnonymous } = readName(review.author_name, review.author_email)
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
    // Our order id instead of the shop's order number: it groups reviews and reveals nothing else.
    transactionId: review.order_id,
  }
}
