import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { addProduct, auditLines, nobody } from '#resources/reviews/reviews.testing.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { content, idsOn, placed, shownOn } from './placements.testing.ts'

const service = provideService()

const everything = async (api: Api) => (await api.get('/placements?limit=100&includeTotal=true')).body

test('omitted fields get defaults, and sent fields are returned in normal form', async () => {
  const shop = await service.shop()
  const product = await addProduct(shop)
  const made = await placed(shop.api, {
    name: '  Below  ',
    selector: '  #product .description ',
    pageType: undefined,
    status: undefined,
    rule: { productIds: [product.toUpperCase()] },
    settings: { heading: ' <b>What others say</b> ' },
    locale: 'en_gb',
    translations: { DE: { heading: 'Das sagen andere' }, fr: { heading: ' ' } },
  })
  const { id, createdAt, updatedAt, ...rest } = made
  assert.deepEqual(rest, {
    name: 'Below',
    widget: 'reviews',
    pageType: 'any',
    rule: { productIds: [product], categoryIds: [], excludeProductIds: [] },
    appliesTo: 'selected',
    selector: '#product .description',
    insert: 'append',
    settings: { galleryId: null, heading: '<b>What others say</b>', limit: null },
    priority: 0,
    startsAt: null,
    endsAt: null,
    status: 'draft',
    locale: 'en-GB',
    translations: { de: { heading: 'Das sagen andere' } },
    publishedAt: null,
  })
  assert.equal(createdAt, updatedAt)
  assert.deepEqual((await shop.api.get(`/placements/${id}`)).body, made)
})

test('lists are newest first, and filtered by status, widget and page type', async () => {
  const shop = await service.shop()
  const one = await placed(shop.api, { pageType: 'home', widget: 'stars', status: 'draft' })
  service.advance(5)
  const two = await placed(shop.api)
  const list = async (query: string) =>
    (await shop.api.get(`/placements?${query}`)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await list(''), [two.id, one.id])
  assert.deepEqual(await list('status=draft'), [one.id])
  assert.deepEqual(await list('widget=reviews,faq'), [two.id])
  assert.deepEqual(await list('pageType=home,cart'), [one.id])
  assert.equal((await shop.api.get('/placements?pagetype=home')).status, 400)
})

test('invalid fields are refused with their path, and nothing is written', async () => {
  const shop = await service.shop()
  for (const [path, more] of [
    ['/name', { name: '' }],
    ['/name', { name: ' ' }],
    ['/name', { name: 'x'.repeat(121) }],
    ['/widget', { widget: 'banner' }],
    ['/pageType', { pageType: 'blog' }],
    ['/insert', { insert: 'replace' }],
    ['/selector', { selector: '' }],
    ['/selector', { selector: 'x'.repeat(201) }],
    ['/selector', { selector: '<img src=x onerror=alert(1)>' }],
    ['/selector', { selector: ':not(.a' }],
    ['/selector', { selector: 'a\u0000' }],
    ['/settings/limit', { settings: { limit: 0 } }],
    ['/settings/limit', { settings: { limit: 51 } }],
    ['/settings/limit', { settings: { limit: 1.5 } }],
    ['/settings/heading', { settings: { heading: 'x'.repeat(151) } }],
    ['/settings/heading', { settings: { heading: 'a\u0000b' } }],
    ['/settings/galleryId', { settings: { galleryId: 'mine' } }],
    ['/settings/galleryId', { widget: 'gallery' }],
    ['/priority', { priority: 101 }],
    ['/priority', { priority: -101 }],
    ['/startsAt', { startsAt: 'tomorrow' }],
    ['/endsAt', { startsAt: '2026-03-29T03:00:00+02:00', endsAt: '2026-03-29T01:00:00Z' }],
    ['/status', { status: 'live' }],
    ['/rule/productIds', { rule: { productIds: [nobody, nobody] } }],
    ['/rule/productIds', { rule: { productIds: Array.from({ length: 101 }, () => crypto.randomUUID()) } }],
    ['/rule/categoryIds/0', { rule: { categoryIds: ['lamps'] } }],
    ['/translations/xx_', { translations: { xx_: { heading: 'a' } } }],
    ['/locale', { locale: '<script>' }],
  ] as const) {
    const answer = await shop.api.post('/placements', { ...content, status: 'published', ...more })
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, path], answer.text)
  }
  assert.equal((await everything(shop.api)).pagination.total, 0)
})

test('an id of another store gets 404, and nothing is written or changed', async () => {
  const [shop, other] = [await service.shop(), await service.shop()]
  const theirs = await addProduct(other)
  const gallery = (await other.api.post('/galleries', { name: 'Theirs' })).body.id
  await other.api.put('/categories', [{ platformCategoryId: 'c', name: 'C' }])
  const category = (await other.api.get('/categories')).body.data[0].id
  const mine = await placed(shop.api)
  for (const more of [
    { rule: { productIds: [theirs] } },
    { rule: { excludeProductIds: [theirs] } },
    { rule: { categoryIds: [category] } },
    { settings: { galleryId: gallery } },
    { widget: 'gallery', settings: { galleryId: nobody } },
  ]) {
    assert.equal((await shop.api.post('/placements', { ...content, ...more })).status, 404)
    assert.equal((await shop.api.patch(`/placements/${mine.id}`, { name: 'New', ...more })).status, 404)
  }
  assert.deepEqual((await everything(shop.api)).data, [mine])
  for (const call of [
    other.api.get(`/placements/${mine.id}`),
    other.api.patch(`/placements/${mine.id}`, { name: 'New' }),
    other.api.delete(`/placements/${mine.id}`),
    other.api.post(`/placements/${mine.id}/preview`),
  ])
    assert.equal((await call).status, 404)
  assert.deepEqual(await idsOn(other, 'pageType=product'), [])
})

