import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribe } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addCodes, begin, coupon, offered } from './review-incentives.testing.ts'

const service = provideService({ now: new Date('2026-11-21T10:36:12Z'), env: { BILLING: 'manual' } })

async function opened() {
  const shop = await service.shop()
  await shop.api.put(
    '/products',
    ['mug', 'jug', 'cup'].map((id) => ({ platformProductId: id, title: id, url: `https://shop.example.com/${id}` })),
  )
  return shop
}
const findProductId = async (shop: Shop, product: string): Promise<string> =>
  (await shop.api.get(`/products/by-platform-id/${product}`)).body.id
const textOn = async (shop: Shop, product = 'mug', more = '') => (await begin(shop, product, more)).incentive?.text

test('an incentive is a draft until activation, and is then offered for any rating', async () => {
  const shop = await opened()
  const { status, body, text } = await shop.api.post('/review-incentives', { ...coupon, code: 'THANKS' })
  assert.equal(status, 201, text)
  assert.deepEqual(
    [body.status, body.fulfil, body.pool, body.appliesTo],
    ['draft', 'submission', { free: 0, given: 0 }, 'everything'],
  )
  assert.equal((await begin(shop)).incentive, null)
  await shop.api.patch(`/review-incentives/${body.id}`, { status: 'active' })
  for (const rating of ['', '&rating=1', '&rating=5'])
    assert.deepEqual((await begin(shop, 'mug', rating)).incentive, {
      kind: 'coupon',
      text: coupon.text,
      terms: coupon.terms,
    })
  await shop.api.patch(`/review-incentives/${body.id}`, { status: 'paused' })
  assert.equal((await begin(shop)).incentive, null)
})

test('conditions on the rating are refused with a reason', async () => {
  const shop = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  for (const [name, value] of [
    ['rating', 5],
    ['minRating', 4],
    ['stars', [5]],
    ['sentiment', 'positive'],
    ['rating', null],
  ] as const) {
    for (const answer of [
      await shop.api.post('/review-incentives', { ...coupon, code: 'B', [name]: value }),
      await shop.api.patch(`/review-incentives/${id}`, { [name]: value }),
    ]) {
      assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, `/${name}`], answer.text)
      assert.match(answer.body.message, /the same for every rating/)
    }
  }
})

test('invalid values get 400, foreign ids get 404, and nothing is written', async () => {
  const [shop, other] = [await opened(), await opened()]
  const foreign = await findProductId(other, 'mug')
  for (const [more, status] of [
    [{ text: '' }, 400],
    [{ text: 'x'.repeat(121) }, 400],
    [{ terms: 'x'.repeat(1001) }, 400],
    [{ terms: 'a\0b' }, 400],
    [{ text: 'a\0b' }, 400],
    [{ kind: 'gift' }, 400],
    [{ points: 5 }, 400],
    [{ kind: 'points', code: 'A', points: 5 }, 400],
    [{ kind: 'points' }, 400],
    [{ kind: 'points', points: 0 }, 400],
    [{ startsAt: '2026-12-01T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' }, 400],
    [{ productIds: [foreign] }, 404],
    [{ categoryIds: [foreign] }, 404],
  ] as const) {
    const answer = await shop.api.post('/review-incentives', { ...coupon, ...more })
    assert.equal(answer.status, status, `${JSON.stringify(more)} ${answer.text}`)
  }
  assert.deepEqual((await shop.api.get('/review-incentives')).body.data, [])
  const { id } = await offered(other.api)
  for (const [method, path, body] of [
    ['get', '', undefined],
    ['patch', '', {}],
    ['delete', '', undefined],
    ['post', '/codes', { codes: ['A'] }],
    ['get', '/rewards', undefined],
  ] as const)
    assert.equal((await shop.api[method](`/review-incentives/${id}${path}`, body as never)).status, 404, path)
})

test('a second active incentive on a product gets 409, even if created concurrently', async () => {
  const shop = await opened()
  await shop.api.put('/categories', [{ platformCategoryId: 'c1', name: 'Cups', products: ['mug', 'cup'] }])
  const [category] = (await shop.api.get('/categories')).body.data
  const create = (more: object) =>
    shop.api.post('/review-incentives', { ...coupon, code: 'A', status: 'active', ...more })
  const first = await create({ productIds: [await findProductId(shop, 'mug')] })
  assert.equal(first.status, 201, first.text)
  for (const more of [{}, { productIds: [await findProductId(shop, 'mug')] }, { categoryIds: [category.id] }])
    assert.equal((await create(more)).status, 409, JSON.stringify(more))
  assert.equal((await create({ productIds: [await findProductId(shop, 'jug')] })).status, 201)
  const draft = await create({ status: 'draft' })
  assert.equal(draft.status, 201)
  assert.equal((await shop.api.patch(`/review-incentives/${draft.body.id}`, { status: 'active' })).status, 409)
  const both = [await findProductId(shop, 'cup')]
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ productIds: both })))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 7)
})

