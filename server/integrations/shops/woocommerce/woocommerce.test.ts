import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { createTools, makeConnection, readAll } from '#test/shop-tools.ts'
import { type ShopConnection, ShopFailure } from '../shop.ts'
import { woocommerce } from './woocommerce.ts'

let shop: FakeWooCommerce
beforeEach(async () => {
  shop = await startWooCommerce()
})
afterEach(() => shop.close())

const connect = (values: Partial<ShopConnection> = {}) =>
  woocommerce.open(
    makeConnection({
      address: shop.address,
      credentials: { consumerKey: shop.consumerKey, consumerSecret: shop.consumerSecret },
      identifiers: woocommerce.identifiers,
      ...values,
    }),
    createTools(),
  )

const failsAs = (code: string) => (error: unknown) => {
  assert.ok(error instanceof ShopFailure, String(error))
  assert.equal(error.code, code)
  const said = JSON.stringify([error.message, error.stack, { ...error }])
  for (const secret of [shop.consumerKey, shop.consumerSecret, btoa(`${shop.consumerKey}:${shop.consumerSecret}`)])
    assert.ok(!said.includes(secret), said)
  return true
}

describe('products', () => {
  test('a product is read with its variations, identifiers, prices and categories', async () => {
    const { id } = shop.addProduct(
      {
        name: 'Tea &amp; Pot',
        slug: 'teapot',
        permalink: 'https://shop.example/product/teapot/',
        description: '<p>Keeps <b>tea</b> hot.</p><p>For an hour.</p><script>track()</script>',
        images: [{ id: 1, src: 'https://shop.example/pot.jpg' }],
        categories: [{ id: 15, name: 'Pots', slug: 'pots' }],
        brands: [{ id: 9, name: 'Acme', slug: 'acme' }],
        meta_data: [{ id: 1, key: 'mpn', value: 'P-1' }],
        attributes: [{ id: 3, name: 'Maker', options: ['Acme & Sons'] }],
      },
      [
        {
          sku: 'T-S',
          price: '19.90',
          global_unique_id: '4006381333931',
          attributes: [
            { id: 1, name: 'Size', option: 'S' },
            { id: 2, name: 'Color', option: 'Red' },
          ],
          meta_data: [{ id: 2, key: 'mpn', value: 4711 }],
          image: { id: 2, src: 'https://shop.example/s.jpg' },
        },
        { sku: 'T-L', price: '', attributes: [{ id: 1, name: 'Size', option: 'L' }] },
        { sku: 'T-X', status: 'private' },
      ],
    )
    const identifiers = { gtin: 'global_unique_id', mpn: 'meta:mpn', brand: 'attribute:maker' }
    const { items, next, total } = await connect({ identifiers }).readProducts(null)
    assert.equal(next, null)
    assert.equal(total, 1)
    const [product] = items
    assert.deepEqual(
      { ...product, variants: product?.variants.map(({ platformVariantId: _, ...rest }) => rest) },
      {
        platformProductId: String(id),
        title: 'Tea & Pot',
        handle: 'teapot',
        url: 'https://shop.example/product/teapot/',
        imageUrl: 'https://shop.example/pot.jpg',
        description: 'Keeps tea hot.\nFor an hour.',
        status: 'active',
        categoryIds: ['15'],
        groupKey: null,
        variants: [
          {
            title: 'S / Red',
            sku: 'T-S',
            gtin: '4006381333931',
            mpn: '4711',
            brand: 'Acme & Sons',
            price: '19.90',
            currency: 'EUR',
            imageUrl: 'https://shop.example/s.jpg',
          },
          {
            title: 'L',
            sku: 'T-L',
            gtin: null,
            mpn: 'P-1',
            brand: 'Acme & Sons',
            price: null,
            currency: null,
            imageUrl: null,
          },
        ],
        updatedAt: new Date('2026-11-01T10:00:00Z'),
      },
    )
  })

  test("a simple product is its own variant, with the product's brand", async () => {
    const { id } = shop.addProduct({
      name: 'Cup',
      price: '5',
      sku: 'C',
      brands: [{ id: 9, name: 'Acme', slug: 'acme' }],
    })
    const [product] = (await connect().readProducts(null)).items
    assert.deepEqual(
      product?.variants.map(({ platformVariantId, brand, price, title }) => [platformVariantId, brand, price, title]),
      [[String(id), 'Acme', '5', null]],
    )
  })

  for (const [status, expected] of Object.entries({
    publish: 'active',
    draft: 'draft',
    private: 'draft',
    pending: 'draft',
  }))
    test(`a product that is "${status}" is ${expected}`, async () => {
      shop.addProduct({ name: 'Cup', status })
      assert.equal((await connect().readProducts(null)).items[0]?.status, expected)
    })

  test('deleted products are found neither on pages nor by id', async () => {
    const { id } = shop.addProduct({ name: 'Gone', status: 'trash' })
    const { id: other } = shop.addProduct({ name: 'Here' })
    const { items, total } = await connect().readProducts(null)
    assert.deepEqual([items.map((each) => each.title), total], [['Here'], 1])
    const found = await connect().findProducts([String(id), String(other), 'not-of-this-platform', '999999'])
    assert.deepEqual(
      found.map(({ platformProductId }) => platformProductId),
      [String(other)],
    )
  })

  for (const [version, calls] of [
    [10.3, 4],
    [9.9, 253],
  ] as const)
    test(`250 products with three variations each are read in WooCommerce ${version}`, async () => {
      for (let i = 0; i < 250; i += 1)
        shop.addProduct({ name: `P${i}` }, [{ sku: `a${i}` }, { sku: `b${i}` }, { sku: `c${i}` }])
      shop.version = version
      const opened = connect()
      const { items, pages } = await readAll((from) => opened.readProducts(from))
      assert.equal(pages, 3)
      assert.equal(new Set(items.map(({ platformProductId }) => platformProductId)).size, 250)
      assert.deepEqual(new Set(items.map(({ variants }) => variants.length)), new Set([3]))
      assert.deepEqual(await opened.verify({ products: 250, variants: 750, last: null }), { isWhole: true })
      assert.ok(shop.calls.length <= calls + 10, String(shop.calls.length))
    })

  test('2,048 variations, prices with 40 decimals and a name of 64 kB are read completely', async () => {
    const price = `1.${'0123456789'.repeat(4)}`
    shop.addProduct(
      { name: 'x'.repeat(65_536) },
      Array.from({ length: 2_048 }, (_, i) => ({ sku: `v${i}`, price })),
    )
    const [product] = (await connect().readProducts(null)).items
    assert.equal(product?.variants.length, 2_048)
    assert.equal(product?.variants.at(-1)?.price, price)
    assert.equal(product?.title?.length, 65_536)
  })

  test('products with too many variations for one page are spread over several pages', async () => {
    for (let i = 0; i < 4; i += 1)
      shop.addProduct(
        { name: `P${i}` },
        Array.from({ length: 2_000 }, () => ({})),
      )
    const opened = connect()
    const { items, pages } = await readAll((from) => opened.readProducts(from))
    assert.equal(pages, 2)
    assert.deepEqual(
      items.map(({ variants }) => variants.length),
      [2_000, 2_000, 2_000, 2_000],
    )
  })

  test('a row that a deletion moved to an earlier page is found by its id', async () => {
    for (let i = 0; i < 150; i += 1) shop.addProduct({ name: `P${i}` })
    const all = shop.products.map(({ id }) => String(id))
    const opened = connect()
    const first = await opened.readProducts(null)
    shop.products.splice(0, 1)
    const second = await opened.readProducts(first.next)
    const seen = new Set([...first.items, ...second.items].map(({ platformProductId }) => platformProductId))
    const unseen = all.filter((id) => !seen.has(id))
    assert.equal(unseen.length, 1)
    assert.deepEqual(await opened.verify({ products: seen.size, variants: 0, last: first.next }), { isWhole: true })
    assert.equal((await opened.findProducts(unseen)).length, 1)
  })

  test("a variation that moved during another's deletion is still read", async () => {
    shop.addProduct(
      { name: 'P' },
      Array.from({ length: 150 }, (_, i) => ({ sku: `v${i}` })),
    )
    let pages = 0
    shop.before = (path) => {
      if (path.endsWith('/variations') && ++pages === 3) shop.variations.splice(0, 1)
    }
    const [product] = (await connect().readProducts(null)).items
    assert.ok(
      shop.variations.every(({ id }) =>
        product?.variants.some(({ platformVariantId }) => platformVariantId === String(id)),
      ),
    )
  })

  test('a read that lost rows is reported as incomplete', async () => {
    for (let i = 0; i < 3; i += 1) shop.addProduct({ name: `P${i}` })
    assert.deepEqual(await connect().verify({ products: 2, variants: 2, last: null }), {
      isWhole: false,
      reason: 'WooCommerce counted 3 products, but 2 were read.',
    })
    shop.hidesTotals = true
    assert.equal((await connect().verify({ products: 3, variants: 3, last: null })).isWhole, false)
  })

  test('a host that fails at a hundred products gets requests for smaller pages', async () => {
    for (let i = 0; i < 60; i += 1) shop.addProduct({ name: `P${i}` })
    shop.mostRows = 30
    const opened = connect()
    const { items } = await readAll((from) => opened.readProducts(from))
    assert.equal(new Set(items.map(({ platformProductId }) => platformProductId)).size, 60)
  })

  test('if a cache removed the totals, pages are still read to the end', async () => {
    for (let i = 0; i < 230; i += 1) shop.addProduct({ name: `P${i}` })
    shop.hidesTotals = true
    const opened = connect()
    assert.equal((await readAll((from) => opened.readProducts(from))).items.length, 230)
  })

  test('a file with a byte order mark still parses as JSON', async () => {
    shop.troubles.push({ status: 200, headers: { 'x-wp-total': '0' }, body: '\uFEFF[]' })
    assert.deepEqual((await connect({ currency: 'EUR' }).readCategories(null)).items, [])
  })

  test('each category is read with its parent', async () => {
    const { id } = shop.addCategory({ name: 'Pots &amp; Pans', slug: 'pots' })
    shop.addCategory({ name: 'Teapots', slug: 'teapots', parent: id })
    const { items, next } = await connect().readCategories(null)
    assert.equal(next, null)
    assert.deepEqual(
      items.map(({ name, handle, parentPlatformCategoryId }) => [name, handle, parentPlatformCategoryId]),
      [
        ['Pots & Pans', 'pots', null],
        ['Teapots', 'teapots', String(id)],
      ],
    )
  })
})

