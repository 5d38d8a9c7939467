import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { buildIdKey } from '#platform/calls/product-lookup.ts'
import { sql } from '#platform/db/query.ts'
import { idKey } from '#platform/values/identifiers.ts'
import { csv } from '#resources/imports/imports.testing.ts'
import { addReview } from '#resources/products/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let kettle: string
const service = provideService({}, async () => {
  shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: '9038861234567', title: 'Kettle' },
    { platformProductId: 'mug', title: 'Mug' },
    { platformProductId: '0042', title: 'Zeros kept' },
    { platformProductId: '42.0', title: 'Zeros added' },
  ])
  await addReview(service, shop, { platformProductId: '9038861234567', rating: 4 })
  await addReview(service, shop, { platformProductId: '0042', rating: 2 })
  kettle = (await shop.api.get('/products/by-platform-id/9038861234567')).body.id
})

const spellings = [
  '9038861234567.0',
  "'9038861234567",
  '="9038861234567"',
  '009038861234567',
  '9038861234567\u00a0',
  ' 9038 8612 34567',
  'gid://shopify/Product/9038861234567',
]
const mangled = '9.03886E+12'
const sent = encodeURIComponent
const ok = async (path: string, page = shop.storefront) => {
  const answer = await page.get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
const newReview = (platformProductId: string, more: object = {}) => ({
  ...{ platformProductId, rating: 5, body: 'Boils fast.', authorName: 'Ana', authorEmail: 'ana@customer.example' },
  ...more,
})

describe('a product is found by every spelling of its id', () => {
  test('lists, summaries, JSON-LD and HTML of the storefront find a product by every spelling', async () => {
    for (const each of spellings) {
      const query = `platformProductId=${sent(each)}`
      const { data } = (await ok(`/storefront/reviews?${query}`)).body
      assert.deepEqual(
        data.map(({ rating }: { rating: number }) => rating),
        [4],
        each,
      )
      assert.equal((await ok(`/storefront/reviews?${query}&q=boils&includeTotal=true`)).body.pagination.total, 1)
      assert.equal((await ok(`/storefront/json-ld?${query}`)).body.name, 'Kettle')
      assert.match((await ok(`/storefront/html?${query}`)).text, /Boils fast/)
    }
    const several = [...spellings, 'mug', 'unknown']
    const { data } = (
      await ok(`/storefront/summary?${several.map((each) => `platformProductIds=${sent(each)}`).join('&')}`)
    ).body
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [row.platformProductId, row.count]),
      several.map((each) => [each, each === 'mug' || each === 'unknown' ? 0 : 1]),
    )
  })

  test('products, reviews, their counts and orders of the API find a product by every spelling', async () => {
    for (const [at, each] of spellings.entries()) {
      const listed = (await ok(`/products?q=${sent(each)}`, shop.api)).body.data
      assert.deepEqual(
        listed.map(({ id }: { id: string }) => id),
        [kettle],
      )
      assert.equal((await ok(`/products/by-platform-id/${sent(each)}`, shop.api)).body.id, kettle)
      const query = `platformProductId=${sent(each)}&status=approved`
      assert.equal((await ok(`/reviews?${query}`, shop.api)).body.data.length, 1)
      assert.equal((await ok(`/reviews/summary?platformProductId=${sent(each)}`, shop.api)).body.count, 1)
      await shop.api.put('/orders', [
        {
          ...{ platformOrderId: `o-${at}`, email: `buyer${at}@customer.example`, currency: 'EUR', total: '9.00' },
          placedAt: '2026-01-02T00:00:00Z',
          lineItems: [{ platformProductId: each, title: 'Kettle', quantity: 1, unitPrice: '9.00' }],
        },
      ])
      const { status, body, text } = await shop.api.post(
        '/reviews',
        newReview(each, { authorEmail: `buyer${at}@customer.example` }),
      )
      assert.equal(status, 201, text)
      assert.deepEqual([body.product.platformProductId, body.verified], ['9038861234567', true], each)
    }
  })

  test('forms, questions, FAQs, placements, offers and categories find a product by every spelling', async () => {
    const asked = await shop.api.put('/reviews/attributes', {
      attributes: [{ kind: 'scale', label: 'Fit', lowLabel: 'Small', highLabel: 'Large' }],
    })
    assert.equal(asked.status, 200, asked.text)
    await shop.api.post('/faqs', { question: 'Loud?', answer: 'No.', productIds: [kettle], status: 'published' })
    const placed = await shop.api.post('/placements', {
      ...{ name: 'Kettle', widget: 'reviews', pageType: 'product', selector: '#reviews', insert: 'append' },
      ...{ rule: { productIds: [kettle] }, status: 'published' },
    })
    assert.equal(placed.status, 201, placed.text)
    const offered = await shop.api.post('/review-incentives', {
      ...{ name: 'Code', kind: 'coupon', text: 'A code for every review.', code: 'THANKS', productIds: [kettle] },
    })
    assert.equal(offered.status, 201, offered.text)
    await shop.api.patch(`/review-incentives/${offered.body.id}`, { status: 'active' })
    await shop.api.put('/categories', [{ platformCategoryId: 'k', name: 'Kitchen', products: ['="9038861234567"'] }])
    assert.equal((await ok('/storefront/reviews?categoryId=k')).body.data.length, 1)
    for (const each of spellings) {
      const query = `platformProductId=${sent(each)}`
      const form = (await ok(`/storefront/review-form?${query}`)).body
      assert.deepEqual([form.attributes.length, form.incentive?.text], [1, 'A code for every review.'], each)
      assert.equal((await ok(`/storefront/review-attributes?${query}`)).body.attributes.length, 1)
      assert.equal((await ok(`/storefront/faqs?${query}`)).body.data.length, 1)
      assert.equal((await ok(`/storefront/placements?pageType=product&${query}`)).body.data.length, 1)
    }
    const begun = (await ok('/storefront/forms')).body.startedAt
    const { startedAt } = (await ok('/storefront/review-form?platformProductId=00mug')).body
    service.advance(5_000)
    const written = await shop.storefront.post('/storefront/reviews', {
      ...newReview('="mug"'),
      ...{ consent: true, startedAt },
    })
    assert.equal(written.status, 202, written.text)
    const question = await shop.storefront.post('/storefront/faqs/questions', {
      ...{ question: 'Loud?', email: 'jane.doe@customer.example', platformProductId: "'mug", consent: true },
      startedAt: begun,
    })
    assert.equal(question.status, 202, question.text)
    const [kept] = (await ok('/faqs/questions', shop.api)).body.data
    assert.equal(kept.product.platformProductId, 'mug')
  })
})

