import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop } from '#test/service.ts'

const start = new Date('2026-10-20T12:00:00Z')
const service = provideService({ now: start })

const at = (daysAgo: number) => new Date(start.getTime() - daysAgo * day).toISOString()
const loadReport = async (shop: Shop) => {
  const { status, body, text } = await shop.api.get('/analytics/themes?minReviews=1')
  assert.equal(status, 200, text)
  return body as { total: { reviews: number }; data: { term: string; reviews: number }[] }
}
const listTerms = async (shop: Shop) => (await loadReport(shop)).data.map(({ term }) => term)

async function openShop() {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const author = { authorEmail: 'ida@customer.example', authorName: 'Quetzalcoatlus Lund' }
  const wrote = (daysAgo: number, body: string, more: object = {}) => ({
    ...{ productId, status: 'approved' as const, body, submittedAt: at(daysAgo) },
    ...more,
  })
  const ids = await addReviews(service, shop, [
    wrote(0, 'Sturdy handle'),
    wrote(1, 'A wobbly handle'),
    wrote(2, 'Bought by Quetzalcoatlus Lund, tight lid', author),
  ])
  return { shop, productId, ids }
}

test('a rejected review is removed from the themes immediately', async () => {
  const { shop, ids } = await openShop()
  assert.ok((await listTerms(shop)).includes('wobbly'))
  assert.equal((await shop.api.put(`/reviews/${ids[1]}`, { status: 'rejected' })).status, 200)
  assert.ok(!(await listTerms(shop)).includes('wobbly'))
  assert.equal((await shop.api.put(`/reviews/${ids[1]}`, { status: 'approved' })).status, 200)
  assert.ok((await listTerms(shop)).includes('wobbly'))
})

for (const mode of ['delete', 'anonymize'])
  test(`an erased name is removed from the themes immediately (${mode})`, async () => {
    const { shop } = await openShop()
    assert.ok((await listTerms(shop)).includes('quetzalcoatlus'))
    assert.equal((await shop.api.put('/customers/erasure-settings', { mode })).status, 200)
    const { status, text } = await shop.api.post('/customers/erase', { email: 'ida@customer.example' })
    assert.equal(status, 200, text)
    const terms = await listTerms(shop)
    assert.ok(!terms.includes('quetzalcoatlus'))
    assert.equal(terms.includes('lid'), mode === 'anonymize')
  })

test('themes read the newest 10,000 reviews', async () => {
  const { shop, productId } = await openShop()
  await service.query(
    `insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 4, case n when 9998 then 'oldest' when 9997 then 'second' else 'handle' end, 'Ana', 'approved', 'api',
            a.at, a.at, a.at
       from generate_series(1, 9998) n cross join lateral (select $3::timestamptz - make_interval(secs => n) as at) a`,
    [shop.storeEnvId, productId, at(3)],
  )
  const { total, data } = await loadReport(shop)
  assert.equal(total.reviews, 10_000)
  assert.ok(data.some(({ term }) => term === 'second'))
  assert.ok(!data.some(({ term }) => term === 'oldest'))
})
