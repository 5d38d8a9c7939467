import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { createTools, makeConnection, readAll } from '#test/shop-tools.ts'
import { type ShopConnection, ShopFailure } from '../shop.ts'
import { medusa } from './medusa.ts'

type Row = Record<string, unknown>
type Medusa = {
  products: Row[]
  orders: Row[]
  payments: Row[]
  stores: Row[]
  collections: Row[]
  product_categories: Row[]
}

const apiKey = 'sk_310fe8c007ab3ddd32e8a2895f670ab8b802c59e74bf9aa8760fa0f7e6c0805d'

function open(
  shop: Partial<Medusa>,
  values: Partial<ShopConnection> = {},
  trouble: (url: URL) => Partial<GuardedResponse> | undefined = () => undefined,
) {
  const calls: string[] = []
  const tools = createTools()
  tools.call = async (address, request) => {
    const url = new URL(address)
    calls.push(decodeURIComponent(url.pathname + url.search))
    assert.equal(request?.headers?.authorization, `Basic ${btoa(`${apiKey}:`)}`)
    const answered = trouble(url)
    if (answered)
      return { status: 200, headers: {}, body: Buffer.from(''), truncated: false, durationMs: 1, ...answered }
    const name = url.pathname.slice('/admin/'.length).replaceAll('-', '_') as keyof Medusa
    const { searchParams: query } = url
    const ids = query.getAll('id[]')
    const since = [...query].find(([key]) => key.endsWith('[$gte]'))
    const order = query.get('order') ?? 'id'
    const rows = (shop[name] ?? [])
      .filter(({ id }) => ids.length === 0 || ids.includes(String(id)))
      .filter((row) => !since || String(row[since[0].slice(0, -'[$gte]'.length)]) >= since[1])
      .toSorted((a, b) => (String(a[order]) < String(b[order]) ? -1 : 1))
    const offset = Number(query.get('offset') ?? 0)
    const limit = Number(query.get('limit') ?? 50)
    const body = { [name]: rows.slice(offset, offset + limit), count: rows.length, offset, limit }
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)), truncated: false, durationMs: 1 }
  }
  const connection = makeConnection({
    address: 'https://shop.example',
    credentials: { apiKey },
    identifiers: medusa.identifiers,
    currency: 'EUR',
    ...values,
  })
  return { shop: medusa.open(connection, tools), calls }
}

const priced = (amount: unknown, currency_code = 'eur', rules: Row = {}) => ({ amount, currency_code, rules })