test('rewards and FAQ files accept a product id in any spelling', async () => {
  const reward = await shop.api.post('/loyalty/rewards', {
    ...{ name: 'A kettle', kind: 'product', cost: 100, platformProductId: "'9038861234567" },
  })
  assert.deepEqual([reward.status, reward.body.platformProductId], [201, '9038861234567'], reward.text)
  const changed = await shop.api.patch(`/loyalty/rewards/${reward.body.id}`, { platformProductId: mangled })
  assert.deepEqual([changed.status, changed.body.code], [400, 'product_id_mangled'])
  const file = 'question,answer,product ids\nHow heavy?,1 kg.,9038861234567.0\nHow tall?,20 cm.,0009038861234567\n'
  const { body } = await shop.api.post('/imports/faqs', file, csv)
  await service.runJobs()
  assert.equal((await ok(`/imports/${body.id}`, shop.api)).body.imported, 2)
})

test('an exact id takes precedence over other spellings', async () => {
  assert.equal((await ok('/products/by-platform-id/0042', shop.api)).body.title, 'Zeros kept')
  assert.equal((await ok('/products/by-platform-id/42.0', shop.api)).body.title, 'Zeros added')
  const { data } = (await ok('/storefront/summary?platformProductIds=0042,42.0')).body
  assert.deepEqual(
    data.map(({ count }: { count: number }) => count),
    [1, 0],
  )
})

