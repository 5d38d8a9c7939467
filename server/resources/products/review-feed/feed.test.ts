// What waits in memory while a feed's reader takes its time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StreamTx } from '#platform/db/db.ts'
import type { Media } from '#platform/storage/media.ts'
import { writeFeed } from './feed.ts'
import type { ApprovedReview, ReviewedProduct } from './store.ts'

const review: ApprovedReview = {
  ...{ id: 'r', product_id: 'p', order_id: null, rating: 5, title: null, body: 'Fine.', author_name: 'Ana' },
  ...{ author_email: null, verified: true, incentivized: false, source: 'api', locale: null, country: null },
  ...{ submitted_at: '2026-01-01T00:00:00.000Z', photo_count: 0 },
}
const product: ReviewedProduct = {
  ...{ id: 'p', title: 'Kettle', url: 'https://shop.example.com/kettle' },
  variants: Array.from({ length: 2_048 }, (_, i) => [null, `LK-KETTLE-${i}`, `LK-KETTLE-SKU-${i}`, 'Larkmoor']),
}
const media = { publicUrl: (key: string) => key } as Media

/** Hands over `batches` of a thousand reviews; `onBatch` hears how many were written while they arrived. */
const reading = (batches: number, onBatch: (taken: number) => void) =>
  ({
    storeEnvId: '00000000-0000-4000-8000-000000000000',
    all: async () => [product],
    async *stream(_query: unknown, size: number, take: (row: ApprovedReview) => boolean) {
      for (let batch = 0; batch < batches; batch++) {
        const kept = Array.from({ length: size }, () => review).filter((row) => !take(row))
        onBatch(size - kept.length)
        yield kept
      }
    },
  }) as unknown as StreamTx

test('reviews of a product of 2,048 SKUs wait in few megabytes, and are all written', async () => {
  let [maxTaken, bytes, reviews] = [0, 0, 0]
  const write = async (text: Buffer) => {
    bytes += text.length
    reviews += text.toString('latin1').split('<review>').length - 1
  }
  const tx = reading(2, (taken) => {
    maxTaken = Math.max(maxTaken, taken)
  })
  const end = await writeFeed(tx, { publisherName: 'Shop', media }, write)
  reviews += end.toString('latin1').split('<review>').length - 1
  assert.equal(reviews, 2_000)
  const each = bytes / 2_000
  assert.ok(each > 100_000, `${each} bytes a review`)
  assert.ok(maxTaken > 0 && maxTaken * each < 8_000_000, `${maxTaken} reviews were written ahead of the reader`)
})