describe('orders', () => {
  const placed = (values: Record<string, unknown> = {}) =>
    shop.addOrder({
      number: '1001',
      total: '120.50',
      date_created_gmt: '2026-11-01T10:00:00',
      date_modified_gmt: '2026-11-01T10:00:00',
      billing: { first_name: 'Jane', last_name: 'Doe', email: 'jane@customer.example', country: 'DE' },
      line_items: [
        { id: 1, name: 'Tea &amp; Pot', product_id: 11, variation_id: 12, quantity: 2, sku: 'T-S', price: 50.25 },
      ],
      ...values,
    })

  test('an order is read with its gross total and refunded amount', async () => {
    const { id } = placed({
      status: 'completed',
      date_completed_gmt: '2026-11-02T10:00:00',
      refunds: [
        { id: 1, reason: '', total: '-10.10' },
        { id: 2, reason: '', total: '-0.4' },
      ],
    })
    assert.deepEqual(await connect().findOrder(String(id)), {
      platformOrderId: String(id),
      orderNumber: '1001',
      email: 'jane@customer.example',
      customerName: 'Jane Doe',
      currency: 'EUR',
      total: '120.50',
      refundedTotal: '10.50',
      placedAt: new Date('2026-11-01T10:00:00Z'),
      fulfilledAt: new Date('2026-11-02T10:00:00Z'),
      deliveredAt: null,
      cancelledAt: null,
      locale: null,
      country: 'DE',
      acceptsMarketing: null,
      lineItems: [
        {
          platformProductId: '11',
          platformVariantId: '12',
          sku: 'T-S',
          title: 'Tea & Pot',
          quantity: 2,
          unitPrice: '50.25',
        },
      ],
      updatedAt: new Date('2026-11-01T10:00:00Z'),
    })
  })

  test('a product without variations is bought as its own variant', async () => {
    const { id } = placed({ line_items: [{ id: 1, product_id: 11, variation_id: 0, quantity: 1 }] })
    const order = await connect().findOrder(String(id))
    assert.deepEqual(
      order?.lineItems.map((each) => [each.platformProductId, each.platformVariantId]),
      [['11', '11']],
    )
  })

  const lineItem = (values: object = {}) => ({ id: 1, product_id: 11, variation_id: 12, quantity: 1, ...values })
  /** In `GET /orders/:id/refunds`, quantities are negative, and the meta data names the order's line. */
  const refundLine = (quantity: number, line: number | null = 1) => ({
    id: 900,
    product_id: 11,
    variation_id: 12,
    quantity: -quantity,
    meta_data: line === null ? [] : [{ id: 1, key: '_refunded_item_id', value: String(line) }],
  })
  const beforeSent = '2026-11-02T09:00:00'
  const sentAt = '2026-11-02T10:00:00'
  const afterSent = '2026-11-09T10:00:00'

  for (const [what, values, refunds, quantities] of [
    ['an item that was set to 0 in the editor is no line', { line_items: [lineItem({ quantity: 0 })] }, [], []],
    ['half a kilogram is one', { line_items: [lineItem({ quantity: 0.4 })] }, [], [1]],
    [
      'an item that was refunded before it was sent is no line',
      { line_items: [lineItem(), lineItem({ id: 2 })] },
      [{ date_created_gmt: beforeSent, line_items: [refundLine(1)] }],
      [1],
    ],
    [
      'units that were refunded before the rest was sent are fewer units',
      { line_items: [lineItem({ quantity: 3 })], date_completed_gmt: sentAt, status: 'completed' },
      [{ date_created_gmt: beforeSent, line_items: [refundLine(2)] }],
      [1],
    ],
    [
      'an item that came back stays',
      { line_items: [lineItem()], date_completed_gmt: sentAt, status: 'refunded' },
      [{ date_created_gmt: afterSent, line_items: [refundLine(1)] }],
      [1],
    ],
    [
      'money that was returned for no item takes none away',
      { line_items: [lineItem({ quantity: 2 })] },
      [{ date_created_gmt: beforeSent, line_items: [] }],
      [2],
    ],
    [
      'a refund that names the product alone counts for it',
      { line_items: [lineItem({ quantity: 2 }), lineItem({ id: 2, variation_id: 13 })] },
      [{ date_created_gmt: beforeSent, line_items: [refundLine(2, null)] }],
      [1],
    ],
    [
      'a cancelled order keeps its lines',
      { status: 'cancelled', line_items: [lineItem({ quantity: 2 })] },
      [{ date_created_gmt: beforeSent, line_items: [refundLine(2)] }],
      [2],
    ],
  ] as const)
    test(what, async () => {
      const refundTotals = refunds.map((_, index) => ({ id: index + 1, reason: '', total: '-1.00' }))
      const { id } = placed({ ...structuredClone(values), refunds: refundTotals })
      shop.refunds.push(...refunds.map((each) => ({ ...structuredClone(each), parent_id: id })))
      const found = await connect().findOrder(String(id))
      assert.deepEqual(
        found?.lineItems.map(({ quantity }) => quantity),
        quantities,
      )
      assert.deepEqual((await connect().readOrders({ placed: new Date(0) }, null)).items, [found])
    })

  test('a webhook contains a whole order; an order with refunds is read from the API', () => {
    const meant = (values: object) =>
      woocommerce.interpretWebhook('order.updated', Buffer.from(JSON.stringify(placed({ ...values }))), {
        identifiers: woocommerce.identifiers,
        currency: null,
      })
    assert.ok('order' in meant({}))
    const refunded = meant({ refunds: [{ id: 1, reason: '', total: '-1.00' }] })
    assert.deepEqual([refunded.kind, 'order' in refunded], ['order', false])
  })

  test('status `cancelled` sets the cancellation time, and status `on-hold` counts as an order', async () => {
    const { id } = placed({ status: 'cancelled', date_modified_gmt: '2026-11-03T10:00:00' })
    const { id: held } = placed({ status: 'on-hold' })
    assert.deepEqual((await connect().findOrder(String(id)))?.cancelledAt, new Date('2026-11-03T10:00:00Z'))
    assert.equal((await connect().findOrder(String(held)))?.cancelledAt, null)
  })

  for (const status of ['pending', 'failed', 'checkout-draft', 'trash'])
    test(`an order that is "${status}" is ignored`, async () => {
      const { id } = placed({ status })
      assert.equal(await connect().findOrder(String(id)), undefined)
      assert.deepEqual((await connect().readOrders({ placed: new Date(0) }, null)).items, [])
    })

  test('an unknown order, or one of another platform, is read as undefined', async () => {
    assert.equal(await connect().findOrder('4711'), undefined)
    assert.equal(await connect().findOrder('../products'), undefined)
  })

  test('changes are read by time, and no change during the read is skipped', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second)).toISOString().slice(0, 19)
    for (let i = 0; i < 250; i += 1) placed({ date_modified_gmt: at(i) })
    const opened = connect()
    const since = { changed: new Date(`${at(0)}Z`) }
    const first = await opened.readOrders(since, null)
    assert.equal(first.items.length, 100)
    for (const order of shop.orders.slice(0, 50)) order.date_modified_gmt = at(600)
    const rest: string[] = []
    for (let next = first.next; next; ) {
      const page = await opened.readOrders(since, next)
      rest.push(...page.items.map(({ platformOrderId }) => platformOrderId))
      next = page.next
    }
    const seen = new Set([...first.items.map(({ platformOrderId }) => platformOrderId), ...rest])
    assert.equal(seen.size, 250)
    for (const order of shop.orders.slice(0, 50)) assert.ok(rest.includes(String(order.id)), 'as it was changed')
  })

  test('250 orders placed in the same second are all read, and the read ends', async () => {
    for (let i = 0; i < 250; i += 1) placed()
    const opened = connect()
    const { items, pages } = await readAll((from) => opened.readOrders({ placed: new Date('2026-10-01') }, from))
    assert.equal(new Set(items.map(({ platformOrderId }) => platformOrderId)).size, 250)
    assert.ok(pages <= 5, String(pages))
  })

  test('orders placed before the given time are not returned', async () => {
    placed({ date_created_gmt: '2026-09-01T00:00:00' })
    assert.deepEqual((await connect().readOrders({ placed: new Date('2026-10-01') }, null)).items, [])
  })
})

