import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let fit: string
let use: string
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`

const service = provideService({}, async () => {
  shop = await service.shop()
  const variants = ['red', 'blue'].map((id) => ({ platformVariantId: id, title: id, price: '9.00', currency: 'EUR' }))
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', variants }])
  const { body } = await shop.api.put('/reviews/attributes', {
    attributes: [
      { kind: 'scale', label: 'Fit', lowLabel: 'Small', highLabel: 'Large' },
      { kind: 'choice', label: 'Use', choices: ['Tea', 'Coffee'] },
    ],
  })
  ;[fit, use] = body.attributes.map(({ id }: { id: string }) => id)
  for (const [i, variant] of ['red', 'blue', 'blue'].entries()) {
    const order = {
      platformOrderId: `o${i}`,
      email: `buyer${i}@example.com`,
      placedAt: at(1),
      lineItems: [{ platformProductId: 'mug', platformVariantId: variant, quantity: 1 }],
    }
    assert.equal((await shop.api.put('/orders', [order])).body.failed, 0)
  }
  const orders = (await shop.api.get('/orders')).body.data as { id: string; platformOrderId: string }[]
  const orderOf = (id: string) => orders.find(({ platformOrderId }) => platformOrderId === id)?.id
  const rows = [
    { rating: 5, locale: 'de', orderId: orderOf('o0'), attributes: [answer(fit, 3), answer(use, 0)] },
    { rating: 4, locale: 'en-GB', orderId: orderOf('o1'), attributes: [answer(fit, 5), answer(use, 1)] },
    { rating: 3, locale: 'de-AT', orderId: orderOf('o2'), attributes: [answer(fit, 4)] },
    { rating: 2, locale: null, body: 'Review', attributes: [answer(use, 1)] },
    { rating: 1, locale: 'fr' },
  ]
  for (const [i, row] of rows.entries()) {
    const { status, text, body } = await shop.api.post('/reviews', {
      platformProductId: 'mug',
      body: 'A review.',
      authorName: 'Ada',
      authorEmail: `buyer${i}@example.com`,
      submittedAt: at(10 + i),
      ...row,
    })
    assert.equal(status, 201, text)
    assert.equal((await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })).status, 200)
  }
})

const answer = (id: string, value: number) => ({ id, value })
const find = (query: string) => shop.storefront.get(`/storefront/reviews?platformProductId=mug&${query}`)
const ratings = async (query: string) => (await find(query)).body.data.map((each: { rating: number }) => each.rating)

test('visitors filter by language, answers, variant and verification', async () => {
  assert.deepEqual(await ratings('locale=de'), [3, 5])
  assert.deepEqual(await ratings('locale=de,und'), [2, 3, 5])
  assert.deepEqual(await ratings('locale=de-CH'), [3, 5])
  assert.deepEqual(await ratings(`answers=${use}:1`), [2, 4])
  assert.deepEqual(await ratings(`answers=${fit}:4,${fit}:5`), [3, 4])
  assert.deepEqual(await ratings(`answers=${fit}:4,${fit}:5,${use.toUpperCase()}:1`), [4])
  assert.deepEqual(await ratings('platformVariantId=blue'), [3, 4])
  assert.deepEqual(await ratings('platformVariantId=blue&locale=en&sort=highest'), [4])
  assert.deepEqual(await ratings('verified=true&sort=lowest'), await ratings('sort=lowest&verified=true'))
  assert.equal(
    (await find('verified=false&includeTotal=true&locale=fr')).body.pagination.total,
    (await ratings('verified=false&locale=fr')).length,
  )
  assert.deepEqual(await ratings('q=review&locale=de'), [3, 5])
})

test('malformed filters get 400', async () => {
  const answers = [...Array(7)].map(() => `${use}:1`).join()
  for (const query of [
    'answers=',
    'answers=fit:1',
    `answers=${use}:9`,
    `answers=${answers}`,
    'locale=%20',
    'verified=maybe',
  ])
    assert.equal((await find(query)).status, 400, query)
})

test("reviews in the reader's language come first, on every page and in every order", async () => {
  assert.deepEqual(await ratings('firstLocale=de'), [3, 5, 1, 2, 4])
  assert.deepEqual(await ratings('firstLocale=de-AT&sort=highest'), [5, 3, 4, 2, 1])
  assert.deepEqual(await ratings('firstLocale=en&sort=helpful'), [4, 1, 2, 3, 5])
  assert.deepEqual(await ratings('firstLocale=nl'), [1, 2, 3, 4, 5])
  for (const sort of ['newest', 'highest', 'lowest', 'photos', 'helpful']) {
    const whole = await ratings(`firstLocale=de&sort=${sort}`)
    const paged: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await find(`firstLocale=de&sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...body.data.map((each: { rating: number }) => each.rating))
      cursor = body.pagination.nextCursor
    }
    assert.deepEqual(paged, whole, sort)
  }
})