test('an ambiguous id is refused, and the error names both products', async () => {
  for (const answer of [
    await shop.api.get('/products/by-platform-id/42'),
    await shop.api.delete('/products/by-platform-id/42'),
    await shop.api.post('/reviews', newReview('42')),
    await shop.storefront.post('/storefront/reviews', newReview('42', { consent: true })),
  ]) {
    assert.equal(answer.status, 404, answer.text)
    assert.match(answer.body.message, /"0042" and "42\.0"/)
  }
  assert.deepEqual((await ok('/storefront/reviews?platformProductId=42')).body.data, [])
  assert.equal((await ok('/storefront/summary?platformProductIds=42')).body.data[0].count, 0)
  await shop.api.put('/orders', [
    {
      ...{ platformOrderId: 'two', currency: 'EUR', total: '9.00', placedAt: '2026-01-02T00:00:00Z' },
      lineItems: [{ platformProductId: '42', title: 'Which?', quantity: 1, unitPrice: '9.00' }],
    },
  ])
  assert.equal((await shop.api.post('/orders/resolve-line-items', {})).body.unresolved, 1)
})

test('an id that a spreadsheet shortened is refused with an explanation, unless it matches exactly', async () => {
  const begun = (await ok('/storefront/forms')).body.startedAt
  service.advance(5_000)
  const question = { question: 'Loud?', email: 'jane.doe@customer.example', consent: true, startedAt: begun }
  for (const answer of [
    await shop.api.get(`/products/by-platform-id/${sent(mangled)}`),
    await shop.api.delete(`/products/by-platform-id/${sent(mangled)}`),
    await shop.api.post('/reviews', newReview(mangled)),
    await shop.storefront.post('/storefront/reviews', newReview(mangled, { consent: true })),
    await shop.storefront.post('/storefront/faqs/questions', { ...question, platformProductId: mangled }),
  ]) {
    assert.deepEqual([answer.status, answer.body.code], [400, 'product_id_mangled'], answer.text)
    assert.match(answer.body.message, /9\.03886E\+12/)
  }
  const own = await service.shop()
  await own.api.put('/products', [{ platformProductId: mangled, title: 'Odd' }])
  assert.equal((await own.api.post('/reviews', newReview(mangled))).status, 201)
})

test('an exact id finds a new product with that id from the next request on', async () => {
  const own = await service.shop()
  await own.api.put('/products', [{ platformProductId: '7' }])
  await addReview(service, own, { platformProductId: '7' })
  const count = async () => (await ok('/storefront/summary?platformProductIds=007', own.storefront)).body.data[0].count
  assert.equal(await count(), 1)
  await own.api.put('/products', [{ platformProductId: '007' }])
  assert.equal(await count(), 0)
})

test('service and database compute the same comparison key for any id', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '="',
      '"',
      "'",
      '’',
      'gid://shopify/Product/',
      'shopify-',
      '0',
      '.0',
      ',0',
      'E+12',
      '1.5',
      '\u00a0',
    ),
    fc.constantFrom(' ', '–', '\u200b', '7', 'a', 'é', ',', '%', '/', '\\', '=', '-'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(part, { maxLength: 7 }), { minLength: 50, maxLength: 50 }), async (all) => {
      const ids = all.map((parts) => parts.join(''))
      const rows = await service.service.db.store(shop, 'read', (tx) =>
        tx.all<{ id: string; key: string | null }>(
          sql`select r.id, ${buildIdKey(sql`r.id`)} as key from unnest(${ids}::text[]) r(id)`,
        ),
      )
      for (const { id, key } of rows) assert.equal(key, idKey(id), JSON.stringify(id))
    }),
    { numRuns: 20 },
  )
})

test('every URL that contains an id accepts any characters in it', async () => {
  const own = await service.shop()
  const ids = ['a,b', 'tea/pot', 'it\'s "hot"', '100% wool', 'black tea', 'c++', 'a&b=c#d?e', '..', '%2F']
  await own.api.put(
    '/products',
    ids.map((platformProductId) => ({ platformProductId, title: 'Strange' })),
  )
  for (const id of ids) {
    await addReview(service, own, { platformProductId: id })
    const one = `platformProductIds=${sent(id)}`
    const { data } = (await ok(`/storefront/summary?${one}&${one}`, own.storefront)).body
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [row.platformProductId, row.count]),
      [[id, 1]],
    )
    assert.equal((await ok(`/storefront/reviews?platformProductId=${sent(id)}`, own.storefront)).body.data.length, 1)
    assert.equal((await ok(`/reviews?platformProductId=${sent(id)}`, own.api)).body.data.length, 1)
    // URL parsing removes a path segment of two dots.
    if (id !== '..') {
      const path = `/products/by-platform-id/${sent(id)}`
      assert.equal((await ok(path, own.api)).body.platformProductId, id)
    }
  }
})
