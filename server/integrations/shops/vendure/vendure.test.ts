import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { GuardedRequest, GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { createTools, makeConnection, readAll } from '#test/shop-tools.ts'
import { type Credentials, ShopFailure } from '../shop.ts'
import { vendure } from './vendure.ts'

type Row = Record<string, unknown>
type Asked = { document: string; variables: Record<string, Record<string, unknown>>; headers: Record<string, string> }

function open(
  answers: Record<string, (asked: Asked) => unknown>,
  {
    credentials,
    identifiers = vendure.identifiers,
  }: { credentials?: Credentials; identifiers?: typeof vendure.identifiers } = {},
) {
  const asked: (Asked & { name: string })[] = []
  const tools = createTools()
  tools.call = async (_, { headers = {}, body = '' }: GuardedRequest = {}) => {
    const { query: document, variables } = JSON.parse(String(body))
    const name = /^\w+ (\w+)/.exec(document)?.[1] ?? ''
    asked.push({ name, document, variables, headers })
    const answer = answers[name] ?? usual[name]
    const given = answer?.({ document, variables, headers }) as Row | undefined
    const isResponse = given !== undefined && 'status' in given
    return {
      status: 200,
      headers: name === 'Login' ? { 'vendure-auth-token': `token-${asked.length}` } : {},
      body: Buffer.from(JSON.stringify(given && 'errors' in given ? given : { data: given })),
      truncated: false,
      durationMs: 1,
      ...(isResponse ? (given as Partial<GuardedResponse>) : {}),
    }
  }
  const connection = makeConnection({
    // Each test has its own URL, because sessions are cached by URL.
    address: `https://${randomUUID()}.example`,
    credentials: credentials ?? { username: 'admin@shop.example', password: 'correct horse' },
    identifiers,
  })
  return { shop: vendure.open(connection, tools), asked }
}

const field = (name: string, type = 'string', list = false) => ({ name, type, list })
const usual: Record<string, (asked: Asked) => unknown> = {
  Login: () => ({ login: { __typename: 'CurrentUser' } }),
  Settings: () => ({
    globalSettings: {
      serverConfig: {
        moneyStrategyPrecision: 2,
        entityCustomFields: [
          { entityName: 'Product', customFields: [field('brand'), field('gtin', 'relation')] },
          { entityName: 'ProductVariant', customFields: [field('gtin'), field('mpn', 'string', true)] },
        ],
      },
    },
  }),
}

const serveList =
  (name: string, rows: readonly Row[]) =>
  ({ variables }: Asked) => {
    const { skip = 0, take = 100 } = (variables.options ?? {}) as { skip?: number; take?: number }
    return { [name]: { items: rows.slice(skip, skip + take), totalItems: rows.length } }
  }
const product = (id: number, variants: Row[] = [], values: Row = {}): Row => ({
  id: String(id),
  name: `P${id}`,
  enabled: true,
  facetValues: [],
  collections: [],
  variantList: { items: variants.slice(0, 50), totalItems: variants.length },
  ...values,
})
const variant = (id: number, values: Row = {}): Row => ({
  id: String(id),
  enabled: true,
  currencyCode: 'EUR',
  priceWithTax: 2_399,
  price: 1_999,
  facetValues: [],
  ...values,
})

describe('products', () => {
  test('a product is read with its sold variants, custom fields, facets and collections', async () => {
    const one = product(
      1,
      [
        variant(1, { name: 'Teapot S', sku: 'T-S', customFields: { gtin: '4006381333931' } }),
        variant(2, { enabled: false }),
      ],
      {
        slug: 'teapot',
        description: '<p>Keeps <b>tea</b> hot</p>',
        featuredAsset: { preview: '/assets/pot.jpg' },
        facetValues: [{ name: 'Acme', facet: { code: 'maker', name: 'Hersteller' } }],
        collections: [{ id: '3' }],
        updatedAt: '2026-11-23T02:56:45.000Z',
      },
    )
    const identifiers = { gtin: 'meta:gtin', mpn: 'meta:mpn', brand: 'attribute:Hersteller' }
    const { shop, asked } = open({ Products: serveList('products', [one]) }, { identifiers })
    const [read] = (await shop.readProducts(null)).items
    assert.deepEqual(
      { ...read, imageUrl: new URL(read?.imageUrl ?? '').pathname },
      {
        platformProductId: '1',
        title: 'P1',
        handle: 'teapot',
        url: null,
        imageUrl: '/assets/pot.jpg',
        description: 'Keeps tea hot',
        status: 'active',
        categoryIds: ['3'],
        groupKey: null,
        variants: [
          {
            platformVariantId: '1',
            title: 'Teapot S',
            sku: 'T-S',
            gtin: '4006381333931',
            mpn: null,
            brand: 'Acme',
            price: '23.99',
            currency: 'EUR',
            imageUrl: null,
          },
        ],
        updatedAt: new Date('2026-11-23T02:56:45.000Z'),
      },
    )
    const document = asked.find(({ name }) => name === 'Products')?.document ?? ''
    assert.match(document, /customFields \{ gtin \}/, 'fields that the shop has, single values alone')
    assert.doesNotMatch(document, /mpn|brand/)
  })

  test('a product that is not enabled is a draft', async () => {
    const { shop } = open({ Products: serveList('products', [product(1, [], { enabled: false })]) })
    assert.equal((await shop.readProducts(null)).items[0]?.status, 'draft')
  })

  for (const [currency, precision, units, price] of [
    ['JPY', 2, 1_999, '1999'],
    ['KWD', 2, 1_999, '1.999'],
    ['EUR', 2, 5, '0.05'],
    ['EUR', 4, 123_456, '12.3456'],
    ['EUR', 0, 7, '7'],
    ['EUR', 2, -5, null],
    ['EUR', 2, 1.5, null],
  ] as const)
    test(`${units} of ${currency} with a precision of ${precision} are ${price}`, async () => {
      const row = product(1, [variant(1, { currencyCode: currency, priceWithTax: units, price: null })])
      const { shop } = open({
        Products: serveList('products', [row]),
        Settings: () => ({ globalSettings: { serverConfig: { moneyStrategyPrecision: precision } } }),
      })
      assert.equal((await shop.readProducts(null)).items[0]?.variants[0]?.price, price)
    })

  test("a product's 2,048 variants are read in separate pages", async () => {
    const variants = Array.from({ length: 2_048 }, (_, i) => variant(i + 1))
    const { shop, asked } = open({
      Products: serveList('products', [product(1, variants, { name: 'x'.repeat(65_536) })]),
      Variants: serveList('productVariants', variants),
    })
    const [read] = (await shop.readProducts(null)).items
    assert.deepEqual([read?.variants.length, read?.title?.length], [2_048, 65_536])
    assert.equal(asked.filter(({ name }) => name === 'Variants').length, 3)
  })

  test('variants that move during a deletion are read again until the count is stable', async () => {
    const variants = Array.from({ length: 2_048 }, (_, i) => variant(i + 1))
    let pages = 0
    const { shop } = open({
      Products: serveList('products', [product(1, variants)]),
      Variants: (asked) => {
        if (++pages === 2) variants.splice(0, 1)
        return serveList('productVariants', variants)(asked)
      },
    })
    const [read] = (await shop.readProducts(null)).items
    assert.deepEqual(
      read?.variants.map(({ platformVariantId }) => platformVariantId),
      variants.map(({ id }) => id),
    )
  })

  test("every page is read, and the number of products is compared with the shop's count", async () => {
    const rows = Array.from({ length: 120 }, (_, i) => product(i + 1))
    const { shop } = open({
      Products: serveList('products', rows),
      ProductCount: () => ({ products: { totalItems: 120 } }),
    })
    assert.equal((await readAll((from) => shop.readProducts(from))).items.length, 120)
    assert.deepEqual(await shop.verify({ products: 120, variants: 0, last: null }), { isWhole: true })
    assert.equal((await shop.verify({ products: 119, variants: 0, last: null })).isWhole, false)
  })

  test('collections are read with their parents, and the root is left out', async () => {
    const root = { id: '1', name: '__root_collection__' }
    const { shop } = open({
      Collections: serveList('collections', [
        { id: '2', name: 'Pots', slug: 'pots', parent: root },
        { id: '3', name: 'Teapots', slug: 'teapots', parent: { id: '2', name: 'Pots' } },
      ]),
    })
    const { items } = await shop.readCategories(null)
    assert.deepEqual(
      items.map((each) => [each.name, each.parentPlatformCategoryId]),
      [
        ['Pots', null],
        ['Teapots', '2'],
      ],
    )
  })
})

describe('orders', () => {
  const order = (values: Row = {}): Row => ({
    id: '1',
    code: '56W4ZGWH5BS45MMZ',
    state: 'PaymentSettled',
    active: false,
    orderPlacedAt: '2026-11-23T02:56:53.032Z',
    updatedAt: '2026-11-23T02:56:52.000Z',
    currencyCode: 'EUR',
    totalWithTax: 5_298,
    customer: { emailAddress: 'jane@customer.example', firstName: 'Jane', lastName: 'Doe' },
    shippingAddress: { fullName: 'Jane Doe', countryCode: 'DE' },
    shippingLines: [],
    lines: [
      {
        quantity: 2,
        orderPlacedQuantity: 2,
        proratedUnitPriceWithTax: 2_399,
        discountedUnitPriceWithTax: 2_399,
        productVariant: { id: '1', sku: 'T-S', name: 'Teapot S', productId: '1' },
      },
    ],
    payments: [],
    history: { items: [] },
    ...values,
  })
  const find = async (values: Row) => await open({ Orders: serveList('orders', [order(values)]) }).shop.findOrder('1')
  const reached = (...states: string[]) => ({
    items: states.map((to, i) => ({ createdAt: `2026-11-2${i + 4}T00:00:00.000Z`, data: { to } })),
  })

  test('only returned money counts as refunded', async () => {
    const refunds = [
      { total: 500, state: 'Settled' },
      { total: 700, state: 'Pending' },
      { total: 900, state: 'Failed' },
    ]
    const found = await find({ payments: [{ refunds }, { refunds: [{ total: 5, state: 'Settled' }] }] })
    assert.deepEqual([found?.total, found?.refundedTotal], ['52.98', '5.05'])
  })

  test('the gross total stays unchanged when lines and shipping are cancelled', async () => {
    const [line] = order().lines as Row[]
    const cancelled = await find({
      state: 'Cancelled',
      totalWithTax: 0,
      lines: [{ ...line, quantity: 0 }],
      shippingLines: [{ discounts: [{ adjustmentSource: 'CANCEL_ORDER', amountWithTax: -500 }] }],
      history: reached('PaymentSettled', 'Cancelled'),
    })
    assert.equal(cancelled?.total, '52.98')
    assert.equal(cancelled?.lineItems[0]?.quantity, 2)
    assert.deepEqual(cancelled?.cancelledAt, new Date('2026-11-25T00:00:00.000Z'))
  })

  const sent = (quantity: number, state = 'Shipped') => [{ quantity, fulfillment: { state } }]
  for (const [what, values, quantities] of [
    ['was removed before it was sent is left out', { quantity: 0, fulfillmentLines: [] }, []],
    ['was reduced before it was sent has fewer units', { quantity: 1, fulfillmentLines: sent(1) }, [1]],
    ['was returned stays', { quantity: 0, fulfillmentLines: sent(2) }, [2]],
    ['was partly returned stays at its full quantity', { quantity: 1, fulfillmentLines: sent(2, 'Delivered') }, [2]],
    ['was in a cancelled parcel is left out', { quantity: 0, fulfillmentLines: sent(2, 'Cancelled') }, []],
    ['was added to a placed order is included', { quantity: 1, orderPlacedQuantity: 0, fulfillmentLines: [] }, [1]],
  ] as const)
    test(`a line that ${what}, and the gross total does not change`, async () => {
      const [line] = order().lines as Row[]
      const lost = 2 - values.quantity
      const isAdded = 'orderPlacedQuantity' in values
      const found = await find({
        totalWithTax: isAdded ? 5_298 : 5_298 - lost * 2_399,
        lines: [{ ...line, ...values }],
        history: reached('PaymentSettled'),
      })
      assert.deepEqual(
        found?.lineItems.map(({ quantity }) => quantity),
        quantities,
      )
      assert.equal(found?.total, '52.98')
    })

  test("the times of shipping and delivery come from an order's history", async () => {
    const shipped = await find({ state: 'Shipped', history: reached('PaymentSettled', 'PartiallyShipped', 'Shipped') })
    assert.deepEqual([shipped?.fulfilledAt, shipped?.deliveredAt], [new Date('2026-11-25T00:00:00.000Z'), null])
    const delivered = await find({ state: 'Delivered', history: reached('PaymentSettled', 'Shipped', 'Delivered') })
    assert.deepEqual(delivered?.deliveredAt, new Date('2026-11-26T00:00:00.000Z'))
  })

  test('a basket and a draft do not count as orders', async () => {
    assert.equal(await find({ active: true }), undefined)
    assert.equal(await find({ orderPlacedAt: null, state: 'Draft' }), undefined)
  })

  test("a refund that leaves the order's `updatedAt` unchanged is still found", async () => {
    const { shop } = open({
      Orders: ({ variables }) => {
        const isById = 'id' in ((variables.options?.filter ?? {}) as Row)
        return { orders: { items: isById ? [order()] : [], totalItems: isById ? 1 : 0 } }
      },
      Parts: serveList('orders', [
        { id: '1', payments: [{ refunds: [{ updatedAt: '2026-11-24T00:00:00.000Z' }] }] },
        { id: '2', payments: [{ refunds: [{ updatedAt: '2026-11-01T00:00:00.000Z' }] }], fulfillments: [] },
      ]),
    })
    const since = { changed: new Date('2026-11-23T12:00:00Z') }
    const { items } = await readAll((from) => shop.readOrders(since, from))
    assert.deepEqual(
      items.map(({ platformOrderId }) => platformOrderId),
      ['1'],
    )
  })
})

describe('authentication', () => {
  const counts = () => ({ products: { totalItems: 1 }, orders: { totalItems: 2 } })

  test('one login is used for many queries, and an expired session causes a new login', async () => {
    let ended = false
    const { shop, asked } = open({
      Counts: ({ headers }) => {
        if (ended && headers.authorization === 'Bearer token-1')
          return { errors: [{ extensions: { code: 'FORBIDDEN' } }] }
        return counts()
      },
    })
    await shop.check()
    await shop.check()
    ended = true
    await shop.check()
    assert.deepEqual(
      asked.map(({ name }) => name),
      ['Login', 'Counts', 'Counts', 'Counts', 'Login', 'Counts'],
    )
  })

  test('an API key needs no login, and each request names the channel', async () => {
    const { shop, asked } = open({ Counts: counts }, { credentials: { apiKey: 'key:of-an-admin', channelToken: 'eu' } })
    await shop.check()
    assert.deepEqual(
      asked.map(({ name }) => name),
      ['Counts'],
    )
    assert.equal(asked[0]?.headers['vendure-api-key'], 'key:of-an-admin')
    assert.equal(asked[0]?.headers['vendure-token'], 'eu')
  })

  const refusals: Record<string, [Record<string, () => unknown>, string]> = {
    'a wrong password': [
      { Login: () => ({ login: { __typename: 'InvalidCredentialsError' } }) },
      'credentials_refused',
    ],
    'a role that may not': [
      { Counts: () => ({ errors: [{ extensions: { code: 'FORBIDDEN' } }] }) },
      'credentials_refused',
    ],
    'no such channel': [
      { Counts: () => ({ errors: [{ extensions: { code: 'CHANNEL_NOT_FOUND' } }] }) },
      'credentials_refused',
    ],
    'a failure of its own': [
      { Counts: () => ({ errors: [{ message: 'correct horse', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }) },
      'shop_failed',
    ],
    'an error without a code': [{ Counts: () => ({ errors: [{ message: 'correct horse' }] }) }, 'shop_failed'],
    'nothing that was asked for': [{ Counts: () => ({}) }, 'answer_unreadable'],
    'a page': [
      { Login: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }) },
      'shop_unreachable',
    ],
    'another API': [{ Login: () => ({ status: 200, body: Buffer.from('{"hello":1}') }) }, 'shop_unreachable'],
    'a redirect': [{ Login: () => ({ status: 302, headers: { location: '/login' } }) }, 'shop_unreachable'],
    'too many calls': [{ Login: () => ({ status: 429, headers: { 'retry-after': '3' } }) }, 'throttled'],
  }
  for (const [what, [answers, code]] of Object.entries(refusals))
    test(`${what} is ${code}, and never shows the password`, async () => {
      await assert.rejects(open(answers).shop.check(), (error) => {
        assert.ok(error instanceof ShopFailure, String(error))
        assert.equal(error.code, code)
        return !JSON.stringify([error.message, error.stack, { ...error }]).includes('correct horse')
      })
    })

  test('credentials are a name and a password, or a key, and a channel’s token', () => {
    const refused = (credentials: Credentials) => vendure.refusedCredentials(credentials)?.field
    assert.equal(refused({ username: 'a', password: 'b' }), undefined)
    assert.equal(refused({ apiKey: 'a', channelToken: 'c' }), undefined)
    assert.equal(refused({ username: 'a' }), 'password')
    assert.equal(refused({}), 'username')
    assert.equal(refused({ username: 'a', apiKey: 'b' }), 'apiKey')
    assert.equal(refused({ apiKey: 'line\nbreak' }), 'apiKey')
    assert.equal(refused({ apiKey: 'a', consumerKey: 'b' }), 'consumerKey')
    assert.deepEqual(vendure.readAddress('https://shop.example/admin-api/'), { address: 'https://shop.example' })
    assert.equal(vendure.refusedSource('gtin', 'meta:gtin'), undefined)
    assert.match(vendure.refusedSource('gtin', 'meta:} { id') ?? '', /^must be/)
  })
})
