// A withdrawn review is removed at every destination within a minute, or owners get a mail after a day.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type FakeGoogle, startGoogle } from '#test/fakes/google-merchant.ts'
import { addProduct, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { approvedReview, connectShopify, create, createGoogle, decide, pushProduct } from './destinations.testing.ts'

let google: FakeGoogle
let shopify: FakeShopify
let woo: FakeWooCommerce
let service: TestService
let shop: Shop
let shops = 0
before(async () => {
  const now = () => service?.service.clock.nowMs() ?? Date.now()
  google = await startGoogle({ now })
  shopify = await startShopify({ now })
  woo = await startWooCommerce()
  service = await startService({
    env: { GOOGLE_MERCHANT_ORIGIN: google.origin, SHOPIFY_ORIGIN: shopify.origin, SHOPIFY_REVIEWS: 'approved' },
  })
})
after(async () => {
  await service.close()
  await Promise.all([google.close(), shopify.close(), woo.close()])
})
beforeEach(async () => {
  shop = await service.shop()
  shopify.data.products = new Map()
  shopify.before = undefined
  google.before = undefined
  woo.before = undefined
  shopify.data.domain = `withdrawn-${++shops}.myshopify.com`
})

type Outside = {
  productId: string
  /** The number of reviews that the destination shows. */
  count(): number | Promise<number>
  fail?(isFailing: boolean): void
}

async function atGoogle(): Promise<Outside> {
  google.reviews.clear()
  await pushProduct(shop, 'mug')
  await createGoogle(shop, google)
  return {
    productId: 'mug',
    count: () => google.reviews.size,
    fail(isFailing) {
      google.before = isFailing
        ? (call) => void (call.startsWith('DELETE') && google.troubles.push({ status: 503 }))
        : undefined
      google.troubles.length = 0
    },
  }
}

async function atShopify(kind: 'shopify_rating' | 'shopify_reviews'): Promise<Outside> {
  shopify.shown.reviews.clear()
  const mug = addProduct(shopify.data, { title: 'Mug' })
  await connectShopify(service, shop, shopify)
  await create(shop, { kind })
  return {
    productId: String(mug.id),
    count: () =>
      kind === 'shopify_reviews' ? shopify.shown.reviews.size : Number(mug.metafields['reviews.rating_count'] ?? 0),
    fail(isFailing) {
      // Only deletions fail: the connection breaks before the response.
      shopify.before = (document) => {
        if (isFailing && /^delete(Metafields|Review)$/.test(document)) throw new Error('The connection broke.')
      }
    },
  }
}

async function atWooCommerce(): Promise<Outside> {
  const cup = woo.addProduct({ name: 'Cup', sku: `CUP-${shops}`, permalink: 'https://shop.example/cup', price: '5' })
  const connected = await shop.api.post('/connectors/shops', {
    ...{ platform: 'woocommerce', address: woo.address, backfillDays: 0 },
    credentials: { consumerKey: woo.consumerKey, consumerSecret: woo.consumerSecret },
  })
  assert.equal(connected.status, 201, connected.text)
  await service.runJobs()
  await create(shop, { kind: 'woocommerce_rating' })
  return {
    productId: String(cup.id),
    count: () => {
      const meta = (cup.meta_data ?? []) as { key: string; value: string }[]
      return Number(meta.find(({ key }) => key === 'evident_rating_count')?.value ?? 0)
    },
    fail(isFailing) {
      woo.before = isFailing
        ? (path) => void (/\/products\/\d+$/.test(path) && woo.troubles.push({ status: 503 }))
        : undefined
      woo.troubles.length = 0
    },
  }
}

async function inTheFile(): Promise<Outside> {
  await pushProduct(shop, 'mug')
  const { url } = await create(shop, { kind: 'meta_csv' })
  const path = new URL(String(url)).pathname
  return {
    productId: 'mug',
    count: async () => (await service.anonymous.get(path)).text.split('\r\n').filter(Boolean).length - 1,
  }
}

const places: [string, () => Promise<Outside>][] = [
  ['Google', atGoogle],
  ["Shopify's ratings", () => atShopify('shopify_rating')],
  ["Shopify's reviews", () => atShopify('shopify_reviews')],
  ['WooCommerce', atWooCommerce],
  ['the file for Meta', inTheFile],
]

for (const [name, open] of places)
  test(`a rejected, spam or erased review is removed from ${name} by the next job`, async () => {
    const { productId, count } = await open()
    const emails = ['one', 'two', 'three'].map((each) => `${each}-${shops}@customer.example`)
    const reviews: string[] = []
    for (const authorEmail of emails) reviews.push(await approvedReview(shop, productId, { authorEmail }))
    await service.runJobs()
    assert.equal(await count(), 3)
    await decide(shop, String(reviews[0]), 'rejected')
    await service.runJobs()
    assert.equal(await count(), 2)
    await decide(shop, String(reviews[1]), 'spam')
    await service.runJobs()
    assert.equal(await count(), 1)
    assert.equal((await shop.api.post('/customers/erase', { email: emails[2] })).status, 200)
    await service.runJobs()
    assert.equal(await count(), 0)
  })

for (const [name, open] of places.slice(0, 4))
  test(`owners get a mail if ${name} fails for a day, and the removal succeeds later`, async () => {
    const { productId, count, fail } = await open()
    const review = await approvedReview(shop, productId)
    await service.runJobs()
    assert.equal(await count(), 1)
    fail?.(true)
    await decide(shop, review, 'rejected')
    await service.runJobs()
    const countMails = async () =>
      (
        await service.query(`select from mailbox where subject like '%could not be removed%' and text_body like $1`, [
          `%${shop.storeEnvId}%`,
        ])
      ).rowCount
    for (let hour = 0; hour < 23; hour++) {
      service.advance(3_600_000)
      await service.tick()
    }
    assert.equal(await countMails(), 0)
    for (let hour = 0; hour < 3; hour++) {
      service.advance(3_960_000)
      await service.tick()
    }
    assert.equal(await countMails(), 1)
    assert.equal(await count(), 1)
    fail?.(false)
    service.advance(2 * 3_600_000)
    await service.tick()
    assert.equal(await count(), 0)
  })
