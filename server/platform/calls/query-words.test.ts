import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
})

test("other APIs' paging parameters are refused with a hint to cursor and limit", async () => {
  for (const name of ['page', 'offset', 'per_page', 'perPage', 'page_size', 'starting_after', 'skip']) {
    const { status, body } = await shop.api.get(`/reviews?${name}=2`)
    assert.deepEqual([status, body.details[0].path], [400, `/${name}`])
    assert.match(body.message, /limit.*cursor/, name)
  }
  assert.match((await shop.api.get('/reviews?stauts=approved')).body.message, /did you mean status\?/)
})

test('an unencoded plus in a time is reported', async () => {
  const { status, body } = await shop.api.get('/reviews?submittedAfter=2026-11-21T09:00:00+01:00')
  assert.deepEqual([status, body.details[0].path], [400, '/submittedAfter'])
  assert.match(body.message, /%2B/)
  assert.equal((await shop.api.get('/reviews?submittedAfter=2026-11-21T09:00:00%2B01:00')).status, 200)
})

test('a negative amount and a malformed amount get different messages', async () => {
  const order = { platformOrderId: '1', placedAt: '2026-11-01T00:00:00Z', currency: 'EUR' }
  const negative = await shop.api.put('/orders', [{ ...order, total: '-5.00' }])
  assert.deepEqual(negative.body.details, [{ path: '/0/total', message: 'must not be below 0' }])
  const broken = await shop.api.put('/orders', [{ ...order, total: '5,00' }])
  assert.match(broken.body.details[0].message, /decimal number/)
})

test('a URL with a trailing slash has the same response as the URL without it', async () => {
  for (const [api, path] of [
    [shop.api, '/products'],
    [shop.api, '/webhooks/admin/events'],
    [shop.storefront, '/storefront/config'],
    [service.anonymous, '/health'],
  ] as const) {
    const [plain, slashed] = [await api.get(path), await api.get(`${path}/`)]
    assert.equal(slashed.status, plain.status, slashed.text)
    assert.deepEqual(Object.keys(slashed.body), Object.keys(plain.body), path)
  }
  assert.equal((await shop.api.get('/products/?status=active')).status, 200)
  const pages = ['/docs', '/docs/guides/webhooks', '/admin', '/api/v1/openapi.json']
  for (const url of pages) {
    const [plain, slashed] = [await service.app.inject({ url }), await service.app.inject({ url: `${url}/` })]
    assert.equal(slashed.statusCode, plain.statusCode, url)
  }
})

test('pages have no relative links, because a trailing slash would break them', async () => {
  for (const url of ['/docs', '/demo-store']) {
    const { body } = await service.app.inject({ url: `${url}/` })
    assert.deepEqual(body.match(/(?:href|src|action)="(?!\/|https?:|#|mailto:|data:|\?)[^"]+"/g) ?? [], [], url)
  }
})
