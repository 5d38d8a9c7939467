import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'

const service = provideService({
  now: new Date('2026-11-21T12:00:00Z'),
  env: { RATE_LIMITS: '1000/1s', STOREFRONT_RATE_LIMITS: '5/10s' },
})

const seen = (platformProductId?: string) => ({
  events: [{ widget: 'reviews', kind: 'impression', ...(platformProductId !== undefined && { platformProductId }) }],
})
async function countingShop() {
  const shop = await service.shop()
  assert.equal((await shop.api.put('/analytics/settings', { widgetCounts: true })).status, 200)
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'kettle' }])).status, 200)
  return shop
}

test("a visitor's counting calls and reads have separate limits", async () => {
  const shop = await countingShop()
  const page = shop.storefront
  const read = () => page.get('/storefront/reviews?platformProductId=kettle')
  const count = () => page.post('/storefront/analytics', seen('kettle'))
  for (let call = 0; call < 5; call++) assert.equal((await count()).status, 204)
  assert.equal((await count()).status, 429)
  for (let call = 0; call < 5; call++) assert.equal((await read()).status, 200)
  assert.equal((await read()).status, 429)
})

test('an event of an unknown product gets 204 and is not counted', async () => {
  const shop = await countingShop()
  const page = shop.storefront
  for (const id of ['kettle', 'invented', undefined])
    assert.equal((await page.post('/storefront/analytics', seen(id))).status, 204)
  const { body } = await shop.api.get('/analytics/widgets')
  assert.equal(body.total.impressions, 2)
})

const events = (galleryId: string, kinds: readonly string[]) => ({
  events: kinds.map((kind) => ({ widget: 'gallery', kind, galleryId })),
})

async function addGallery(shop: Awaited<ReturnType<typeof countingShop>>, status = 'published'): Promise<string> {
  const { body, text } = await shop.api.post('/galleries', { name: 'Home', status })
  assert.ok(body.id, text)
  return body.id
}

test('a gallery has its views and clicks of the last 30 days, and null while counting is off', async () => {
  const shop = await countingShop()
  const [id, other] = [await addGallery(shop), await addGallery(shop)]
  const uses = async () => {
    const { body, text } = await shop.api.get('/galleries')
    assert.ok(body.data, text)
    const { data } = body
    const one = (await shop.api.get(`/galleries/${id}`)).body.uses
    const listed = new Map(data.map((each: { id: string; uses: unknown }) => [each.id, each.uses]))
    assert.deepEqual(listed.get(id), one)
    return [one, listed.get(other)]
  }
  const none = { impressions: 0, clicks: 0 }
  assert.deepEqual(await uses(), [none, none])
  const sent = await shop.storefront.post(
    '/storefront/analytics',
    events(id.toUpperCase(), ['impression', 'impression', 'click']),
  )
  assert.equal(sent.status, 204, sent.text)
  assert.deepEqual(await uses(), [{ impressions: 2, clicks: 1 }, none])
  await service.query(
    `insert into analytics_gallery_counts (store_env_id, gallery_id, day, part, impressions, clicks)
     select $1, $2, date '2026-11-21' - d, 0, 100, 10 from unnest('{29,30}'::int[]) d`,
    [shop.storeEnvId, id],
  )
  assert.deepEqual(await uses(), [{ impressions: 102, clicks: 11 }, none])
  const { total } = (await shop.api.get('/analytics/widgets')).body
  assert.deepEqual(total, { impressions: 2, clicks: 1 })
  await shop.api.put('/analytics/settings', { widgetCounts: false })
  assert.deepEqual(await uses(), [null, null])
  await shop.storefront.post('/storefront/analytics', events(id, ['impression']))
  await shop.api.put('/analytics/settings', { widgetCounts: true })
  assert.deepEqual(await uses(), [{ impressions: 102, clicks: 11 }, none])
  assert.equal((await shop.api.delete(`/galleries/${id}`)).status, 204)
})

test('events of unknown, unpublished and foreign galleries get 204 and are not counted', async () => {
  const [shop, other] = [await countingShop(), await countingShop()]
  const foreign = await addGallery(other)
  const draft = await addGallery(shop, 'draft')
  for (const id of [foreign, draft, '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'])
    assert.equal((await shop.storefront.post('/storefront/analytics', events(id, ['impression', 'click']))).status, 204)
  assert.equal((await shop.storefront.post('/storefront/analytics', events('x', ['click']))).status, 400)
  const { rows } = await service.query('select 1 from analytics_gallery_counts where store_env_id = any($1)', [
    [shop.storeEnvId, other.storeEnvId],
  ])
  assert.deepEqual(rows, [])
  assert.deepEqual((await shop.api.get('/analytics/widgets')).body.total, { impressions: 0, clicks: 0 })
})

test('a browser that asks not to be tracked counts for no gallery', async () => {
  const shop = await countingShop()
  const id = await addGallery(shop)
  const page = service.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com', 'sec-gpc': '1' })
  assert.equal((await page.post('/storefront/analytics', events(id, ['impression']))).status, 204)
  assert.deepEqual((await shop.api.get(`/galleries/${id}`)).body.uses, { impressions: 0, clicks: 0 })
})
