// Writes 200,000 reviews of 2,000 products as feed text, in batches as a cursor returns them. The comparison is
// JSON.stringify of the same rows in the same run. Run: node bench/feed-xml.ts [reviews]

import { type FeedProduct, type FeedReview, feedWriter } from '#resources/products/review-feed/xml.ts'
import { median } from './support/bench-service.ts'

const total = Number(process.argv[2] ?? 200_000)
const batchSize = 1_000
const rounds = 5

const catalogue: FeedProduct[][] = Array.from({ length: 2_000 }, (_, product) =>
  Array.from({ length: 1 + (product % 4) }, (_, variant) => ({
    gtins: ['4006381333931'],
    mpns: [`MPN-${product}-${variant}`],
    skus: [`SKU-${product}-${variant}`],
    brands: ['Larkmoor'],
    name: `Enamel kettle no. ${product}`,
    url: `https://shop.example.com/products/kettle-${product}?variant=${variant}`,
  })),
)

const plain = 'Boils fast, pours well and still looks new after a year of camping with two small children. '

function row(index: number): FeedReview {
  const product = index % catalogue.length
  // One text in twelve needs escaping and one in nine has an emoji, as in the demo shop.
  const body = plain.repeat(1 + (index % 4)) + (index % 12 ? '' : 'Salt & pepper < salt.') + (index % 9 ? '' : ' 🙂')
  return {
    id: `0199d2f0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    reviewerName: 'Ana L.',
    isAnonymous: false,
    reviewerId: `rvr_${index % 90_000}`,
    verified: index % 5 > 0,
    incentivized: index % 11 === 0,
    submittedAt: new Date(1_760_000_000_000 + index * 60_000).toISOString(),
    title: index % 3 ? 'Good kettle' : null,
    body,
    language: 'en',
    country: 'US',
    reviewUrl: `https://shop.example.com/products/kettle-${product}#reviews`,
    imageUrls: index % 10 ? [] : [`https://shop.example.com/photos/${index}.jpg`],
    rating: 1 + (index % 5),
    products: catalogue[product] ?? [],
    source: 'email_form',
    transactionId: `order-${index}`,
  }
}

function feed(rows: FeedReview[]): number {
  const writer = feedWriter({ publisherName: 'Larkmoor', aggregatorName: 'Evident' })
  let bytes = 0
  for (let start = 0; start < rows.length; start += batchSize) {
    bytes += Buffer.byteLength(
      rows
        .slice(start, start + batchSize)
        .map(writer.add)
        .join(''),
    )
  }
  return bytes + Buffer.byteLength(writer.end())
}

function json(rows: FeedReview[]): number {
  let bytes = 0
  for (let start = 0; start < rows.length; start += batchSize) {
    bytes += Buffer.byteLength(JSON.stringify(rows.slice(start, start + batchSize)))
  }
  return bytes
}

function measure(write: (rows: FeedReview[]) => number, rows: FeedReview[]) {
  const started = performance.now()
  const bytes = write(rows)
  return { bytes, ms: performance.now() - started }
}

const rows = Array.from({ length: total }, (_, index) => row(index))
const feedMs: number[] = []
const jsonMs: number[] = []
let sizes = { feed: 0, json: 0 }
for (let round = 0; round < rounds; round++) {
  const xml = measure(feed, rows)
  const floor = measure(json, rows)
  feedMs.push(xml.ms)
  jsonMs.push(floor.ms)
  sizes = { feed: xml.bytes, json: floor.bytes }
}

const speed = (bytes: number, ms: number) =>
  `${Math.round(ms)} ms, ${Math.round(total / ms)}k rows/s, ${(bytes / 1e6).toFixed(1)} MB, ${Math.round(bytes / 1e3 / ms)} MB/s`
console.log(`feed  ${speed(sizes.feed, median(feedMs))}`)
console.log(`json  ${speed(sizes.json, median(jsonMs))}`)
console.log(`ratio ${(median(feedMs) / median(jsonMs)).toFixed(2)} of the time of JSON.stringify`)