describe('a faulty shop', () => {
  const troubles = {
    'a page of a cache': [
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>cached</html>' },
      'shop_unreachable',
    ],
    'a page that calls itself JSON': [
      { status: 200, headers: { 'content-type': 'application/json' }, body: '<br/>Warning' },
      'shop_unreachable',
    ],
    'half of a JSON': [
      { status: 200, headers: { 'content-type': 'application/json' }, body: '[{"id":' },
      'answer_unreadable',
    ],
    'an error in a 200': [{ status: 200, body: '{"code":"error","message":"x"}' }, 'shop_unreachable'],
    'a redirect': [{ status: 301, headers: { location: 'https://elsewhere.example/' } }, 'shop_unreachable'],
    'the page of a firewall': [
      { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Forbidden</h1>' },
      'shop_unreachable',
    ],
    'a password for the whole site': [
      { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>401</h1>' },
      'shop_unreachable',
    ],
    'another refusal of the key': [
      { status: 403, body: '{"code":"woocommerce_rest_cannot_view"}' },
      'credentials_refused',
    ],
    'too many calls': [{ status: 429, headers: { 'retry-after': '7' } }, 'throttled'],
    maintenance: [
      { status: 503, headers: { 'retry-after': '60', 'content-type': 'text/html' }, body: '<h1>Briefly</h1>' },
      'throttled',
    ],
    'a broken PHP': [{ status: 500, headers: { 'content-type': 'text/html' }, body: 'critical error' }, 'shop_failed'],
    'a connection that ends': ['hang up', 'shop_unreachable'],
    'WordPress without WooCommerce': [{ status: 404, body: '{"code":"rest_no_route"}' }, 'shop_unreachable'],
    'a site that is no WordPress': [
      { status: 404, headers: { 'content-type': 'text/html' }, body: 'nothing' },
      'shop_unreachable',
    ],
  } as const

  for (const [what, [trouble, code]] of Object.entries(troubles))
    test(`${what} is ${code}`, async () => {
      shop.troubles.push(trouble)
      await assert.rejects(connect().check(), failsAs(code))
    })

  test('a shop is called again no sooner than its response allows', async () => {
    shop.troubles.push({ status: 429, headers: { 'retry-after': '7' } })
    await assert.rejects(connect().check(), { afterMs: 7_000 })
  })

  test('a wrong key is refused, and the failure contains neither part of the key', async () => {
    const credentials = { consumerKey: shop.consumerKey, consumerSecret: 'cs_wrong' }
    await assert.rejects(connect({ credentials }).check(), failsAs('credentials_refused'))
  })
})

describe('webhooks', () => {
  async function startReceiver(secret: string) {
    const received: { kind: string; topic: string | undefined; body: Buffer }[] = []
    let status = 200
    const server = createServer(async (request, response) => {
      const body = await buffer(request)
      const headers = request.headers as Record<string, string>
      const verdict = woocommerce.readWebhook({ headers, body, now: new Date() }, [secret])
      received.push({
        kind: verdict.kind,
        topic: verdict.kind === 'accepted' ? verdict.webhook.topic : undefined,
        body,
      })
      response.writeHead(verdict.kind === 'forged' ? 401 : status).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      received,
      answer: (next: number) => {
        status = next
      },
      close: () => new Promise((resolve) => server.close(resolve)),
    }
  }

  test("a repair creates missing webhooks, enables disabled ones, and ignores other apps' webhooks", async () => {
    const secret = 'a-secret-of-ours'
    const receiver = await startReceiver(secret)
    try {
      const opened = connect({ webhookUrl: receiver.url, webhookSecret: secret })
      assert.equal((await opened.findHooks()).missing.length, 8)
      assert.deepEqual(await opened.repairHooks(), { missing: [] })
      assert.deepEqual(
        receiver.received.map(({ kind }) => kind),
        Array(8).fill('ping'),
      )
      shop.webhooks.push({ id: 1, topic: 'order.updated', delivery_url: 'https://another.example', status: 'active' })

      receiver.answer(500)
      for (let i = 0; i < 5; i += 1) await shop.deliver('order.updated', { id: 5 })
      assert.deepEqual((await opened.findHooks()).missing, ['order.updated'])
      receiver.answer(200)
      assert.deepEqual(await opened.repairHooks(), { missing: [] })
      assert.equal(shop.webhooks.length, 9, 'woken, not made anew')
      assert.deepEqual(await shop.deliver('order.updated', { id: 5 }), [200])
      assert.equal(receiver.received.at(-1)?.topic, 'order.updated')

      await opened.removeHooks()
      assert.deepEqual(
        shop.webhooks.map(({ delivery_url }) => delivery_url),
        ['https://another.example'],
      )
    } finally {
      await receiver.close()
    }
  })

  test('a read-only key creates no webhooks, and the check reports it', async () => {
    shop.scope = 'read'
    const { checks, missingScopes } = await connect().check()
    assert.deepEqual(
      checks.map(({ name, ok }) => [name, ok]),
      [
        ['products', true],
        ['orders', true],
        ['webhooks', false],
      ],
    )
    assert.deepEqual(missingScopes, ['read_write'])
    await assert.rejects(connect().repairHooks(), failsAs('credentials_refused'))
  })

  const signed = (body: string, secret: string) => ({
    headers: {
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-delivery-id': '42',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
    body: Buffer.from(body),
    now: new Date(),
  })

  test('a signature must cover the exact bytes and use the new or the older secret', () => {
    const request = signed('{"id":7,"date_modified_gmt":"2026-11-01T10:00:00"}', 'old')
    assert.deepEqual(woocommerce.readWebhook(request, ['new', 'old']), {
      kind: 'accepted',
      webhook: {
        topic: 'order.updated',
        deliveryId: '42',
        resourceId: '7',
        occurredAt: new Date('2026-11-01T10:00:00Z'),
      },
    })
    for (const forged of [
      { ...request, body: Buffer.from(`${request.body} `) },
      { ...request, headers: { ...request.headers, 'x-wc-webhook-signature': '' } },
      { ...request, headers: {} },
    ])
      assert.deepEqual(woocommerce.readWebhook(forged, ['new', 'old']), { kind: 'forged' })
    assert.deepEqual(woocommerce.readWebhook(request, []), { kind: 'forged' })
  })

  test('only the real ping counts as a ping', () => {
    const read = (body: string) =>
      woocommerce.readWebhook({ headers: {}, body: Buffer.from(body), now: new Date() }, ['s'])
    assert.deepEqual(read('webhook_id=12'), { kind: 'ping' })
    assert.deepEqual(read('webhook_id=12&order=1'), { kind: 'forged' })
    assert.deepEqual(read('webhook_id='), { kind: 'forged' })
  })

  const interpret = (topic: string, body: unknown) =>
    woocommerce.interpretWebhook(topic, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), {
      identifiers: woocommerce.identifiers,
      currency: null,
    })

  test('an order’s webhook contains the whole order', () => {
    const order = shop.addOrder({ date_created_gmt: '2026-11-01T10:00:00', total: '5' })
    const meaning = interpret('order.updated', order)
    assert.equal(meaning.kind === 'order' && meaning.order?.total, '5')
    assert.deepEqual(interpret('order.updated', { ...order, status: 'pending' }), {
      kind: 'ignored',
      reason: 'no_order_yet',
    })
    assert.deepEqual(interpret('order.deleted', { id: 7 }), { kind: 'order_deleted', resourceId: '7' })
  })

  test('a variation’s webhook is about its product', () => {
    assert.deepEqual(interpret('product.updated', { id: 12, parent_id: 11 }), { kind: 'product', resourceId: '11' })
    assert.deepEqual(interpret('product.created', { id: 11, parent_id: 0 }), { kind: 'product', resourceId: '11' })
    assert.deepEqual(interpret('product.deleted', { id: 11 }), { kind: 'product_deleted', resourceId: '11' })
  })

  for (const [topic, body] of [
    ['coupon.updated', { id: 1 }],
    ['order.updated', 'no JSON'],
    ['order.updated', '[]'],
    ['order.updated', { id: { $gt: 1 } }],
    ['', { id: 1 }],
  ] as const)
    test(`${topic || 'no topic'} with ${JSON.stringify(body)} is ignored`, () => {
      assert.equal(interpret(topic, body).kind, 'ignored')
    })
})

describe('values that the merchant enters', () => {
  for (const [typed, address] of [
    ['shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    [' https://shop.example/de/wp-admin/index.php?x=1#y ', 'https://shop.example/de'],
    ['https://SHOP.example/wp-json/wc/v3/', 'https://shop.example'],
  ] as const)
    test(`"${typed}" is stored as ${address}`, () => {
      assert.deepEqual(woocommerce.readAddress(typed), { address })
    })

  for (const typed of [
    '',
    'ftp://shop.example',
    'https://user:pass@shop.example',
    'https://',
    `https://${'a'.repeat(600)}.example`,
  ])
    test(`"${typed.slice(0, 40)}" is refused as an address`, () => {
      assert.ok('refusal' in woocommerce.readAddress(typed))
    })

  test('credentials are a key and a secret, and nothing else', () => {
    const good = { consumerKey: 'ck_1', consumerSecret: 'cs_1' }
    assert.equal(woocommerce.refusedCredentials(good), undefined)
    assert.equal(woocommerce.refusedCredentials({ consumerKey: 'ck_1' })?.field, 'consumerSecret')
    assert.equal(woocommerce.refusedCredentials({ ...good, consumerKey: 'ck:1' })?.field, 'consumerKey')
    assert.equal(woocommerce.refusedCredentials({ ...good, apiKey: 'x' })?.field, 'apiKey')
    assert.equal(woocommerce.credentialLast4({ ...good, consumerKey: 'ck_abcd' }), 'abcd')
  })

  test('sources of identifiers are fields, meta data and attributes', () => {
    for (const source of ['global_unique_id', 'brands', 'sku', 'meta:_mpn', 'attribute:Maker'])
      assert.equal(woocommerce.refusedSource('gtin', source), undefined, source)
    for (const source of ['name', 'meta:', 'barcode', ''])
      assert.match(woocommerce.refusedSource('gtin', source) ?? '', /^must be one of/)
  })
})