describe('products', () => {
  test("a product is read with variants, identifiers, categories and the store currency's price", async () => {
    const { shop } = open({
      products: [
        {
          id: 'prod_1',
          title: 'Teapot',
          handle: 'teapot',
          status: 'published',
          description: 'Keeps tea hot',
          thumbnail: 'https://shop.example/pot.jpg',
          collection_id: 'pcol_1',
          metadata: { brand: 'Acme', mpn: 'P-1' },
          updated_at: '2026-11-23T02:38:15.636Z',
          categories: [{ id: 'pcat_1' }],
          variants: [
            {
              id: 'variant_1',
              title: 'S',
              sku: 'T-S',
              ean: '4006381333931',
              metadata: { mpn: 'V-1' },
              prices: [priced(21.5, 'usd'), priced(17, 'eur', { region_id: 'reg_1' }), priced(19.9)],
            },
            { id: 'variant_2', title: 'L', sku: null, ean: null, upc: null, barcode: '012345678905', prices: [] },
          ],
        },
      ],
    })
    assert.deepEqual((await shop.readProducts(null)).items, [
      {
        platformProductId: 'prod_1',
        title: 'Teapot',
        handle: 'teapot',
        url: null,
        imageUrl: 'https://shop.example/pot.jpg',
        description: 'Keeps tea hot',
        status: 'active',
        categoryIds: ['pcat_1', 'pcol_1'],
        groupKey: null,
        variants: [
          {
            platformVariantId: 'variant_1',
            title: 'S',
            sku: 'T-S',
            gtin: '4006381333931',
            mpn: 'V-1',
            brand: 'Acme',
            price: '19.9',
            currency: 'EUR',
            imageUrl: null,
          },
          {
            platformVariantId: 'variant_2',
            title: 'L',
            sku: null,
            gtin: '012345678905',
            mpn: 'P-1',
            brand: 'Acme',
            price: null,
            currency: null,
            imageUrl: null,
          },
        ],
        updatedAt: new Date('2026-11-23T02:38:15.636Z'),
      },
    ])
  })

  test('without a store currency a read requests the shop’s default currency once', async () => {
    const products = Array.from({ length: 150 }, (_, i) => ({
      id: `prod_${String(i).padStart(3, '0')}`,
      variants: [{ id: `v${i}`, prices: [priced(1, 'usd'), priced(2, 'sek')] }],
    }))
    const supported_currencies = [{ currency_code: 'usd' }, { currency_code: 'sek', is_default: true }]
    const { shop, calls } = open({ products, stores: [{ id: 's', supported_currencies }] }, { currency: null })
    const { items } = await readAll((from) => shop.readProducts(from))
    assert.deepEqual(new Set(items.map(({ variants }) => variants[0]?.currency)), new Set(['SEK']))
    assert.equal(calls.filter((call) => call.startsWith('/admin/stores')).length, 1)
  })

  for (const [status, expected] of Object.entries({
    published: 'active',
    draft: 'draft',
    proposed: 'draft',
    rejected: 'draft',
  }))
    test(`a product that is "${status}" is ${expected}`, async () => {
      const { shop } = open({ products: [{ id: 'prod_1', status }] })
      assert.equal((await shop.readProducts(null)).items[0]?.status, expected)
    })

  test('prices have no exponent, lose no digit, and are never negative', async () => {
    const amounts = [0.0000001, 1e21, 120.5, '1.1234567890123456789012345678901234567890', -5, Number.NaN]
    const variants = amounts.map((amount, i) => ({ id: `v${i}`, prices: [priced(amount)] }))
    const { shop } = open({ products: [{ id: 'prod_1', variants }] })
    const [product] = (await shop.readProducts(null)).items
    assert.deepEqual(
      product?.variants.map(({ price }) => price),
      ['0.0000001', '1000000000000000000000', '120.5', '1.1234567890123456789012345678901234567890', null, null],
    )
  })

  test('a product with 2,048 variants and a title of 64 kB is read completely', async () => {
    const variants = Array.from({ length: 2_048 }, (_, i) => ({ id: `v${i}` }))
    const { shop } = open({ products: [{ id: 'prod_1', title: 'x'.repeat(65_536), variants }] })
    const [product] = (await shop.readProducts(null)).items
    assert.deepEqual([product?.variants.length, product?.title?.length], [2_048, 65_536])
  })

  test('a page that is too large is read in smaller pages, to the last product', async () => {
    const products = Array.from({ length: 45 }, (_, i) => ({ id: `prod_${String(i).padStart(3, '0')}` }))
    const { shop } = open({ products }, {}, (url) =>
      Number(url.searchParams.get('limit')) > 20 ? { truncated: true } : undefined,
    )
    const { items } = await readAll((from) => shop.readProducts(from))
    assert.equal(new Set(items.map(({ platformProductId }) => platformProductId)).size, 45)
  })

  test('250 ids are split into URLs of allowed length, and only existing products are returned', async () => {
    const products = Array.from({ length: 250 }, (_, i) => ({ id: `prod_01M8349D2CV0RB79SFVWTAK${i}` }))
    const { shop, calls } = open({ products: products.slice(1) })
    const found = await shop.findProducts(products.map(({ id }) => id))
    assert.equal(found.length, 249)
    assert.ok(calls.every((call) => encodeURIComponent(call).length < 8_000))
    assert.deepEqual(await shop.verify({ products: 248, variants: 0, last: null }), {
      isWhole: false,
      reason: 'Medusa counted 249 products, but 248 were read.',
    })
  })

  test("Medusa's categories and collections both become categories", async () => {
    const { shop } = open({
      product_categories: [
        { id: 'pcat_1', name: 'Pots', handle: 'pots', parent_category_id: null },
        { id: 'pcat_2', name: 'Teapots', handle: 'teapots', parent_category_id: 'pcat_1' },
      ],
      collections: [{ id: 'pcol_1', title: 'Winter', handle: 'winter' }],
    })
    const { items } = await readAll((from) => shop.readCategories(from))
    assert.deepEqual(
      items.map((each) => [each.platformCategoryId, each.name, each.parentPlatformCategoryId]),
      [
        ['pcat_1', 'Pots', null],
        ['pcat_2', 'Teapots', 'pcat_1'],
        ['pcol_1', 'Winter', null],
      ],
    )
  })
})

