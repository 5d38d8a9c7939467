import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { invalidateStorefrontById } from '#platform/storefront/invalidation.ts'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import { untilKept } from '#resources/storefront/storefront.testing.ts'
import { type Api, day, provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { idsOn, placed, shownOn } from '../placements.testing.ts'
import { widgets } from '../schema.ts'

const now = new Date('2026-10-24T22:00:00Z')
const service = provideService({ now, env: { BILLING: 'manual' } })

const at = (ms: number) => new Date(service.service.clock.now().getTime() + ms).toISOString()

async function shopWithMug(): Promise<{ shop: Shop; mug: string; cups: string }> {
  const shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug', categories: [] },
    { platformProductId: 'tee', title: 'Tee' },
  ])
  const mug = (await shop.api.get('/products/by-platform-id/mug')).body.id
  await shop.api.put('/categories', [{ platformCategoryId: 'cups', name: 'Cups', products: ['mug'] }])
  const cups = (await shop.api.get('/categories')).body.data[0].id
  return { shop, mug, cups }
}

test("a page gets only the public fields of placements, in the reader's language", async () => {
  const { shop } = await shopWithMug()
  const { id } = await placed(shop.api, {
    name: 'Secret plan',
    insert: 'after',
    settings: { heading: 'What others say', limit: 7 },
    locale: 'en',
    translations: { de: { heading: 'Das sagen andere' } },
  })
  const { body, headers } = await shop.storefront.get('/storefront/placements?platformProductId=mug&locale=de-AT')
  assert.deepEqual(body, {
    data: [
      {
        id,
        widget: 'reviews',
        selector: '#product',
        insert: 'after',
        settings: { galleryId: null, heading: 'Das sagen andere', limit: 7 },
      },
    ],
  })
  assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=600')
  assert.match(String(headers.vary), /Origin/)
  const etag = String(headers.etag)
  const again = await shop.storefront.get('/storefront/placements?platformProductId=mug&locale=de-AT', {
    'if-none-match': etag,
  })
  assert.equal(again.status, 304)
  const [english] = await shownOn(shop, 'platformProductId=mug&locale=fr')
  assert.deepEqual(english?.settings, { galleryId: null, heading: 'What others say', limit: 7 })
})

test('a draft is hidden, and a change applies from the next request', async () => {
  const { shop } = await shopWithMug()
  const { id } = await placed(shop.api, { status: 'draft' })
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [])
  await shop.api.patch(`/placements/${id}`, { status: 'published' })
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [id])
  await shop.api.patch(`/placements/${id}`, { selector: 'h1' })
  assert.equal((await shownOn(shop, 'pageType=product'))[0]?.selector, 'h1')
  await shop.api.patch(`/placements/${id}`, { status: 'draft' })
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [])
  await shop.api.patch(`/placements/${id}`, { status: 'published' })
  await shop.api.delete(`/placements/${id}`)
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [])
})

test('each page type gets its own and general placements; ids determine an omitted page type', async () => {
  const { shop } = await shopWithMug()
  const ids: Record<string, string> = {}
  for (const pageType of ['product', 'category', 'home', 'cart', 'other', 'any'])
    ids[pageType] = (await placed(shop.api, { pageType, selector: `#${pageType}` })).id
  for (const [query, type] of [
    ['pageType=product', 'product'],
    ['pageType=home', 'home'],
    ['pageType=cart', 'cart'],
    ['platformProductId=mug', 'product'],
    ['platformProductId=unknown', 'product'],
    ['categoryId=cups', 'category'],
    ['platformProductId=mug&categoryId=cups', 'product'],
    ['', 'other'],
    ['platformProductId=&categoryId=', 'other'],
  ] as const)
    assert.deepEqual((await idsOn(shop, query)).sort(), [ids[type], ids.any].sort(), query)
  assert.deepEqual(await idsOn(shop, 'pageType=any'), [ids.any])
  assert.equal((await shop.storefront.get('/storefront/placements?pageType=blog')).status, 400)
})