test("each filter's count equals the number of reviews that it finds", async () => {
  const { status, body } = await shop.storefront.get('/storefront/review-filters?platformProductId=mug')
  assert.equal(status, 200)
  assert.deepEqual([body.count, body.withPhotos, body.byStar['5']], [5, 0, 1])
  assert.deepEqual(body.locales, [
    { locale: 'de', count: 2 },
    { locale: 'en', count: 1 },
    { locale: 'fr', count: 1 },
    { locale: 'und', count: 1 },
  ])
  assert.equal((await ratings('verified=true')).length, body.verified)
  for (const { id, values } of body.attributes)
    for (const { value, count } of values) assert.equal((await ratings(`answers=${id}:${value}`)).length, count)
  assert.deepEqual(body.attributes[0].values, [
    { value: 3, label: null, count: 1 },
    { value: 4, label: null, count: 1 },
    { value: 5, label: 'Large', count: 1 },
  ])
  assert.deepEqual(body.variants, [
    { platformVariantId: 'red', title: 'red', count: 1 },
    { platformVariantId: 'blue', title: 'blue', count: 2 },
  ])
  const nobody = await shop.storefront.get('/storefront/review-filters?platformProductId=none')
  assert.deepEqual([nobody.body.count, nobody.body.locales, nobody.body.variants], [0, [], []])
})

test('with a pool, the counts are those of the pooled list', async () => {
  const { api, storefront } = shop
  const variants = [{ platformVariantId: 'green', title: 'green', price: '9.00', currency: 'EUR' }]
  const cup = { platformProductId: 'cup', title: 'Cup', variants }
  const pushed = await api.put('/products', [cup])
  assert.equal(pushed.body.failed, 0, pushed.text)
  const order = { platformOrderId: 'cup-1', email: 'cup@example.com', placedAt: at(1) }
  await api.put('/orders', [
    { ...order, lineItems: [{ platformProductId: 'cup', platformVariantId: 'green', quantity: 1 }] },
  ])
  const orders = (await api.get('/orders')).body.data as { id: string; platformOrderId: string }[]
  const orderId = orders.find(({ platformOrderId }) => platformOrderId === 'cup-1')?.id
  const category = await api.put('/categories', [{ platformCategoryId: 'cups', name: 'Cups', products: ['cup'] }])
  assert.equal(category.status, 200, category.text)
  const categoryId = (await api.get('/categories')).body.data[0].id
  const asked = await api.put('/reviews/attributes', { categoryId, attributes: [{ kind: 'scale', label: 'Grip' }] })
  const grip: string = asked.body.attributes[0].id
  const written = await api.post('/reviews', {
    ...{ platformProductId: 'cup', rating: 5, body: 'Of the cup.', authorName: 'Ada', authorEmail: 'cup@example.com' },
    ...{ locale: 'de', orderId, attributes: [answer(fit, 5), answer(use, 1), answer(grip, 2)] },
  })
  assert.equal((await api.put(`/reviews/${written.body.id}`, { status: 'approved' })).status, 200, written.text)
  const ids = ['mug', 'cup'].map(async (id) => (await api.get(`/products/by-platform-id/${id}`)).body.id)
  const group = { name: 'Drinking', productIds: await Promise.all(ids) }
  assert.equal((await api.post('/products/groups', group)).status, 201)
  const filters = async (query: string) => (await storefront.get(`/storefront/review-filters?${query}`)).body
  assert.equal((await filters('platformProductId=mug')).count, 5)
  assert.equal((await filters('platformProductId=mug&pool=shared')).count, 5)
  for (const pool of ['group', 'all']) {
    const body = await filters(`platformProductId=mug&pool=${pool}`)
    const total = async (query: string) =>
      (await find(`pool=${pool}&includeTotal=true&limit=1&${query}`)).body.pagination.total
    assert.equal(body.count, 6)
    assert.equal(body.count, await total(''))
    assert.equal(body.verified, await total('verified=true'))
    assert.equal(body.withPhotos, await total('hasPhotos=true'))
    for (const [star, count] of Object.entries(body.byStar)) assert.equal(count, await total(`rating=${star}`))
    for (const { locale, count } of body.locales) assert.equal(count, await total(`locale=${locale}`))
    assert.deepEqual(new Set(body.attributes.map(({ id }: { id: string }) => id)), new Set([fit, use, grip]))
    for (const { id, values } of body.attributes)
      for (const { value, count } of values) assert.equal(count, await total(`answers=${id}:${value}`))
    assert.deepEqual(body.variants, [
      { platformVariantId: 'red', title: 'red', count: 1 },
      { platformVariantId: 'blue', title: 'blue', count: 2 },
      { platformVariantId: 'green', title: 'green', count: 1 },
    ])
    for (const { platformVariantId, count } of body.variants)
      assert.equal(count, await total(`platformVariantId=${platformVariantId}`))
  }
  for (const query of ['pool=group', 'subject=shop&pool=group', 'platformProductId=mug&pool=everything'])
    assert.equal((await storefront.get(`/storefront/review-filters?${query}`)).status, 400, query)
})