describe('orders', () => {
  const order = (values: Row = {}): Row => ({
    id: 'order_1',
    display_id: 7,
    email: 'jane@customer.example',
    currency_code: 'eur',
    status: 'pending',
    total: 44.7,
    credit_line_total: 0,
    summary: { refunded_total: 0 },
    created_at: '2026-11-23T02:40:12.000Z',
    updated_at: '2026-11-23T02:40:22.367Z',
    canceled_at: null,
    shipping_address: { first_name: 'Jane', last_name: 'Doe', country_code: 'de' },
    items: [
      {
        product_id: 'prod_1',
        variant_id: 'variant_1',
        variant_sku: 'T-S',
        product_title: 'Teapot',
        title: 'S',
        quantity: 2,
        unit_price: 19.9,
        return_received_total: 0,
      },
    ],
    fulfillments: [],
    ...values,
  })

  test('the gross total includes refunds and returns, which the shop subtracts', async () => {
    const [item] = order().items as Row[]
    const returned = order({
      total: 23.8,
      credit_line_total: 1,
      summary: { refunded_total: 20.9 },
      items: [{ ...item, return_received_total: 19.9 }],
    })
    const found = await open({ orders: [returned] }).shop.findOrder('order_1')
    assert.equal(found?.total, '44.7')
    assert.equal(found?.refundedTotal, '20.9')
  })

  const [cup] = order().items as Row[]
  for (const [what, values, total, refunded] of [
    [
      'came back damaged',
      { total: 24.8, items: [{ ...cup, return_received_total: 0, return_dismissed_total: 19.9 }] },
      '44.7',
      '19.9',
    ],
    [
      'came back, one whole and one damaged',
      { total: 4.9, items: [{ ...cup, return_received_total: 19.9, return_dismissed_total: 19.9 }] },
      '44.7',
      '39.8',
    ],
    ['was taken out by an edit after it was paid', { total: 24.8, items: [{ ...cup, quantity: 1 }] }, '44.7', '19.9'],
    ['was taken out by an edit before it was paid', { total: 24.8, items: [{ ...cup, quantity: 1 }] }, '24.8', '0'],
    ['was refunded by a version without credit lines', {}, '44.7', '5'],
  ] as const)
    test(`the gross total equals the paid amount when an item ${what}`, async () => {
      const paid_total = refunded === '0' ? 24.8 : 44.7
      const summary = { refunded_total: Number(refunded), paid_total }
      const found = await open({ orders: [order({ ...values, summary })] }).shop.findOrder('order_1')
      assert.deepEqual([found?.total, found?.refundedTotal], [total, refunded])
    })

  test('a removed item is omitted, a reduced item has fewer units, and returned items stay', async () => {
    const items = [
      { ...cup, quantity: 0 },
      { ...cup, quantity: 1 },
      { ...cup, quantity: 2, detail: { return_received_quantity: 1, return_dismissed_quantity: 1 } },
      { ...cup, quantity: '3' },
    ]
    const found = await open({ orders: [order({ items })] }).shop.findOrder('order_1')
    assert.deepEqual(
      found?.lineItems.map(({ quantity }) => quantity),
      [1, 2, 3],
    )
  })

  test('an order is read with its buyer and its lines', async () => {
    const found = await open({ orders: [order()] }).shop.findOrder('order_1')
    assert.deepEqual(found, {
      platformOrderId: 'order_1',
      orderNumber: '7',
      email: 'jane@customer.example',
      customerName: 'Jane Doe',
      currency: 'EUR',
      total: '44.7',
      refundedTotal: '0',
      placedAt: new Date('2026-11-23T02:40:12.000Z'),
      fulfilledAt: null,
      deliveredAt: null,
      cancelledAt: null,
      locale: null,
      country: 'DE',
      acceptsMarketing: null,
      lineItems: [
        {
          platformProductId: 'prod_1',
          platformVariantId: 'variant_1',
          sku: 'T-S',
          title: 'Teapot',
          quantity: 2,
          unitPrice: '19.9',
        },
      ],
      updatedAt: new Date('2026-11-23T02:40:22.367Z'),
    })
  })

  test('an order is fulfilled with its first parcel and delivered with its last, ignoring cancelled parcels', async () => {
    const parcel = (shipped_at: string | null, delivered_at: string | null, canceled_at: string | null = null) => ({
      packed_at: shipped_at,
      shipped_at,
      delivered_at,
      canceled_at,
    })
    const find = async (fulfillments: Row[]) =>
      await open({ orders: [order({ fulfillments })] }).shop.findOrder('order_1')
    const [one, two, three] = ['2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z', '2026-11-26T00:00:00Z'] as const
    const under = await find([parcel(two, three), parcel(one, null)])
    assert.deepEqual([under?.fulfilledAt, under?.deliveredAt], [new Date(one), null])
    const done = await find([parcel(two, three), parcel(one, two), parcel(one, null, one)])
    assert.deepEqual(done?.deliveredAt, new Date(three))
  })

  test('a draft is not an order, and a cancelled order has its cancellation time', async () => {
    assert.equal(await open({ orders: [order({ is_draft_order: true })] }).shop.findOrder('order_1'), undefined)
    const cancelled = order({
      status: 'canceled',
      total: 0,
      credit_line_total: 44.7,
      canceled_at: '2026-11-24T00:00:00Z',
    })
    const found = await open({ orders: [cancelled] }).shop.findOrder('order_1')
    assert.deepEqual([found?.total, found?.cancelledAt], ['44.7', new Date('2026-11-24T00:00:00Z')])
    assert.equal(await open({}).shop.findOrder('order_2'), undefined)
  })

  test('changes are listed oldest first; orders with only a new refund follow', async () => {
    const orders = Array.from({ length: 230 }, (_, i) =>
      order({ id: `order_${i}`, updated_at: new Date(Date.UTC(2026, 10, 23, 0, 0, i)).toISOString() }),
    )
    const payment = (id: string, orderId: string, created_at: string) => ({
      id,
      created_at: '2026-11-01T00:00:00.000Z',
      refunds: [{ created_at }],
      payment_collection: { order: { id: orderId } },
    })
    const payments = [
      payment('pay_1', 'order_0', '2026-11-23T00:03:00.000Z'),
      payment('pay_2', 'order_1', '2026-11-02T00:00:00.000Z'),
    ]
    const { shop } = open({ orders, payments })
    const since = { changed: new Date('2026-11-23T00:01:40Z') }
    const ids = (await readAll((from) => shop.readOrders(since, from))).items.map((each) => each.platformOrderId)
    assert.deepEqual([...new Set(ids)], [...orders.slice(100).map(({ id }) => id), 'order_0'])
  })
})