test('per widget and selector one placement wins: most specific rule, then priority, then newest', async () => {
  const { shop, mug, cups } = await shopWithMug()
  const winner = () => idsOn(shop, 'platformProductId=mug')
  const old = await placed(shop.api)
  service.advance(10)
  const newest = await placed(shop.api)
  assert.deepEqual(await winner(), [newest.id])
  await shop.api.patch(`/placements/${old.id}`, { priority: 1 })
  assert.deepEqual(await winner(), [old.id])
  const ofCategory = await placed(shop.api, { rule: { categoryIds: [cups] }, priority: -100 })
  assert.deepEqual(await winner(), [ofCategory.id])
  const ofProduct = await placed(shop.api, { rule: { productIds: [mug] }, priority: -100 })
  assert.deepEqual(await winner(), [ofProduct.id])
  const both = await placed(shop.api, { rule: { productIds: [mug], categoryIds: [cups] }, priority: -99 })
  assert.deepEqual(await winner(), [both.id])
  assert.deepEqual(await idsOn(shop, 'platformProductId=tee'), [old.id])
  const elsewhere = await placed(shop.api, { selector: 'h1', priority: 5 })
  const otherWidget = await placed(shop.api, { widget: 'stars', priority: 6 })
  assert.deepEqual(await winner(), [otherWidget.id, elsewhere.id, both.id], 'in the order of their priority')
})

test("our id or the shop's id finds a category; product exclusions override inclusions", async () => {
  const { shop, mug, cups } = await shopWithMug()
  const { id } = await placed(shop.api, { pageType: 'any', rule: { categoryIds: [cups] } })
  assert.deepEqual(await idsOn(shop, 'categoryId=cups'), [id])
  assert.deepEqual(await idsOn(shop, `categoryId=${cups}`), [id])
  assert.deepEqual(await idsOn(shop, 'categoryId=plates'), [])
  assert.deepEqual(await idsOn(shop, 'platformProductId=tee'), [])
  await shop.api.patch(`/placements/${id}`, { rule: { productIds: [mug], excludeProductIds: [mug] } })
  assert.deepEqual(await idsOn(shop, 'platformProductId=mug'), [])
  assert.deepEqual(await idsOn(shop, 'categoryId=cups'), [id])
  await shop.api.delete(`/categories/${cups}`)
  const after = (await shop.api.get(`/placements/${id}`)).body
  assert.deepEqual([after.rule.categoryIds, after.appliesTo], [[], 'selected'])
  assert.deepEqual(await idsOn(shop, 'platformProductId=tee'), [], 'it is not suddenly for everything')
})

test("a product that moves into a category gets that category's placements on the next request", async () => {
  const { shop, cups } = await shopWithMug()
  const { id } = await placed(shop.api, { rule: { categoryIds: [cups] } })
  assert.deepEqual(await idsOn(shop, 'platformProductId=tee'), [])
  await shop.api.put('/categories', [{ platformCategoryId: 'cups', name: 'Cups', products: ['mug', 'tee'] }])
  assert.deepEqual(await idsOn(shop, 'platformProductId=tee'), [id])
})

test('start and end dates apply from the next request on, also for a cached response', async () => {
  const { shop } = await shopWithMug()
  await untilKept(service, shop)
  const { id } = await placed(shop.api, { startsAt: at(40_000), endsAt: at(80_000) })
  const isShown = async () => (await idsOn(shop, 'pageType=product')).includes(id)
  assert.equal(await isShown(), false)
  service.advance(40_001)
  assert.equal(await isShown(), true)
  assert.equal(await isShown(), true)
  service.advance(40_001)
  assert.equal(await isShown(), false)
})

test('a cached response needs no database, and changes invalidate it in each process', async () => {
  const { shop } = await shopWithMug()
  const beside = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    const page = beside.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
    await untilKept(beside, shop, page)
    assert.deepEqual(await idsOn(shop, 'pageType=product', page), [])
    const { id } = await placed(shop.api)
    await until(async () => (await idsOn(shop, 'pageType=product', page)).includes(id), 'the other process shows it')
  } finally {
    await beside.close()
  }
})

async function previewing(shop: Shop, id: string, api: Api = shop.api) {
  const { status, body, text } = await api.post(`/placements/${id}/preview`)
  assert.equal(status, 201, text)
  return body as { token: string; expiresAt: string }
}

