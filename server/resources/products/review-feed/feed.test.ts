import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StreamTx } from '#platform/db/db.ts'
import type { Media } from '#platform/files/storage/media.ts'
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

const reading = (batches: number, onRead: () => void) =>
  ({
    storeEnvId: '00000000-0000-4000-8000-000000000000',
    all: async () => [product],
    async *stream(_query: unknown, size: number) {
      const watched = {
        ...review,
        get body() {
          onRead()
          return review.body
        },
      }
      for (let batch = 0; batch < batches; batch++) yield Array.from({ length: size }, () => watched)
    },
  }) as unknown as StreamTx

const range = { from: '00000000-0000-0000-0000-000000000000', before: null }
const head = { publisherName: 'Shop' }

test('reviews of a product with 2,048 SKUs take few megabytes of memory; all are written', async () => {
  let [begun, bytes, reviews, mostAhead] = [0, 0, 0, 0]
  const write = async (text: Buffer) => {
    mostAhead = Math.max(mostAhead, begun - reviews)
    bytes += text.length
    reviews += text.toString('latin1').split('<review>').length - 1
  }
  const tx = reading(2, () => {
    begun++
  })
  const { end, measured } = await writeFeed(tx, { range, limit: 1e9, head }, media, write)
  reviews += end.toString('latin1').split('<review>').length - 1
  assert.equal(reviews, 2_000)
  const each = bytes / 2_000
  assert.ok(each > 100_000, `${each} bytes a review`)
  assert.ok(mostAhead * each < 2_000_000, `${mostAhead} reviews were written ahead of the reader`)
  assert.deepEqual(measured, [{ fromId: range.from, bytes: bytes + end.length }])
})

test('reviews beyond the limit are measured and not written', async () => {
  let bytes = 0
  const { end, measured } = await writeFeed(
    reading(1, () => {}),
    { range, limit: 10_000_000, head },
    media,
    async (text) => {
      bytes += text.length
    },
  )
  const total = measured.reduce((sum, part) => sum + part.bytes, 0)
  assert.ok(bytes + end.length <= 10_000_000)
  assert.ok(total > 100_000_000 && measured.length > 10, `${total} bytes in ${measured.length} parts`)
})