describe('a faulty shop', () => {
  const answers = {
    'a wrong key': [{ status: 401, body: Buffer.from('{"message":"Unauthorized"}') }, 'credentials_refused'],
    'a page': [{ headers: { 'content-type': 'text/html' }, body: Buffer.from('<!DOCTYPE html>') }, 'shop_unreachable'],
    'another API': [{ body: Buffer.from('{"status":"ok"}') }, 'shop_unreachable'],
    'no such route': [
      { status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('Cannot GET') },
      'shop_unreachable',
    ],
    'a redirect': [{ status: 308, headers: { location: 'https://x.example' } }, 'shop_unreachable'],
    'a failure of its own': [{ status: 500, body: Buffer.from('{"code":"unknown_error"}') }, 'shop_failed'],
    'too many calls': [{ status: 429, headers: { 'retry-after': '3' } }, 'throttled'],
  } as const
  for (const [what, [answer, code]] of Object.entries(answers))
    test(`${what} is ${code}, and never shows the key`, async () => {
      await assert.rejects(open({}, {}, () => answer as Partial<GuardedResponse>).shop.check(), (error) => {
        assert.ok(error instanceof ShopFailure)
        assert.equal(error.code, code)
        const said = JSON.stringify([error.message, error.stack, { ...error }])
        return !said.includes(apiKey) && !said.includes(btoa(`${apiKey}:`))
      })
    })
})

test('the only accepted credential is a secret key', () => {
  assert.equal(medusa.refusedCredentials({ apiKey }), undefined)
  assert.equal(medusa.refusedCredentials({})?.field, 'apiKey')
  assert.equal(medusa.refusedCredentials({ apiKey: 'a b' })?.field, 'apiKey')
  assert.equal(medusa.refusedCredentials({ apiKey, password: 'x' })?.field, 'password')
  assert.equal(medusa.credentialLast4({ apiKey }), '805d')
  assert.deepEqual(medusa.readAddress('shop.example/app/login'), { address: 'https://shop.example' })
  for (const source of ['ean', 'meta:brand', 'type']) assert.equal(medusa.refusedSource('gtin', source), undefined)
  assert.match(medusa.refusedSource('gtin', 'attribute:x') ?? '', /^must be one of/)
})