test('a preview token shows its draft privately for a day; other readers see no change', async () => {
  const { shop } = await shopWithMug()
  const usual = await placed(shop.api, { priority: 100 })
  const { id } = await placed(shop.api, { status: 'draft', startsAt: at(5 * day) })
  const { token, expiresAt } = await previewing(shop, id)
  assert.equal(Math.round((Date.parse(expiresAt) - service.service.clock.now().getTime()) / 60_000), 24 * 60)
  const look = () => shop.storefront.get(`/storefront/placements?pageType=product&preview=${token}`)
  const { body, headers } = await look()
  assert.deepEqual(
    body.data.map((each: { id: string; preview?: boolean }) => [each.id, each.preview]),
    [[id, true]],
  )
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.equal(headers.etag, undefined)
  assert.deepEqual(await shownOn(shop, 'pageType=product'), [
    {
      id: usual.id,
      widget: 'reviews',
      selector: '#product',
      insert: 'append',
      settings: { galleryId: null, heading: null, limit: null },
    },
  ])
  await shop.api.patch(`/placements/${id}`, { selector: 'h2' })
  assert.deepEqual(await idsOn(shop, `pageType=product&preview=${token}`), [usual.id, id], 'as it reads now')
  assert.deepEqual(await idsOn(shop, `pageType=home&preview=${token}`), [], 'a draft stands nowhere else either')
  service.advance(day - 60_000)
  assert.equal((await look()).body.data.length, 2)
  service.advance(60_000)
  const late = await look()
  assert.deepEqual([late.body.data.length, late.headers['cache-control']], [1, 'private, no-store'])
})

test('an invalid, foreign or expired token shows the public placements', async () => {
  const { shop } = await shopWithMug()
  const other = await service.shop()
  const usual = await placed(shop.api)
  const theirs = await placed(other.api, { status: 'draft' })
  const foreign = (await previewing(other, theirs.id)).token
  const gone = await placed(shop.api, { status: 'draft' })
  const { token } = await previewing(shop, gone.id)
  await shop.api.delete(`/placements/${gone.id}`)
  for (const said of [foreign, token, 'nonsense', '%3Cscript%3E', `${usual.id}.zz.${'a'.repeat(43)}`])
    assert.deepEqual(await idsOn(shop, `pageType=product&preview=${said}`), [usual.id], said)
  assert.equal((await shop.storefront.get(`/storefront/placements?preview=${'a'.repeat(201)}`)).status, 400)
  const page = service.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://evil.example' })
  assert.equal((await page.get(`/storefront/placements?preview=${token}`)).body.code, 'origin_forbidden')
  const published = await previewing(shop, usual.id)
  assert.equal((await shownOn(shop, `pageType=product&preview=${published.token}`))[0]?.preview, undefined)
})

test('a placement of an unpublished or deleted gallery is hidden', async () => {
  const { shop } = await shopWithMug()
  const gallery = (await shop.api.post('/galleries', { name: 'Home' })).body.id
  const { id } = await placed(shop.api, { widget: 'gallery', settings: { galleryId: gallery } })
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [])
  await shop.api.patch(`/galleries/${gallery}`, { status: 'published' })
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [id])
  assert.deepEqual((await shownOn(shop, 'pageType=product'))[0]?.settings, {
    galleryId: gallery,
    heading: null,
    limit: null,
  })
  await shop.api.delete(`/galleries/${gallery}`)
  assert.deepEqual(await idsOn(shop, 'pageType=product'), [])
})

test('a widget that the plan lacks is hidden until the plan includes it again', async () => {
  const { shop } = await shopWithMug()
  const gallery = (await shop.api.post('/galleries', { name: 'Home', status: 'published' })).body.id
  for (const widget of widgets) await placed(shop.api, { widget, settings: { galleryId: gallery } })
  const offered = async () => (await shownOn(shop, 'pageType=product')).map(({ widget }) => widget).sort()
  const becomes = async (plan: string) => {
    await service.service.db.system('write', async (tx) => {
      await tx.run(sql`
        update subscriptions set status = 'active', plan = ${plan} where store_env_id = ${shop.storeEnvId}`)
      invalidateStorefrontById(tx, shop.storeEnvId)
    })
  }
  const all = [...widgets].sort()
  assert.deepEqual(await offered(), all)
  await becomes('starter')
  assert.deepEqual(
    await offered(),
    all.filter((each) => each !== 'gallery' && each !== 'loyalty'),
  )
  assert.equal((await shop.api.post('/placements', { name: 'A', widget: 'stars', selector: 'h1' })).status, 201)
  await becomes('growth')
  assert.deepEqual(await offered(), all)
})