test('the second of two concurrent edits is refused, and an edit without changes writes nothing', async () => {
  const shop = await service.shop()
  const made = await placed(shop.api)
  const change = (name: string) => shop.api.patch(`/placements/${made.id}`, { name, updatedAt: made.updatedAt })
  assert.deepEqual((await Promise.all([change('A'), change('B')])).map(({ status }) => status).sort(), [200, 409])
  const before = (await shop.api.get(`/placements/${made.id}`)).body
  const same = await shop.api.patch(`/placements/${made.id}`, {
    selector: made.selector,
    rule: { productIds: [] },
    settings: { limit: null },
  })
  assert.deepEqual(same.body, before)
})

test('Viewers read, Admins write, Members preview drafts, and each write enters the audit log', async () => {
  const shop = await service.shop()
  const [viewer, member] = [await shop.as('VIEWER'), await shop.as('MEMBER')]
  const made = await placed(shop.api, { status: 'draft' })
  assert.equal((await viewer.get(`/placements/${made.id}`)).status, 200)
  assert.equal((await viewer.post(`/placements/${made.id}/preview`)).body.code, 'role_read_only')
  assert.equal((await member.post(`/placements/${made.id}/preview`)).status, 201)
  for (const call of [
    member.post('/placements', content),
    member.patch(`/placements/${made.id}`, { name: 'B' }),
    member.delete(`/placements/${made.id}`),
  ])
    assert.equal((await call).body.code, 'role_insufficient')
  const narrow = await shop.as('ADMIN', ['galleries'])
  assert.equal((await narrow.get('/placements')).body.code, 'scope_denied')
  await shop.api.patch(`/placements/${made.id}`, { status: 'published' })
  await shop.api.patch(`/placements/${made.id}`, { status: 'draft' })
  assert.equal((await shop.api.delete(`/placements/${made.id}`)).status, 204)
  assert.equal((await shop.api.get(`/placements/${made.id}`)).status, 404)
  const actions = (await auditLines(service, shop)).map(({ action }) => action)
  for (const action of ['created', 'published', 'unpublished', 'deleted'])
    assert.ok(actions.includes(`placement.${action}`), action)
})

test('a store has up to a thousand placements; creating one more gets 409', async () => {
  const shop = await service.shop()
  const product = await addProduct(shop, 'mug')
  const { id } = await placed(shop.api, { rule: { productIds: [product] } })
  const superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  try {
    await superuser.query(
      `insert into placements select store_env_id, gen_random_uuid(), name, widget, page_type, is_general, selector || (n % 100),
              insertion, gallery_id, heading, item_limit, priority, starts_at, ends_at, status, locale, translations,
              published_at, created_at, updated_at
         from placements cross join generate_series(1, 998) n where store_env_id = $1`,
      [shop.storeEnvId],
    )
    // The copies become general. The original applies to one product and has its own selector.
    await superuser.query('update placements set is_general = true where store_env_id = $1 and id <> $2', [
      shop.storeEnvId,
      id,
    ])
  } finally {
    await superuser.end()
  }
  const both = await Promise.all([shop.api.post('/placements', content), shop.api.post('/placements', content)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assert.equal((await everything(shop.api)).pagination.total, 1_000)
  const shown = await shownOn(shop, 'platformProductId=mug&locale=de')
  assert.equal(shown.length, 101)
  assert.ok(shown.some((each) => each.id === id))
})

test('the placement settings and the feature `placements` are available', async () => {
  const shop = await service.shop()
  assert.equal((await shop.api.get('/placements/settings')).status, 200)
  const features = (await shop.api.get('/features')).body
  assert.ok(features.served.includes('placements') && !features.notYetServed.includes('placements'))
})

test('an archive restores placements with their products, categories and galleries', async () => {
  const shop: Shop = await service.shop()
  const product = await addProduct(shop)
  const gallery = (await shop.api.post('/galleries', { name: 'Home' })).body.id
  const made = await placed(shop.api, {
    widget: 'gallery',
    settings: { galleryId: gallery },
    rule: { productIds: [product] },
  })
  await shop.api.delete(`/galleries/${gallery}`)
  const after = (await shop.api.get(`/placements/${made.id}`)).body
  assert.deepEqual([after.settings.galleryId, after.status], [gallery, 'published'], 'what named it stays as it was')
  const renamed = await shop.api.patch(`/placements/${made.id}`, { name: 'Still there' })
  assert.equal(renamed.status, 200, 'a gallery that has gone keeps nobody from other changes')
})
