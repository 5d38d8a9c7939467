import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillApprovedUnseen } from '#test/filled-tables.ts'
import { provideService, type Shop } from '#test/service.ts'

const [products, reviews] = [2_000, 20_000]

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

test('the feed is counted in time right after the bulk approval of an import', async () => {
  await fillApprovedUnseen(service, shop, { products, reviews })
  const { status, body, text } = await shop.api.post('/products/review-feed')
  assert.equal(status, 201, text)
  const wordless = Math.floor(reviews / 101)
  assert.deepEqual(body.counts, { reviews: reviews - wordless, products, skus: products, skipped: wordless })
})
