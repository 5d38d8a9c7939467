import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { importFile, listImportRows, pickCounts } from './imports.testing.ts'

const service = provideService({ now: new Date('2026-06-01T00:00:00Z') })

async function mugShop(): Promise<Shop> {
  const shop = await service.shop()
  await addProduct(shop, 'mug')
  return shop
}

const bodies = async (shop: Shop, subject: string) =>
  (await shop.api.get(`/reviews?subject=${subject}`)).body.data.map(({ body }: { body: string }) => body).sort()
const failures = async (shop: Shop, id: string) =>
  (await listImportRows(shop.api, id, '&outcome=failed')).map(({ line, code }: { line: number; code: string }) => [
    line,
    code,
  ])

const yotpo = [
  'Review ID,Review Creation Date,Review Type,Review Score,Review Content,Reviewer Display Name,Product ID,Product SKU',
  '1,2026-01-02,site_review,5,About the shop.,Ida,,',
  '2,2026-01-02,Site Review,4,Names a product.,Bo,mug,',
  '3,2026-01-02,site_review,3,Names an unknown product.,Cy,jug,',
  '4,2026-01-02,product_review,2,Names nothing.,Di,,',
].join('\n')

test('a Yotpo site review without product values becomes a review of the shop', async () => {
  const shop = await mugShop()
  const done = await importFile(service, shop.api, yotpo)
  assert.deepEqual(await failures(shop, done.id), [
    [4, 'product_not_found'],
    [5, 'product_missing'],
  ])
  assert.deepEqual(await bodies(shop, 'shop'), ['About the shop.'])
  assert.deepEqual(await bodies(shop, 'product'), ['Names a product.'])
  const again = await importFile(service, shop.api, yotpo)
  assert.deepEqual([again.imported, again.skipped], [0, 2])
})

test('rows without product values are about the shop only if the call says so', async () => {
  const shop = await mugShop()
  const file =
    'product_id,rating,body,created_at,author\n,5,Kind people.,2026-01-02,Ida\njug,4,Unknown.,2026-01-03,Bo\n'
  const refused = await importFile(service, shop.api, file)
  assert.deepEqual(await failures(shop, refused.id), [
    [2, 'product_missing'],
    [3, 'product_not_found'],
  ])
  const taken = await importFile(service, shop.api, file, '?withoutProduct=shop')
  assert.deepEqual(await failures(shop, taken.id), [[3, 'product_not_found']])
  const [review] = (await shop.api.get('/reviews?subject=shop')).body.data
  assert.deepEqual(
    [review.productId, review.verified, review.status, review.source],
    [null, false, 'pending', 'import'],
  )
  const { status } = await shop.api.post('/imports/reviews?withoutProduct=product', file, {
    'content-type': 'text/csv',
  })
  assert.equal(status, 400)
})

for (const format of ['csv', 'jsonl'])
  test(`our ${format} export adds all reviews to another store, but none to its own`, async () => {
    const [from, to] = [await mugShop(), await mugShop()]
    const words = { rating: 4, authorName: 'Ida', authorEmail: 'ida@customer.example' }
    await from.api.post('/reviews', { ...words, subject: 'shop', body: 'About the shop.' })
    await from.api.post('/reviews', { ...words, platformProductId: 'mug', body: 'About the mug.' })
    const file = (await from.api.get(`/reviews/export?subject=all&format=${format}`)).text
    const type = { 'content-type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' }
    const load = async (shop: Shop) => {
      const { body } = await shop.api.post('/imports/reviews', file, type)
      await service.runJobs()
      return (await shop.api.get(`/imports/${body.id}`)).body
    }
    assert.equal((await load(to)).imported, 2)
    assert.deepEqual([await bodies(to, 'shop'), await bodies(to, 'product')], [['About the shop.'], ['About the mug.']])
    assert.deepEqual(pickCounts(await load(from)), { total: 2, imported: 0, updated: 0, skipped: 2, failed: 0 })
  })
