import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { medusa } from '#integrations/shops/medusa/medusa.ts'
import { type Shop, ShopFailure } from '#integrations/shops/shop.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { createTools, makeConnection, readAll } from '#test/shop-tools.ts'
import { findSnippet, readGuide } from '#test/snippets.ts'
import { skip } from './installed.ts'
import { measured } from './measured.ts'
import { type RealMedusa, startMedusa } from './real-medusa.ts'
import { type Receiver, startReceiver } from './receiver.ts'

describe('a real Medusa', { skip }, () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const since = new Date(Date.now() - 1_000)
  let database: TestDatabase
  let real: RealMedusa
  let receiver: Receiver
  let shop: Shop
  const tools = createTools()
  tools.now = () => new Date()
  const connect = (apiKey: string) =>
    medusa.open(
      makeConnection({ address: real.address, credentials: { apiKey }, identifiers: medusa.identifiers }),
      tools,
    )
  before(async () => {
    receiver = await startReceiver(medusa, secret)
    database = await createEmptyDatabase()
    real = await startMedusa({
      databaseUrl: database.url,
      subscriber: findSnippet(readGuide('connect-medusa'), 'ts', /SubscriberConfig/),
      env: { EVIDENT_WEBHOOK_URL: receiver.url, EVIDENT_WEBHOOK_SECRET: secret },
    })
    shop = connect(real.apiKey)
  })
  after(async () => {
    await real?.stop()
    await receiver?.close()
    await database?.drop()
  })
  const find = async (id: string) => (await shop.findOrder(id)) ?? assert.fail(`no order ${id}`)

  test('the shop accepts a secret key and no other credential', async () => {
    assert.ok((await shop.check()).checks.every(({ ok }) => ok))
    const { api_key } = await real.admin('POST', '/admin/api-keys', { title: 'Storefront', type: 'publishable' })
    for (const wrong of ['sk_wrong', api_key.token])
      await assert.rejects(
        connect(wrong).check(),
        (error) => error instanceof ShopFailure && error.code === 'credentials_refused',
      )
  })

  test('the shop returns products with variants, metadata, categories and collections, and reports every change', async () => {
    const { product_category: pots } = await real.admin('POST', '/admin/product-categories', {
      name: 'Pots',
      handle: 'pots',
    })
    const { product_category: teapots } = await real.admin('POST', '/admin/product-categories', {
      name: 'Teapots',
      handle: 'teapots',
      parent_category_id: pots.id,
    })
    const { collection } = await real.admin('POST', '/admin/collections', { title: 'Winter', handle: 'winter' })
    const { id, variants } = await real.addProduct({
      title: 'Teapot',
      variants: [
        {
          sku: 'T-S',
          ean: '4006381333931',
          metadata: { mpn: 'V-1' },
          prices: [{ currency_code: 'eur', amount: 19.99 }],
        },
        { sku: 'T-L', barcode: '012345678905', prices: [{ currency_code: 'eur', amount: 21.123456 }] },
      ],
      values: {
        description: 'Keeps tea hot',
        metadata: { brand: 'Acme', mpn: 'P-1' },
        collection_id: collection.id,
        categories: [{ id: teapots.id }],
      },
    })
    await receiver.heard('product', id)
    const [one] = await shop.findProducts([id, 'prod_unknown'])
    assert.deepEqual(
      [one?.title, one?.handle, one?.description, one?.status, one?.categoryIds],
      ['Teapot', 'teapot', 'Keeps tea hot', 'active', [teapots.id, collection.id]],
    )
    const bySku = new Map(one?.variants.map((each) => [each.sku, each]))
    const shown = (sku: string) => {
      const { gtin, mpn, brand, price, currency } = bySku.get(sku) ?? assert.fail(sku)
      return [gtin, mpn, brand, price, currency]
    }
    assert.deepEqual(shown('T-S'), ['4006381333931', 'V-1', 'Acme', '19.99', 'EUR'])
    assert.deepEqual(shown('T-L'), ['012345678905', 'P-1', 'Acme', '21.123456', 'EUR'])
    const { items } = await readAll((from) => shop.readCategories(from))
    assert.deepEqual(
      items.map((each) => [each.platformCategoryId, each.name, each.parentPlatformCategoryId]),
      [
        [pots.id, 'Pots', null],
        [teapots.id, 'Teapots', pots.id],
        [collection.id, 'Winter', null],
      ],
    )

    await real.admin('DELETE', `/admin/products/${id}/variants/${variants[1].id}`)
    await receiver.heard('product', id)
    const [less] = await shop.findProducts([id])
    assert.equal(less?.variants.length, 1)
    await real.admin('POST', `/admin/products/${id}`, { status: 'draft' })
    await receiver.heard('product', id)
    assert.equal((await shop.findProducts([id]))[0]?.status, 'draft')
    await real.admin('DELETE', `/admin/products/${id}`)
    await receiver.heard('product_deleted', id)
    assert.deepEqual(await shop.findProducts([id]), [])
  })

  test('the shop returns orders in every state, with gross prices, refunds, returns and cancellations', async () => {
    const product = await real.addProduct({ title: 'Cup', variants: [{ sku: 'C' }] })
    const order = await real.placeOrder(product.variants[0].id)
    await receiver.heard('order', order.id)
    const placed = await find(order.id)
    assert.deepEqual(
      [placed.email, placed.customerName, placed.country, placed.currency, placed.total, placed.refundedTotal],
      ['jane@customer.example', 'Jane Doe', 'DE', 'EUR', '44.7', '0'],
    )
    assert.deepEqual(
      placed.lineItems.map((each) => [each.platformProductId, each.sku, each.quantity, each.unitPrice]),
      [[product.id, 'C', 2, '19.9']],
    )

    const refund = async (amount: number) => {
      await real.admin('POST', `/admin/payments/${order.paymentId}/refund`, { amount })
      await receiver.heard('order', order.id)
      const { total, refundedTotal } = await find(order.id)
      return [total, refundedTotal]
    }
    // Medusa retries a refused webhook.
    receiver.refuse(1)
    assert.deepEqual(await refund(5), ['44.7', '5'])

    await real.deliver(order)
    await receiver.heard('order', order.id)
    const delivered = await find(order.id)
    assert.ok(delivered.fulfilledAt && delivered.deliveredAt && delivered.deliveredAt > delivered.fulfilledAt)

    const { return: returned } = await real.admin('POST', '/admin/returns', { order_id: order.id })
    const items = [{ id: order.itemId, quantity: 1 }]
    for (const [step, body] of [
      ['request-items', { items }],
      ['request', {}],
      ['receive', {}],
      ['receive-items', { items }],
      ['receive/confirm', {}],
    ] as const)
      await real.admin('POST', `/admin/returns/${returned.id}/${step}`, body)
    await receiver.heard('order', order.id)
    assert.equal((await find(order.id)).total, '44.7')
    const untouched = (await find(order.id)).updatedAt
    assert.deepEqual(await refund(14.9), ['44.7', '19.9'])
    const afterReturn = await find(order.id)
    assert.deepEqual(afterReturn.updatedAt, untouched, 'such a refund leaves the order’s time alone')
    const night = { changed: new Date((untouched?.getTime() ?? 0) + 1) }
    const { items: changed } = await readAll((from) => shop.readOrders(night, from))
    assert.deepEqual(
      changed.map((each) => [each.platformOrderId, each.refundedTotal]),
      [[order.id, '19.9']],
    )

    const other = await real.placeOrder(product.variants[0].id)
    await real.admin('POST', `/admin/orders/${other.id}/cancel`, {})
    await receiver.heard('order', other.id)
    const cancelled = await find(other.id)
    assert.deepEqual([cancelled.total, cancelled.refundedTotal, cancelled.cancelledAt !== null], ['44.7', '44.7', true])
    assert.equal(await shop.findOrder('order_unknown'), undefined)
    assert.equal(receiver.forged, 0)
  })

  test('the shop is read completely, page by page, and counted', async () => {
    const products = Array.from({ length: 240 }, (_, i) => ({
      title: `Product ${i}`,
      status: 'published',
      options: [{ title: 'Size', values: ['S', 'M', 'L'] }],
      variants: ['S', 'M', 'L'].map((size) => ({
        title: size,
        options: { Size: size },
        prices: [{ currency_code: 'eur', amount: 1 + i }],
      })),
    }))
    for (let at = 0; at < products.length; at += 60)
      await real.admin('POST', '/admin/products/batch', { create: products.slice(at, at + 60) })
    const read = await measured('Medusa 2', shop, tools, since, real.memory)
    assert.deepEqual([read.products.length, read.variants, read.orders.length], [241, 721, 2])
    assert.deepEqual(await shop.verify({ products: 241, variants: 721, last: null }), { isWhole: true })
    assert.equal((await shop.verify({ products: 240, variants: 721, last: null })).isWhole, false)
  })
})
