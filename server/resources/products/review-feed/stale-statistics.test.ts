import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { fillApprovedUnseen } from '#test/filled-tables.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

const [products, reviews] = [2_000, 20_000]

let service: TestService
let shop: Shop
let owner: Client
before(async () => {
  service = await startService()
  shop = await service.shop()
  owner = new Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.close()
})

test('after a bulk approval of an import the counts are fast', async () => {
  await fillApprovedUnseen(owner, shop, { products, reviews })
  const { status, body, text } = await shop.api.post('/products/review-feed')
  assert.equal(status, 201, text)
  const wordless = Math.floor(reviews / 101)
  assert.deepEqual(body.counts, { reviews: reviews - wordless, products, skus: products, skipped: wordless })
})
