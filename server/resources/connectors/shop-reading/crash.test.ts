import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  addOrder,
  addProduct,
  allScopes,
  type FakeShopify,
  makeVariant,
  startShopify,
} from '#test/fakes/shops/shopify.ts'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { askedFor, type Killing, type Moment, startKilling, waitingFor, whenTrue } from '../shops/killed.testing.ts'

const app = { SHOPIFY_CLIENT_ID: 'app-id', SHOPIFY_CLIENT_SECRET: 'app-secret' }
const hour = 3_600_000
let service: TestService
let shopify: FakeShopify
let woo: FakeWooCommerce
let killing: Killing
before(async () => {
  shopify = await startShopify({ now: () => service?.service.clock.nowMs() ?? Date.now() })
  woo = await startWooCommerce()
  const env = { SHOPIFY_ORIGIN: shopify.origin, ...app }
  service = await startService({ env })
  killing = startKilling(service, { job: 'shops.read', roundMs: 60_000, env })
})
after(async () => {
  await killing.close()
  await service.close()
  await shopify.close()
  await woo.close()
})

const inPhase = (phase: string, more = 'true') =>
  whenTrue(service.databaseUrl, `select from shop_syncs where status = 'running' and phase = '${phase}' and ${more}`)

const queryRows = async (text: string, ...values: unknown[]) => (await service.query(text, values)).rows
async function hasEnded(shop: Shop): Promise<boolean> {
  const unfinished = `select from shop_syncs where store_env_id = $1 and status in ('queued', 'running')`
  return (await queryRows(unfinished, shop.storeEnvId)).length === 0
}

async function loadSyncs(shop: Shop, id: string) {
  const { data } = (await shop.api.get(`/connectors/shops/${id}/syncs`)).body
  const of = (kind: string) => data.find((each: { kind: string }) => each.kind === kind)
  return { catalogue: of('catalogue'), orders: of('orders') }
}

async function expectStored(shop: Shop, expected: { products: number; variants: number; orders: number }) {
  const [stored] = await queryRows(
    `select (select count(*)::int from products where store_env_id = $1 and status <> 'archived') as products,
            (select count(distinct platform_product_id)::int from products where store_env_id = $1 and status <> 'archived') as "differentProducts",
            (select count(*)::int from product_variants where store_env_id = $1 and retired_at is null) as variants,
            (select count(*)::int from orders where store_env_id = $1) as orders,
            (select count(distinct platform_order_id)::int from orders where store_env_id = $1) as "differentOrders",
            (select count(*)::int from order_line_items where store_env_id = $1) as lines,
            (select count(*)::int from review_requests where store_env_id = $1 and state <> 'skipped') as asked`,
    shop.storeEnvId,
  )
  const { products, variants, orders } = expected
  assert.deepEqual(stored, {
    ...{ products, differentProducts: products, variants, orders, differentOrders: orders, lines: orders },
    asked: 0,
  })
}

