// Turns approved reviews into the feed's text, batch by batch from one snapshot, in memory that does not grow with it.
import type { StoreTx } from '#platform/db/db.ts'
import { displayName } from './display-name.ts'
import { redact } from './redact.ts'
import { type ApprovedReview, listPhotoKeys, listReviewed, type ReviewedProduct, streamApproved } from './store.ts'
import { type FeedHead, type FeedProduct, type FeedReview, feedWriter } from './xml.ts'

const batchSize = 500
const chunkBytes = 128 * 1024
/** Products are asked for this many reviews at a time, so that few large ones cannot fill the memory at once. */
const lookupSize = 100
/** Known SKUs are kept for the next batches up to this many, some 10 MB. */
const maxKnownSkus = 20_000

/**
 * Hands the document to `write`, which resolves when there is room for more. What closes it is returned, not written:
 * nobody may see an end that is not known to be one.
 */
export async function writeFeed(
  tx: StoreTx,
  { origin, ...head }: FeedHead & { origin: string },
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<Uint8Array> {
  const writer = feedWriter(head)
  const chunks = packer()
  const productsOf = knownProducts(tx)
  for await (const batch of streamApproved(tx, batchSize)) {
    for (let start = 0; start < batch.length; start += lookupSize) {
      const reviews = batch.slice(start, start + lookupSize)
      const known = await productsOf(reviews)
      const photos = await photosOf(tx, reviews)
      for (const review of reviews) {
        const imageUrls = (photos.get(review.id) ?? []).map((key) => `${origin}/media/${key}`)
        const text = writer.add(toFeedReview(review, known.get(review.product_id) ?? noProducts, imageUrls))
        for (const chunk of chunks.add(text)) await write(chunk)
      }
    }
  }
  const last = [...chunks.add(writer.end()), chunks.rest()]
  return last.length === 1 ? (last[0] as Uint8Array) : Buffer.concat(last)
}

/**
 * Collects texts as bytes. As one long text they would be joined first and then encoded; a single emoji in it would
 * double its size on the way. Measured on 200,000 reviews: a third of the time of the whole feed.
 */
function packer() {
  let open = Buffer.allocUnsafe(chunkBytes)
  let used = 0
  const take = (): Uint8Array => {
    const full = open.subarray(0, used)
    open = Buffer.allocUnsafe(chunkBytes)
    used = 0
    return full
  }
  return {
    /** The chunks that this text fills; mostly none. */
    add(text: string): Uint8Array[] {
      const full: Uint8Array[] = []
      // A unit of text is three bytes at most.
      if (used + text.length * 3 > chunkBytes && used > 0) full.push(take())
      if (text.length * 3 > chunkBytes) full.push(Buffer.from(text))
      else used += open.write(text, used)
      return full
    },
    rest: take,
  }
}

type Known = ReadonlyMap<string, readonly FeedProduct[]>

const noProducts: readonly FeedProduct[] = []

/** Reviews of one product are spread over the whole feed: its SKUs are read once, as long as there is room to keep them. */
function knownProducts(tx: StoreTx): (reviews: readonly ApprovedReview[]) => Promise<Known> {
  const known = new Map<string, readonly FeedProduct[]>()
  let skus = 0
  return async (reviews) => {
    if (skus > maxKnownSkus) {
      known.clear()
      skus = 0
    }
    const unknown = [...new Set(reviews.map((review) => review.product_id))].filter((id) => !known.has(id))
    if (unknown.length === 0) return known
    for (const id of unknown) known.set(id, noProducts)
    for (const product of await listReviewed(tx, unknown)) {
      known.set(product.id, toFeedProducts(product))
      skus += product.variants.length
    }
    return known
  }
}

function photosOf(tx: StoreTx, reviews: readonly ApprovedReview[]) {
  const ids = reviews.filter((review) => review.photo_count > 0).map((review) => review.id)
  return ids.length === 0 ? noPhotos : listPhotoKeys(tx, ids)
}

const noPhotos: ReadonlyMap<string, string[]> = new Map()

const toFeedProducts = ({ title, url, variants }: ReviewedProduct): FeedProduct[] =>
  variants.map(([variantTitle, gtin, mpn, sku, brand]) => ({
    gtins: listed(gtin),
    mpns: listed(mpn),
    skus: listed(sku),
    brands: listed(brand),
    name: variants.length > 1 && title && variantTitle ? `${title}, ${variantTitle}` : title,
    url,
  }))

const listed = (value: string | null) => (value === null ? [] : [value])

function toFeedReview(
  review: ApprovedReview,
  products: readonly FeedProduct[],
  imageUrls: readonly string[],
): FeedReview {
  const { name, isAnonymous } = displayName(review.author_name, review.author_email)
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
