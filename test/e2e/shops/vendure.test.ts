import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Shop, ShopFailure } from '#integrations/shops/shop.ts'
import { vendure } from '#integrations/shops/vendure/vendure.ts'
import { createTools, makeConnection, readAll } from '#test/shop-tools.ts'
import { findSnippet, readGuide } from '#test/snippets.ts'
import { until } from '#test/until.ts'
import { skip } from './installed.ts'
import { measured } from './measured.ts'
import { type RealVendure, startVendure } from './real-vendure.ts'
import { type Receiver, startReceiver } from './receiver.ts'

describe('a real Vendure', { skip }, () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const since = new Date(Date.now() - 1_000)
  let real: RealVendure
  let receiver: Receiver
  let shop: Shop
  const tools = createTools()
  tools.now = () => new Date()
  const connect = (credentials: Record<string, string>) =>
    vendure.open(makeConnection({ address: real.address, credentials, identifiers: vendure.identifiers }), tools)
  before(async () => {
    receiver = await startReceiver(vendure, secret)
    const plugin = findSnippet(readGuide('connect-vendure'), 'ts', /VendurePlugin\(/)
    real = await startVendure({ plugin, webhookUrl: receiver.url, webhookSecret: secret })
    shop = connect({ username: real.username, password: real.password })
  })
  after(async () => {
    await real?.stop()
    await receiver?.close()
  })
  const find = async (id: string) => (await shop.findOrder(id)) ?? assert.fail(`no order ${id}`)

  test('the shop accepts a password or a key, refuses wrong ones, and read permissions are enough', async () => {
    assert.ok((await shop.check()).checks.every(({ ok }) => ok))
    const { createRole } = await real.admin('mutation($input:CreateRoleInput!){createRole(input:$input){id}}', {
      input: { code: 'evident', description: 'Evident', permissions: ['ReadCatalog', 'ReadOrder', 'ReadCustomer'] },
    })
    const login = { emailAddress: 'evident@shop.example', password: 'of-another-minute' }
    await real.admin('mutation($input:CreateAdministratorInput!){createAdministrator(input:$input){id}}', {
      input: { ...login, firstName: 'E', lastName: 'V', roleIds: [createRole.id] },
    })
    const reader = connect({ username: login.emailAddress, password: login.password })
    assert.ok((await reader.check()).checks.every(({ ok }) => ok))
    await readAll((from) => reader.readProducts(from))
    await readAll((from) => reader.readOrders({ changed: since }, from))
    const { createApiKey } = await real.admin(
      'mutation{createApiKey(input:{roleIds:["1"],translations:[{languageCode:en,name:"Evident"}]}){apiKey}}',
    )
    assert.ok((await connect({ apiKey: createApiKey.apiKey }).check()).checks.every(({ ok }) => ok))
    const wrongs: Record<string, string>[] = [
      { username: real.username, password: 'wrong' },
      { apiKey: `x${createApiKey.apiKey}` },
    ]
    for (const wrong of wrongs)
      await assert.rejects(
        connect(wrong).check(),
        (error) => error instanceof ShopFailure && error.code === 'credentials_refused',
      )
  })

  test('the shop returns products with variants, custom fields and collections, and reports every change', async () => {
    const fields = { gtin: '4006381333931', mpn: 'M-1' }
    const { id, variants } = await real.addProduct({
      name: 'Teapot',
      sku: 'T',
      price: 1_999,
      sizes: ['S', 'L'],
      fields,
    })
    await receiver.heard('product', id)
    const [one] = await shop.findProducts([id])
    assert.deepEqual(
      [one?.title, one?.handle, one?.description, one?.status],
      ['Teapot', 't', 'Teapot & more', 'active'],
    )
    assert.deepEqual(
      one?.variants.map((each) => [
        each.platformVariantId,
        each.sku,
        each.gtin,
        each.mpn,
        each.brand,
        each.price,
        each.currency,
      ]),
      ['S', 'L'].map((size, at) => [variants[at], `T-${size}`, '4006381333931', 'M-1', 'Acme', '23.99', 'EUR']),
    )

    const named = (name: string) => [{ languageCode: 'en', name, slug: name.toLowerCase(), description: '' }]
    const make = 'mutation($input:CreateCollectionInput!){createCollection(input:$input){id}}'
    const { createCollection: pots } = await real.admin(make, { input: { translations: named('Pots'), filters: [] } })
    const filter = {
      code: 'variant-id-filter',
      arguments: [
        { name: 'variantIds', value: JSON.stringify(variants) },
        { name: 'combineWithAnd', value: 'false' },
      ],
    }
    const { createCollection: teapots } = await real.admin(make, {
      input: { parentId: pots.id, translations: named('Teapots'), filters: [filter], inheritFilters: false },
    })
    const { items } = await readAll((from) => shop.readCategories(from))
    assert.deepEqual(
      items.map((each) => [each.name, each.parentPlatformCategoryId]),
      [
        ['Pots', null],
        ['Teapots', String(pots.id)],
      ],
    )
    // Vendure assigns products to collections in a job.
    await until(async () => {
      const [filled] = await shop.findProducts([id])
      return filled?.categoryIds.includes(String(teapots.id)) === true
    }, 'the collection holds the product')

    await real.admin('mutation($input:[UpdateProductVariantInput!]!){updateProductVariants(input:$input){id}}', {
      input: [{ id: variants[1], enabled: false }],
    })
    await receiver.heard('product', id)
    const [disabled] = await shop.findProducts([id])
    assert.deepEqual(
      disabled?.variants.map(({ platformVariantId }) => platformVariantId),
      [variants[0]],
    )

    await real.admin('mutation($id:ID!){deleteProduct(id:$id){result}}', { id })
    await receiver.heard('product_deleted', id)
    assert.deepEqual(await shop.findProducts([id, '999999']), [])
  })

  test('the shop returns orders in every state, with gross prices, refunds and cancellations', async () => {
    const { variants } = await real.addProduct({ name: 'Cup', sku: 'C', price: 1_999 })
    const order = await real.placeOrder(variants[0] ?? '')
    await receiver.heard('order', order.id)
    const placed = await find(order.id)
    assert.deepEqual(
      [placed.orderNumber, placed.email, placed.customerName, placed.country, placed.currency],
      [order.code, 'jane@customer.example', 'Jane Doe', 'DE', 'EUR'],
    )
    assert.deepEqual([placed.total, placed.refundedTotal, placed.fulfilledAt], ['52.98', '0.00', null])
    assert.deepEqual(
      placed.lineItems.map(({ sku, quantity, unitPrice }) => [sku, quantity, unitPrice]),
      [['C-One', 2, '23.99']],
    )

    // The shop's own queue retries a refused webhook.
    receiver.refuse(2)
    const { refundOrder } = await real.admin(
      'mutation($input:RefundOrderInput!){refundOrder(input:$input){... on Refund{id}}}',
      { input: { lines: [], shipping: 0, adjustment: 0, amount: 500, paymentId: order.paymentId, reason: 'a chip' } },
    )
    await real.admin('mutation($input:SettleRefundInput!){settleRefund(input:$input){__typename}}', {
      input: { id: refundOrder.id, transactionId: '1' },
    })
    await receiver.heard('order', order.id)
    const refunded = await find(order.id)
    assert.deepEqual([refunded.total, refunded.refundedTotal], ['52.98', '5.00'])

    const parcel = {
      code: 'manual-fulfillment',
      arguments: [
        { name: 'method', value: 'Post' },
        { name: 'trackingCode', value: '1' },
      ],
    }
    const { addFulfillmentToOrder } = await real.admin(
      'mutation($input:FulfillOrderInput!){addFulfillmentToOrder(input:$input){... on Fulfillment{id}}}',
      { input: { lines: [{ orderLineId: order.lineId, quantity: 2 }], handler: parcel } },
    )
    for (const state of ['Shipped', 'Delivered']) {
      await real.admin(
        'mutation($id:ID!,$state:String!){transitionFulfillmentToState(id:$id,state:$state){__typename}}',
        {
          id: addFulfillmentToOrder.id,
          state,
        },
      )
      await receiver.heard('order', order.id)
    }
    const delivered = await find(order.id)
    assert.ok(delivered.fulfilledAt && delivered.deliveredAt && delivered.deliveredAt >= delivered.fulfilledAt)

    const other = await real.placeOrder(variants[0] ?? '')
    await real.admin('mutation($input:CancelOrderInput!){cancelOrder(input:$input){__typename}}', {
      input: { orderId: other.id, cancelShipping: true, reason: 'changed her mind' },
    })
    await receiver.heard('order', other.id)
    const cancelled = await find(other.id)
    assert.deepEqual([cancelled.total, cancelled.cancelledAt !== null], ['52.98', true])

    const { items } = await readAll((from) => shop.readOrders({ changed: since }, from))
    assert.deepEqual(new Set(items.map(({ platformOrderId }) => platformOrderId)), new Set([order.id, other.id]))
    assert.equal(receiver.forged, 0)
  })

  test('the shop is read completely, page by page, and counted', async () => {
    for (let i = 0; i < 60; i += 1)
      await real.addProduct({ name: `Product ${i}`, sku: `P${i}`, price: 100 + i, sizes: ['S', 'M', 'L'] })
    const { id } = await real.addProduct({
      name: 'Many',
      sku: 'M',
      price: 100,
      sizes: Array.from({ length: 80 }, (_, i) => `s${i}`),
    })
    const { products, variants, orders } = await measured('Vendure 3', shop, tools, since, real.memory)
    assert.deepEqual([products.length, variants, orders.length], [62, 261, 2])
    assert.equal(products.find(({ platformProductId }) => platformProductId === id)?.variants.length, 80)
    assert.deepEqual(await shop.verify({ products: 62, variants: 261, last: null }), { isWhole: true })
    assert.equal((await shop.verify({ products: 61, variants: 261, last: null })).isWhole, false)
  })
})
