// Plans, lapsed subscriptions, and the rows that remain after a removal.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type FakeGoogle, startGoogle } from '#test/fakes/google-merchant.ts'
import { addProduct, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { addByClock } from '#test/queue.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import {
  approvedReview,
  connectShopify,
  create,
  createGoogle,
  decide,
  ofReview,
  pushProduct,
} from './destinations.testing.ts'

let google: FakeGoogle
let shopify: FakeShopify
let service: TestService
let shop: Shop
let shops = 0
before(async () => {
  const now = () => service?.service.clock.nowMs() ?? Date.now()
  google = await startGoogle({ now })
  shopify = await startShopify({ now })
  service = await startService({
    env: {
      ...{ GOOGLE_MERCHANT_ORIGIN: google.origin, SHOPIFY_ORIGIN: shopify.origin, SHOPIFY_REVIEWS: 'approved' },
      BILLING: 'manual',
    },
  })
})
after(async () => {
  await service.close()
  await Promise.all([google.close(), shopify.close()])
})
beforeEach(async () => {
  shop = await service.shop()
  google.reviews.clear()
  shopify.data.products = new Map()
  shopify.data.domain = `plans-${++shops}.myshopify.com`
  shopify.shown.reviews.clear()
  await subscribe('growth')
})

const subscribe = (plan: string, status = 'active') =>
  service.query(
    `update subscriptions set plan = $1, status = $2, trial_ends_at = null, current_period_ends_at = $3 where store_env_id = $4`,
    [plan, status, new Date(service.service.clock.nowMs() + 365 * day), shop.storeEnvId],
  )

const atGoogle = async () => {
  await pushProduct(shop, 'mug')
  return {
    ...{ kind: 'google_product', productId: 'mug', shown: () => [...google.reviews.keys()] },
    body: {
      kind: 'google_product',
      credentials: { accountId: google.accountId, serviceAccount: google.serviceAccount },
    },
  }
}

const atShopify = async () => {
  const mug = addProduct(shopify.data, { title: 'Mug' })
  await connectShopify(service, shop, shopify)
  return {
    ...{ kind: 'shopify_reviews', productId: String(mug.id), shown: () => [...shopify.shown.reviews.keys()] },
    body: { kind: 'shopify_reviews' },
  }
}

for (const [name, open] of [
  ['Google', atGoogle],
  ["Shopify's reviews", atShopify],
] as const) {
  test(`${name} cannot be added below Growth`, async () => {
    const { body } = await open()
    await subscribe('starter')
    const refused = await shop.api.post('/connectors/destinations', body)
    assert.deepEqual([refused.status, refused.body.code, refused.body.requiredPlan], [403, 'plan_required', 'growth'])
    assert.equal((await shop.api.post('/connectors/destinations', { kind: 'meta_csv' })).status, 201)
    await subscribe('growth')
    assert.equal((await shop.api.post('/connectors/destinations', body)).status, 201)
  })

  test(`after a downgrade ${name} gets nothing new, and withdrawn reviews are still removed`, async () => {
    const { kind, body, productId, shown } = await open()
    await create(shop, body)
    const [stays, goes] = [await approvedReview(shop, productId), await approvedReview(shop, productId)]
    await service.runJobs()
    assert.deepEqual(new Set(shown()), new Set([stays, goes]))
    await subscribe('starter')
    const later = await approvedReview(shop, productId)
    await decide(shop, goes, 'rejected')
    await service.runJobs()
    assert.deepEqual(shown(), [stays])
    const waiting = await ofReview(shop, later, kind)
    assert.deepEqual([waiting.state, waiting.operation], ['queued', 'put'])
    await subscribe('growth')
    await shop.api.post(`/connectors/destinations/${waiting.destinationId}/reconcile`)
    await service.runJobs()
    assert.deepEqual(new Set(shown()), new Set([stays, later]))
  })
}

test("a lapsed store's file for Meta answers 403, and works again after a payment", async () => {
  await pushProduct(shop, 'mug')
  const { url } = await create(shop, { kind: 'meta_csv' })
  const review = await approvedReview(shop, 'mug')
  const path = new URL(String(url)).pathname
  await subscribe('growth', 'expired')
  const { status, body, text } = await service.anonymous.get(path)
  assert.deepEqual([status, body.code, text.includes(review)], [403, 'subscription_expired', false])
  assert.equal((await ofReview(shop, review, 'meta_csv')).state, 'queued')
  await subscribe('starter')
  assert.ok((await service.anonymous.get(path)).text.includes(review))
})

test('a removed item is listed for 90 days', async () => {
  await pushProduct(shop, 'mug')
  const { id } = await createGoogle(shop, google)
  const review = await approvedReview(shop, 'mug')
  await service.runJobs()
  await decide(shop, review, 'rejected')
  await service.runJobs()
  const isListed = async () => {
    const { data } = (await shop.api.get(`/connectors/destinations/${id}/items?state=removed`)).body
    return data.some(({ reviewId }: { reviewId: string }) => reviewId === review)
  }
  const nightAfter = async (days: number) => {
    service.advance(days * day)
    await addByClock(service.service, 'destinations.compare_all')
    await service.runJobs()
  }
  await nightAfter(89)
  assert.equal(await isListed(), true)
  await nightAfter(2)
  assert.equal(await isListed(), false)
  assert.equal((await ofReview(shop, review, 'google_product')).state, null)
})