async function connect(shop: Shop, body: object): Promise<string> {
  const answer = await shop.api.post('/connectors/shops', { backfillDays: 60, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}

const placedAt = (i: number) => new Date(service.service.clock.nowMs() - 3 * 24 * hour + i * 60_000).toISOString()

test('a bulk sync survives kills around its file, verification, retiring and orders', {
  timeout: 400_000,
}, async () => {
  const [products, variants, orders] = [700, 3, 320]
  shopify.data.collections = [1, 2].map((id) => ({ id, title: `Collection ${id}`, handle: `c-${id}` }))
  for (let i = 0; i < products; i++)
    addProduct(shopify.data, {
      id: 10_000 + i,
      collections: [1 + (i % 2)],
      variants: Array.from({ length: variants }, (_, each) => makeVariant({ id: 1_000_000 + i * 10 + each })),
    })
  for (let i = 0; i < orders; i++) {
    const at = placedAt(i)
    const line = {
      productId: 10_000 + i,
      variantId: 1_000_000 + i * 10,
      sku: null,
      title: 'x',
      quantity: 1,
      price: '5.00',
    }
    const times = { createdAt: at, processedAt: at, updatedAt: at }
    addOrder(shopify.data, { id: 50_000 + i, ...times, lineItems: [line] })
  }
  const shop = await service.shop()
  const credentials = { accessToken: 'shpat_good', clientSecret: 'own-secret' }
  const id = await connect(shop, { platform: 'shopify', address: 'acme.myshopify.com', credentials })
  const inFile =
    (wanted: RegExp, times: number): Moment =>
    (come) => {
      let lines = 0
      for (const operation of shopify.operations.values()) operation.behaviour.leaveOut = look
      shopify.bulk.leaveOut = look
      function look(line: string): boolean {
        if (wanted.test(line) && ++lines === times) come()
        return false
      }
      return () => {
        shopify.bulk.leaveOut = null
        for (const operation of shopify.operations.values()) operation.behaviour.leaveOut = null
      }
    }

  await killing.killAt('it asks for its categories', askedFor(shopify, /^collections$/))
  await killing.killAt('it asks for a file', askedFor(shopify, /^startBulk$/))
  await killing.killAt('it asks whether the file is there', askedFor(shopify, /^pollBulk$/))
  await killing.killAt('the file comes', inFile(/ProductVariant/, 900))
  await killing.killAt(
    'the first page is written',
    waitingFor(service.databaseUrl, 'lock table shop_products in exclusive mode'),
  )
  await killing.killAt('some pages are written', inPhase('products', 'read > 100'))
  await killing.killAt('it asks for the orders', inPhase('orders'))
  await killing.killAt('the file of orders comes', inFile(/LineItem/, 150))
  await killing.killAt(
    'the first orders are written',
    waitingFor(service.databaseUrl, 'lock table shop_orders in exclusive mode'),
  )
  await killing.workUntil('the first reading', () => hasEnded(shop))
  const first = await loadSyncs(shop, id)
  assert.deepEqual(
    [first.catalogue.status, first.catalogue.progress, first.catalogue.counts.created, first.catalogue.counts.failed],
    ['completed', { read: products, total: products }, products, 0],
    JSON.stringify(first.catalogue),
  )
  assert.deepEqual([first.orders.status, first.orders.counts.created], ['completed', orders])
  await expectStored(shop, { products, variants: products * variants, orders })

  const all = shopify.data.products as Map<number, { title: string; variants: unknown[] }>
  for (let i = 0; i < 40; i++) all.delete(10_000 + i * 3)
  const [kept, changed] = [all.get(10_001), all.get(10_002)]
  assert.ok(kept && changed)
  kept.variants.pop()
  changed.title = 'Another title'
  addProduct(shopify.data, { id: 90_000, variants: [makeVariant({ id: 9_000_000 })] })
  shopify.data.collections.pop()
  for (let i = 0; i < 60; i++) {
    const order = shopify.data.orders.get(50_000 + i)
    if (order) Object.assign(order, { updatedAt: service.service.clock.now().toISOString(), total: '41.00' })
  }
  assert.equal((await shop.api.post('/products/sync')).status, 202)
  const product = `select from products where store_env_id = '${shop.storeEnvId}' and platform_product_id = '10000' for update`
  const category = `select from categories where store_env_id = '${shop.storeEnvId}' and platform_category_id = '2' for update`
  await killing.killAt('it verifies', waitingFor(service.databaseUrl, 'lock table shop_retirements in exclusive mode'))
  await killing.killAt('it asks for what is missing', askedFor(shopify, /^existingProducts$/))
  await killing.killAt('what is gone is written down', inPhase('retire'))
  await killing.killAt('it retires', waitingFor(service.databaseUrl, product))
  await killing.killAt('a category goes', waitingFor(service.databaseUrl, category))
  await killing.killAt('it asks for changed orders', askedFor(shopify, /^changedOrders$/, 2))
  await killing.workUntil('the second reading', () => hasEnded(shop))
  const second = await loadSyncs(shop, id)
  assert.equal(second.catalogue.status, 'completed', JSON.stringify(second.catalogue))
  const { created, updated, unchanged, retired } = second.catalogue.counts
  // The missing collection had half of the products. A product that was requested by id is not counted again.
  assert.deepEqual([created, updated, unchanged, retired], [1, 331, products - 40 - 331, 40 * variants + 1])
  assert.deepEqual(second.catalogue.progress, { read: products - 39, total: products - 39 })
  assert.deepEqual([second.orders.status, second.orders.counts.updated], ['completed', 60])
  await expectStored(shop, { products: products - 39, variants: (products - 40) * variants - 1 + 1, orders })
  const { data } = (await shop.api.get('/categories')).body
  assert.deepEqual(
    data.map(({ platformCategoryId }: { platformCategoryId: string }) => platformCategoryId),
    ['1'],
  )
})

test('a paged sync survives kills in every phase', {
  timeout: 400_000,
}, async () => {
  const [products, variants, orders] = [450, 2, 230]
  for (let i = 0; i < products; i++)
    woo.addProduct(
      { name: `Mug ${i}`, sku: `MUG-${i}` },
      Array.from({ length: variants }, () => ({ regular_price: '12.5', price: '12.5' })),
    )
  for (let i = 0; i < orders; i++) {
    const at = placedAt(i).slice(0, 19)
    const product = woo.products[i]
    woo.addOrder({
      ...{ status: 'completed', total: '24.90', date_created_gmt: at, date_modified_gmt: at },
      billing: { email: `buyer-${i}@customer.example`, first_name: 'Jane', last_name: 'Doe', country: 'DE' },
      line_items: [
        {
          id: i + 1,
          product_id: product?.id,
          variation_id: (product?.variations as number[] | undefined)?.[0],
          quantity: 1,
          price: 5,
          name: 'Mug',
        },
      ],
    })
  }
  const shop = await service.shop()
  const credentials = { consumerKey: woo.consumerKey, consumerSecret: woo.consumerSecret }
  const id = await connect(shop, { platform: 'woocommerce', address: woo.address, credentials })
  await killing.killAt('it asks for its second page', askedFor(woo, /\/products$/, 2))
  await killing.killAt('it asks for variations', askedFor(woo, /\/variations$/, 1))
  await killing.killAt('some pages are written', inPhase('products', 'pages >= 2'))
  await killing.killAt('it asks how many there are', askedFor(woo, /\/products$/, 3))
  await killing.killAt('it asks for its second page of orders', askedFor(woo, /\/orders$/, 2))
  await killing.killAt(
    'orders are written',
    waitingFor(service.databaseUrl, 'lock table shop_orders in exclusive mode'),
  )
  await killing.workUntil('the first reading', () => hasEnded(shop))
  const first = await loadSyncs(shop, id)
  assert.deepEqual(
    [first.catalogue.status, first.catalogue.progress, first.catalogue.counts.created],
    ['completed', { read: products, total: products }, products],
    JSON.stringify(first.catalogue),
  )
  assert.deepEqual([first.orders.status, first.orders.counts.created], ['completed', orders])
  await expectStored(shop, { products, variants: products * variants, orders })

  woo.products.splice(0, 30)
  assert.equal((await shop.api.post('/products/sync')).status, 202)
  await killing.killAt('it asks for what is missing', askedFor(woo, /\/products$/, 6))
  await killing.killAt('what is gone is written down', inPhase('retire'))
  await killing.workUntil('the second reading', () => hasEnded(shop))
  const second = await loadSyncs(shop, id)
  assert.deepEqual([second.catalogue.status, second.catalogue.counts.retired], ['completed', 30 * variants])
  assert.equal(second.catalogue.counts.unchanged, products - 30)
  await expectStored(shop, { products: products - 30, variants: (products - 30) * variants, orders })
})

test('after a renewed token is lost, the next process renews again and continues', async () => {
  const shop = await service.shop()
  const address = 'renewed.myshopify.com'
  const { body } = await shop.api.post('/connectors/shops', { platform: 'shopify', address })
  const state = new URL(body.installUrl).searchParams.get('state') ?? ''
  shopify.codes.set('a-code', { clientId: 'app-id', scopes: allScopes })
  const timestamp = String(Math.floor(service.service.clock.nowMs() / 1000))
  const query = new URLSearchParams({ code: 'a-code', shop: address, state, timestamp })
  query.sort()
  query.set('hmac', createHmac('sha256', 'app-secret').update(query.toString()).digest('hex'))
  assert.equal((await (await shop.signedIn()).get(`/connectors/shopify/callback?${query}`)).status, 302)
  service.advance(2 * hour)
  const known = shopify.refreshTokens.size
  await killing.killAt('it is given a token', askedFor(shopify, /^access_token$/))
  assert.equal(shopify.refreshTokens.size, known + 1)
  await killing.workUntil('the reading', () => hasEnded(shop))
  const row = (await shop.api.get(`/connectors/shops/${body.id}`)).body
  assert.deepEqual([row.status, row.lastSync.status], ['active', 'completed'])
})