test('incentives with consecutive periods do not conflict', async () => {
  const shop = await opened()
  await offered(shop.api, { code: 'A', endsAt: '2026-12-01T00:00:00Z' })
  await offered(shop.api, { code: 'B', startsAt: '2026-12-01T00:00:00Z' })
  assert.equal(
    (
      await shop.api.post('/review-incentives', {
        ...coupon,
        status: 'active',
        code: 'C',
        startsAt: '2026-11-30T00:00:00Z',
      })
    ).status,
    409,
  )
})

test('an incentive is offered only on its products and in its period', async () => {
  const shop = await opened()
  await shop.api.put('/categories', [{ platformCategoryId: 'c1', name: 'Cups', products: ['cup'] }])
  const [category] = (await shop.api.get('/categories')).body.data
  await offered(shop.api, { code: 'A', text: 'mugs', productIds: [await findProductId(shop, 'mug')] })
  await offered(shop.api, { code: 'A', text: 'cups', categoryIds: [category.id], startsAt: '2026-11-22T00:00:00Z' })
  assert.deepEqual(
    [await textOn(shop, 'mug'), await textOn(shop, 'jug'), await textOn(shop, 'cup')],
    ['mugs', undefined, undefined],
  )
  assert.equal(await textOn(shop, 'no such product'), undefined)
})

test('codes are counted, and codes that are already in a pool are not added', async () => {
  const shop = await opened()
  const { id } = await offered(shop.api, { productIds: [await findProductId(shop, 'mug')] })
  assert.equal((await begin(shop)).incentive, null, 'an empty pool offers nothing')
  assert.deepEqual(await addCodes(shop.api, id, ['A', 'B', ' A ', 'ß']), { received: 4, added: 3, duplicates: 1 })
  assert.deepEqual(await addCodes(shop.api, id, ['B', 'C']), { received: 2, added: 1, duplicates: 1 })
  const other = await offered(shop.api, { productIds: [await findProductId(shop, 'jug')] })
  assert.deepEqual(await addCodes(shop.api, other.id, ['A']), { received: 1, added: 0, duplicates: 1 })
  assert.deepEqual((await shop.api.get(`/review-incentives/${id}`)).body.pool, { free: 4, given: 0 })
  assert.equal(await textOn(shop), coupon.text)
  for (const codes of [[], ['x'.repeat(65)], ['  '], ['a\0b'], Array.from({ length: 1001 }, (_, i) => `N${i}`)])
    assert.equal((await shop.api.post(`/review-incentives/${id}/codes`, { codes })).status, 400)
  const shared = await offered(shop.api, { productIds: [await findProductId(shop, 'cup')], code: 'S' })
  assert.equal((await shop.api.post(`/review-incentives/${shared.id}/codes`, { codes: ['Z'] })).status, 409)
})

test('an incentive that was shown cannot return to draft, and deleting it hides it', async () => {
  const shop = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  const change = async (body: object) => (await shop.api.patch(`/review-incentives/${id}`, body)).status
  assert.equal(await change({ kind: 'points', code: null, points: 5 }), 409)
  assert.equal(await change({ status: 'draft' }), 409)
  assert.equal(await change({ status: 'ended' }), 200)
  assert.equal(await change({ status: 'active' }), 409)
  assert.equal((await shop.api.delete(`/review-incentives/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/review-incentives/${id}`)).status, 404)
  assert.deepEqual((await shop.api.get('/review-incentives')).body.data, [])
})

test('on plans below Growth, writes are refused, reads work, and no incentive is offered', async () => {
  const shop = await opened()
  const { id } = await offered(shop.api, { code: 'A' })
  assert.equal(await textOn(shop), coupon.text)
  await subscribe(service, shop, 'starter')
  assert.equal((await begin(shop)).incentive, null)
  for (const answer of [
    await shop.api.post('/review-incentives', coupon),
    await shop.api.patch(`/review-incentives/${id}`, {}),
    await shop.api.delete(`/review-incentives/${id}`),
    await shop.api.post(`/review-incentives/${id}/codes`, { codes: ['A'] }),
  ])
    assert.deepEqual([answer.status, answer.body.code, answer.body.requiredPlan], [403, 'plan_required', 'growth'])
  assert.equal((await shop.api.get(`/review-incentives/${id}`)).status, 200)
  assert.equal((await shop.api.get(`/review-incentives/${id}/rewards`)).status, 200)
})
