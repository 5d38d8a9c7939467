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
