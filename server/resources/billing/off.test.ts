import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'

const service = provideService({ now: new Date('2026-11-21T09:00:00Z') })

const purchases: [string, string, object?][] = [
  ['POST', '/billing/checkout', { plan: 'growth' }],
  ['POST', '/billing/change-plan', { plan: 'scale' }],
  ['POST', '/billing/change-plan/preview', { plan: 'scale' }],
  ['POST', '/billing/cancel'],
  ['POST', '/billing/portal'],
  ['POST', '/billing/payment-methods/client-token'],
  ['GET', '/billing/invoices'],
]

async function assertHasEverything(shop: Shop): Promise<void> {
  const { body } = await shop.api.get('/billing/subscription')
  const { createdAt, ...answered } = body
  assert.ok(createdAt)
  assert.deepEqual(answered, {
    ...{ plan: 'scale', status: 'active', lapsed: false, billing: 'off' },
    ...{ trialEndsAt: null, currentPeriodEndsAt: null, cancelledAt: null },
    ...{ pastDueSince: null, nextPlan: null, nextPlanAt: null },
  })
  const stores = await shop.api.get('/account/stores')
  assert.deepEqual(stores.body.data[0].subscription, { plan: 'scale', status: 'active' })
  const features = await shop.api.get('/features')
  assert.ok(features.body.features.every((each: { enabled: boolean }) => each.enabled))
}

test('with billing off, a store and its feed, form and pages never expire', async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  const feed = await shop.api.post('/products/review-feed')
  await assertHasEverything(shop)
  service.advance(400 * day)
  await assertHasEverything(shop)
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'tea', title: 'Tea' }])).status, 200)
  assert.equal((await shop.api.post('/outbound-webhooks', { url: 'https://127.0.0.1/hook' })).status, 201)
  assert.equal((await shop.storefront.get('/storefront/config')).status, 200)
  assert.equal((await service.anonymous.get(new URL(feed.body.url).pathname)).status, 200)
})

test('an expired store is refused while billing is on, and has every feature while billing is off', async () => {
  const paying = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    const shop = await service.shop()
    await service.service.db.system('write', (tx) =>
      tx.run(
        sql`update subscriptions set status = 'expired', plan = 'starter' where store_env_id = ${shop.storeEnvId}`,
      ),
    )
    const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
    const products = [{ platformProductId: 'mug', title: 'Mug' }]
    const refused = await paying.with(headers).put('/products', products)
    assert.deepEqual([refused.status, refused.body.code], [403, 'subscription_expired'])
    assert.equal((await paying.with(headers).get('/billing/subscription')).body.billing, 'manual')
    assert.equal((await shop.api.put('/products', products)).status, 200)
    await assertHasEverything(shop)
  } finally {
    await paying.close()
  }
})

test('nothing can be bought: owners get 409 `billing_off`, and others get 403', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  for (const [method, path, body] of purchases) {
    const answered = await owner.call(method, path, body)
    assert.deepEqual([answered.status, answered.body.code], [409, 'billing_off'], path)
    const asKey = await shop.api.call(method, path, body)
    assert.deepEqual([asKey.status, asKey.body.code], [403, 'owner_required'], path)
  }
  const unknown = await owner.post('/billing/checkout', { plan: 'huge' })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 'validation_failed'])
})