test('a lapsed store shows no placements, and they are read-only', async () => {
  const { shop } = await shopWithMug()
  const { id } = await placed(shop.api)
  const { token } = await previewing(shop, id)
  service.advance(8 * day)
  for (const query of ['pageType=product', `pageType=product&preview=${token}`])
    assert.equal((await shop.storefront.get(`/storefront/placements?${query}`)).body.code, 'subscription_expired')
  assert.equal((await shop.api.get(`/placements/${id}`)).status, 200)
  assert.equal((await shop.api.patch(`/placements/${id}`, { name: 'B' })).body.code, 'subscription_expired')
})

test('for any rules, a page gets the same placements as from a simple reference implementation', async () => {
  const { shop, mug, cups } = await shopWithMug()
  const tee = (await shop.api.get('/products/by-platform-id/tee')).body.id
  const places = fc.constantFrom<string>('mug', 'tee')
  const one = fc.record({
    selector: fc.constantFrom('h1', 'h2'),
    widget: fc.constantFrom('stars', 'faq'),
    pageType: fc.constantFrom('product', 'any', 'home'),
    products: fc.uniqueArray(places, { maxLength: 1 }),
    excluded: fc.uniqueArray(places, { maxLength: 1 }),
    category: fc.boolean(),
    priority: fc.constantFrom(-1, 0, 1),
    status: fc.constantFrom('published', 'draft'),
  })
  const ids: Record<string, string> = { mug, tee }
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 7 }), async (wanted) => {
      const made: string[] = []
      for (const { products, excluded, category, ...rest } of wanted) {
        service.advance(2)
        const rule = {
          productIds: products.map((each) => ids[each]),
          excludeProductIds: excluded.map((each) => ids[each]),
          categoryIds: category ? [cups] : [],
        }
        made.push((await placed(shop.api, { ...rest, rule })).id)
      }
      for (const product of ['mug', 'tee']) {
        const fits = wanted.flatMap((each, i) => {
          const isCategory = each.category && product === 'mug'
          const fit = each.products.includes(product)
            ? 2
            : isCategory
              ? 1
              : each.products.length || each.category
                ? -1
                : 0
          const isIn = each.status === 'published' && each.pageType !== 'home' && !each.excluded.includes(product)
          return isIn && fit >= 0 ? [{ ...each, fit, i }] : []
        })
        const best = fits.filter(
          (a) =>
            !fits.some(
              (b) =>
                b.selector === a.selector &&
                b.widget === a.widget &&
                (b.fit - a.fit || b.priority - a.priority || b.i - a.i) > 0,
            ),
        )
        const expected = best.toSorted((a, b) => b.priority - a.priority || b.i - a.i).map(({ i }) => made[i])
        assert.deepEqual(await idsOn(shop, `platformProductId=${product}`), expected)
      }
      for (const id of made) await shop.api.delete(`/placements/${id}`)
    }),
    { numRuns: 25 },
  )
})

test('a page of an unknown product gets only placements that apply to all products', async () => {
  const { shop } = await shopWithMug()
  const all = await placed(shop.api)
  await placed(shop.api, { selector: 'h2', rule: { productIds: [await addProduct(shop, 'pot')] } })
  assert.deepEqual(await idsOn(shop, `platformProductId=${encodeURIComponent('x\'"<%')}`), [all.id])
  assert.equal((await shop.storefront.get(`/storefront/placements?platformProductId=${'x'.repeat(256)}`)).status, 400)
  assert.equal((await shop.storefront.get('/storefront/placements?platformProductId=%00')).status, 400)
})
