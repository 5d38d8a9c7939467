import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  addBcOrder,
  addBcProduct,
  type BcFailure,
  type BcProduct,
  type FakeBigCommerce,
  lazyBcProducts,
  makeBcVariant,
  startBigCommerce,
} from '#test/fakes/shops/bigcommerce.ts'
import { createTools, makeConnection, readAll, type TestTools } from '#test/shop-tools.ts'
import type { IdentifierSources, Position, Shop, ShopFailure, ShopFailureCode } from '../shop.ts'
import { createBigCommerce } from './bigcommerce.ts'

let fake: FakeBigCommerce
let tools: TestTools

before(async () => {
  tools = createTools({ at: Date.parse('2026-11-20T10:00:00Z') })
  fake = await startBigCommerce({ now: () => tools.at })
})
after(() => fake.close())
beforeEach(() => {
  tools = createTools({ at: tools.at })
  fake.data = { products: new Map(), brands: [], categories: [], orders: new Map() }
  fake.hooks = []
  Object.assign(fake, { calls: [], failures: [], outage: undefined, quota: null, afterPage: undefined })
  Object.assign(fake, { hasCursors: false, hasConsignments: true })
})

function open({
  identifiers,
  token = 'bc-token',
  webhookUrl,
}: {
  identifiers?: IdentifierSources
  token?: string
  webhookUrl?: string
} = {}): Shop {
  const platform = createBigCommerce(fake.origin)
  const credentials = { accessToken: token, clientSecret: 'bc-secret' }
  return platform.open(
    makeConnection({
      address: 'abc123',
      credentials,
      identifiers: identifiers ?? platform.identifiers,
      ...(webhookUrl && { webhookUrl }),
    }),
    tools,
  )
}

async function readCatalogue(shop = open()) {
  const { items, pages } = await readAll((from: Position | null) => shop.readProducts(from))
  const variants = items.reduce((sum, { variants }) => sum + variants.length, 0)
  return { items, pages, verdict: await shop.verify({ products: items.length, variants, last: null }) }
}

describe('a catalogue of BigCommerce', () => {
  it('a catalogue of BigCommerce has brands, custom fields, addresses, and variants that can be bought', async () => {
    fake.data.brands = [{ id: 7, name: 'Nordlauf' }]
    const product = addBcProduct(fake.data, {
      id: 50,
      name: 'Läufer',
      description: '<p>Runs &amp; <b>runs</b>.</p>',
      price: 79.5,
      brand_id: 7,
      mpn: 'P-1',
      categories: [3, 4],
      custom_url: { url: '/laeufer/', is_customized: true },
      primary_image: { url_standard: 'https://cdn.example/s.jpg', url_zoom: 'https://cdn.example/z.jpg' },
      variants: [
        makeBcVariant(50, {
          id: 51,
          sku: 'L-42',
          price: 69.9,
          gtin: '',
          upc: '012345678905',
          mpn: 'V-1',
          image_url: 'https://cdn.example/42.jpg',
          option_values: [
            { id: 1, label: '42', option_id: 1, option_display_name: 'Size' },
            { id: 2, label: 'Blau', option_id: 2, option_display_name: 'Colour' },
          ],
        }),
        makeBcVariant(50, { id: 52, gtin: '4006381333931', upc: '012345678905', calculated_price: 79.5 }),
        makeBcVariant(50, { id: 53, purchasing_disabled: true }),
      ],
    })
    const { items, verdict } = await readCatalogue()
    assert.deepEqual(verdict, { isWhole: true })
    const [found] = items
    const [first, second, third] = found?.variants ?? []
    assert.deepEqual(
      { ...found, variants: [] },
      {
        platformProductId: '50',
        title: 'Läufer',
        handle: 'laeufer',
        url: 'https://acme.example/laeufer/',
        imageUrl: 'https://cdn.example/z.jpg',
        description: 'Runs & runs.',
        status: 'active',
        categoryIds: ['3', '4'],
        groupKey: null,
        variants: [],
        updatedAt: new Date(product.date_modified),
      },
    )
    assert.deepEqual(first, {
      platformVariantId: '51',
      title: '42 / Blau',
      sku: 'L-42',
      gtin: '012345678905',
      mpn: 'V-1',
      brand: 'Nordlauf',
      price: '69.9',
      currency: 'USD',
      imageUrl: 'https://cdn.example/42.jpg',
    })
    assert.deepEqual([second?.gtin, second?.mpn, second?.price], ['4006381333931', 'P-1', '79.5'])
    assert.equal(third, undefined)
  })

  it('identifiers of a BigCommerce catalogue come from the fields that the merchant chose', async () => {
    addBcProduct(fake.data, {
      brand_id: 9,
      custom_fields: [
        { id: 1, name: 'EAN', value: '4006381333931' },
        { id: 2, name: 'Marke', value: 'Acme' },
      ],
    })
    const { items } = await readCatalogue(open({ identifiers: { gtin: 'meta:EAN', mpn: 'sku', brand: 'meta:Marke' } }))
    const [variant] = items[0]?.variants ?? []
    assert.deepEqual([variant?.gtin, variant?.brand], ['4006381333931', 'Acme'])
    assert.match(variant?.mpn ?? '', /^SKU-/)
    assert.ok(!fake.calls.some(({ path }) => path.endsWith('/brands')))
  })

  for (const hasCursors of [false, true])
    it(`a catalogue of BigCommerce is read page by page ${hasCursors ? 'by cursor' : 'by number'}, each product once`, async () => {
      fake.hasCursors = hasCursors
      for (let index = 0; index < 450; index += 1) addBcProduct(fake.data)
      const { items, pages, verdict } = await readCatalogue()
      assert.equal(new Set(items.map(({ platformProductId }) => platformProductId)).size, 450)
      assert.equal(pages, 5)
      assert.deepEqual(verdict, { isWhole: true })
    })

  it('a read of a BigCommerce catalogue requests each brand once, even a deleted one', async () => {
    fake.data.brands = [{ id: 7, name: 'Nordlauf' }]
    for (let index = 0; index < 300; index += 1) addBcProduct(fake.data, { brand_id: index % 2 === 0 ? 7 : 8 })
    const { items } = await readCatalogue()
    assert.equal(items[0]?.variants[0]?.brand, 'Nordlauf')
    assert.equal(items[1]?.variants[0]?.brand, null)
    assert.equal(fake.calls.filter(({ path }) => path.endsWith('/brands')).length, 1)
  })

  it('a product that the pages of a BigCommerce catalogue missed is found by its id', async () => {
    const added = Array.from({ length: 250 }, () => addBcProduct(fake.data))
    const skipped = added[100] as BcProduct
    fake.afterPage = (page) => {
      if (page === 1) (fake.data.products as Map<number, BcProduct>).delete(added[0]?.id ?? 0)
    }
    const shop = open()
    const { items, verdict } = await readCatalogue(shop)
    assert.deepEqual(verdict, { isWhole: true })
    const seen = new Set(items.map(({ platformProductId }) => platformProductId))
    const unseen = added.map(({ id }) => String(id)).filter((id) => !seen.has(id))
    assert.deepEqual(unseen, [String(skipped.id)])
    assert.equal((await shop.findProducts(unseen)).length, 1)
    assert.deepEqual(await shop.findProducts([String(added[0]?.id), 'my-own']), [])
  })

  it('a catalogue of BigCommerce is incomplete with fewer products than counted, also when another process checks it', async () => {
    for (let index = 0; index < 3; index += 1) addBcProduct(fake.data)
    assert.equal((await open().verify({ products: 2, variants: 2, last: null })).isWhole, false)
    assert.equal((await open().verify({ products: 3, variants: 3, last: null })).isWhole, true)
  })

  it('a catalogue of BigCommerce with a page that is too large is read in smaller pages', async () => {
    for (let index = 0; index < 110; index += 1) addBcProduct(fake.data, { name: `${index} ${'ß'.repeat(32_000)}` })
    const { call } = tools
    tools.call = (url, request) => call(url, { ...request, maxBytes: 2_000_000 })
    const { items, verdict } = await readCatalogue()
    assert.equal(items.length, 110)
    assert.deepEqual(verdict, { isWhole: true })
    assert.equal(items[0]?.title?.length, 32_002)
  })

  it('a catalogue of BigCommerce without products is empty, and products hidden in the storefront are drafts', async () => {
    assert.deepEqual((await readCatalogue()).items, [])
    addBcProduct(fake.data, { is_visible: false })
    assert.equal((await readCatalogue()).items[0]?.status, 'draft')
  })

  it('a catalogue of BigCommerce has a tree of categories', async () => {
    fake.data.categories = [
      { category_id: 3, parent_id: 0, tree_id: 1, name: 'Shoes', url: { path: '/shoes/' } },
      { category_id: 4, parent_id: 3, tree_id: 1, name: 'Running', url: { path: '/shoes/running/' } },
    ]
    assert.deepEqual((await open().readCategories(null)).items, [
      { platformCategoryId: '3', name: 'Shoes', handle: 'shoes', parentPlatformCategoryId: null },
      { platformCategoryId: '4', name: 'Running', handle: 'shoes/running', parentPlatformCategoryId: '3' },
    ])
  })

  it('a catalogue of BigCommerce with many variants is read completely', async () => {
    fake.data.products = lazyBcProducts(300, 50)
    const { items, verdict } = await readCatalogue()
    assert.equal(items.length, 300)
    assert.deepEqual(verdict, { isWhole: true })
  })
})

describe('an order of BigCommerce', () => {
  const line = (id: number) => ({
    id,
    product_id: 50,
    variant_id: 51,
    sku: 'L-42',
    name: 'Läufer',
    quantity: 2,
    price_inc_tax: '19.0650',
    base_price: '17.0000',
  })

  for (const hasConsignments of [true, false])
    it(`an order of BigCommerce is the same when read by its id or in lists, with lines ${hasConsignments ? 'included' : 'read separately'}`, async () => {
      fake.hasConsignments = hasConsignments
      const { id } = addBcOrder(fake.data, {
        status_id: 2,
        date_shipped: 'Tue, 03 Nov 2026 10:00:00 +0000',
        date_modified: 'Wed, 04 Nov 2026 10:00:00 +0000',
        refunded_amount: '5.0000',
        lines: [line(1), line(2)],
      })
      const shop = open()
      const found = await shop.findOrder(String(id))
      const lineItem = {
        platformProductId: '50',
        platformVariantId: '51',
        sku: 'L-42',
        title: 'Läufer',
        quantity: 2,
        unitPrice: '19.0650',
      }
      assert.deepEqual(found, {
        platformOrderId: String(id),
        orderNumber: String(id),
        email: 'ada@example.com',
        customerName: 'Ada Byron',
        currency: 'USD',
        total: '38.1300',
        refundedTotal: '5.0000',
        placedAt: new Date('2026-11-01T10:00:00Z'),
        fulfilledAt: new Date('2026-11-03T10:00:00Z'),
        deliveredAt: null,
        cancelledAt: null,
        locale: 'en',
        country: 'US',
        acceptsMarketing: null,
        lineItems: [lineItem, lineItem],
        updatedAt: new Date('2026-11-04T10:00:00Z'),
      })
      for (const since of [{ placed: new Date('2026-11-01T00:00:00Z') }, { changed: new Date('2026-11-04T00:00:00Z') }])
        assert.deepEqual((await shop.readOrders(since, null)).items, [found])
    })

  it('each order status of BigCommerce is mapped', async () => {
    const find = async (values: Parameters<typeof addBcOrder>[1]) =>
      await open().findOrder(String(addBcOrder(fake.data, values).id))
    assert.equal(await find({ status_id: 0 }), undefined)
    assert.equal((await find({ status_id: 5 }))?.cancelledAt?.toISOString(), '2026-11-01T10:00:00.000Z')
    assert.ok((await find({ status_id: 6 }))?.cancelledAt)
    assert.equal((await find({ status_id: 3 }))?.fulfilledAt, null)
    assert.ok((await find({ status_id: 10 }))?.fulfilledAt)
    const refunded = await find({ status_id: 14, refunds: ['5.25', '0.0001'] })
    assert.deepEqual([refunded?.total, refunded?.refundedTotal], ['38.1300', '5.2501'])
    assert.equal((await find({ status_id: 4 }))?.refundedTotal, '0')
    assert.equal(await open().findOrder('999999'), undefined)
    assert.equal(await open().findOrder('../store'), undefined)
  })

  const units = (quantity: number, quantity_refunded: number, quantity_shipped: number, values: object = {}) => ({
    ...line(1),
    type: 'physical' as const,
    quantity,
    quantity_refunded,
    quantity_shipped,
    ...values,
  })
  for (const [what, lines, order, quantities] of [
    ['an item that was set to 0 is no line', [units(0, 0, 0)], {}, []],
    ['an item that was refunded before it was sent is no line', [units(1, 1, 0), units(1, 0, 0)], {}, [1]],
    ['units that were refunded before the rest was sent are fewer', [units(3, 2, 1)], { status_id: 14 }, [1]],
    ['units that came back stay', [units(2, 2, 2)], { status_id: 4 }, [2]],
    [
      'units of an order that was marked as shipped stay',
      [units(1, 1, 0)],
      { status_id: 4, date_shipped: 'Tue, 03 Nov 2026 10:00:00 +0000' },
      [1],
    ],
    ['a download was delivered by its payment', [units(1, 1, 0, { type: 'digital' })], { status_id: 4 }, [1]],
    ['a cancelled order keeps its lines', [units(2, 2, 0)], { status_id: 5 }, [2]],
  ] as const)
    it(what, async () => {
      const { id } = addBcOrder(fake.data, { ...order, lines: [...lines] })
      const found = await open().findOrder(String(id))
      assert.deepEqual(
        found?.lineItems.map(({ quantity }) => quantity),
        quantities,
      )
    })

  it('an order of BigCommerce may lack an address', async () => {
    const { id } = addBcOrder(fake.data, {
      billing_address: { first_name: '', last_name: '', email: '', country_iso2: null },
    })
    const order = await open().findOrder(String(id))
    assert.deepEqual([order?.email, order?.customerName, order?.country], [null, null, null])
  })

  it('an order of BigCommerce that changes during paging does not hide another changed order', async () => {
    const at = (second: number) => new Date(Date.parse('2026-11-05T00:00:00Z') + second * 1000).toUTCString()
    // Half of the orders changed in the same second.
    const orders = Array.from({ length: 200 }, (_, index) =>
      addBcOrder(fake.data, { date_modified: at(index < 100 ? 0 : index) }),
    )
    const shop = open()
    const seen = new Set<string>()
    let next: Position | null = null
    let pages = 0
    do {
      const page = await shop.readOrders({ changed: new Date('2026-11-05T00:00:00Z') }, next)
      for (const { platformOrderId } of page.items) seen.add(platformOrderId)
      next = page.next && JSON.parse(JSON.stringify(page.next))
      pages += 1
      const moved = orders[pages * 30]
      if (moved && pages > 2) moved.date_modified = at(1_000 + pages)
      assert.ok(pages < 30)
    } while (next)
    assert.equal(seen.size, 200)
  })
})

describe('BigCommerce’s quota', () => {
  it('a read waits for a used-up quota of BigCommerce exactly until the reset', async () => {
    fake.quota = { perWindow: 3, windowMs: 30_000, left: 3, endsAt: tools.at + 30_000 }
    const shop = open()
    for (let call = 0; call < 7; call += 1) await shop.readCategories(null)
    assert.equal(
      tools.waits.reduce((sum, ms) => sum + ms, 0),
      60_000,
    )
    assert.ok(tools.waits.every((ms) => ms <= 4_000))
    assert.equal(fake.calls.length, 7)
  })

  it('a read waits for the quota of BigCommerce only once, even if the clock stops', async () => {
    const startedAt = tools.at
    fake.quota = { perWindow: 100, windowMs: 30_000, left: 1, endsAt: startedAt + 8_000 }
    const wait = tools.wait
    let waited = 0
    tools.wait = async (ms) => {
      waited += ms
      await wait(ms)
    }
    tools.now = () => new Date(startedAt)
    const shop = open()
    for (let call = 0; call < 4; call += 1) await shop.readCategories(null)
    assert.equal(waited, 8_000)
  })

  it("a refused read waits for the reset when other apps used up BigCommerce's quota", async () => {
    fake.quota = { perWindow: 3, windowMs: 30_000, left: 0, endsAt: tools.at + 12_345 }
    await open().readCategories(null)
    assert.deepEqual(tools.waits, [4_000, 4_000, 4_000, 345])
  })

  it('a BigCommerce quota that stays used up postpones the read', async () => {
    fake.outage = { status: 429, headers: { 'x-rate-limit-time-reset-ms': '4000' } }
    await assert.rejects(open().readCategories(null), { code: 'throttled', afterMs: 4_000 })
  })
})

describe('a faulty response of a BigCommerce store', () => {
  const cases: [string, BcFailure, ShopFailureCode, number | null][] = [
    ['hangs up', 'hang up', 'shop_unreachable', null],
    ['answers with a page', 'html', 'shop_unreachable', null],
    ['leads elsewhere', 'redirect', 'shop_unreachable', null],
    ['answers with half an answer', 'not json', 'shop_unreachable', null],
    ['refuses the token', { status: 401, body: '{"title":"bc-token is unknown"}' }, 'credentials_refused', null],
    ['refuses the scope', { status: 403, body: '{}' }, 'credentials_refused', null],
    ['is down for a while', { status: 503, headers: { 'retry-after': '20' } }, 'shop_failed', 20_000],
  ]
  for (const [name, failure, code, afterMs] of cases)
    it(`${name}: ${code}`, async () => {
      fake.failures.push(failure)
      await assert.rejects(open().readCategories(null), (error: ShopFailure) => {
        assert.deepEqual([error.code, error.afterMs], [code, afterMs])
        assert.ok(!error.message.includes('bc-token'))
        return true
      })
    })

  it('a faulty response of a BigCommerce store is found before the store is connected', async () => {
    const { checks, missingScopes } = await open().check()
    assert.ok(checks.every(({ ok }) => ok))
    assert.deepEqual(missingScopes, [])
    fake.tokens.set('half', new Set(['products']))
    const half = await open({ token: 'half' }).check()
    assert.deepEqual(half.missingScopes, ['store_v2_orders_read_only'])
    await assert.rejects(open({ token: 'guess' }).check(), { code: 'credentials_refused' })
    fake.hash = 'other'
    await assert.rejects(open().check(), { code: 'shop_unreachable' })
    fake.hash = 'abc123'
  })
})

describe('hooks at BigCommerce', () => {
  it('hooks at BigCommerce are created, reactivated and deleted; hooks of other apps stay unchanged', async () => {
    const shop = open({ webhookUrl: 'https://evident.example/webhooks/bigcommerce/1' })
    const other = open({ webhookUrl: 'https://evident.example/webhooks/bigcommerce/2' })
    assert.equal((await shop.findHooks()).missing.length, 10)
    assert.deepEqual(await shop.repairHooks(), { missing: [] })
    await other.repairHooks()
    for (const hook of fake.hooks) hook.is_active = hook.scope !== 'store/order/updated'
    assert.deepEqual((await shop.findHooks()).missing, ['store/order/updated'])
    assert.deepEqual(await shop.repairHooks(), { missing: [] })
    assert.equal(fake.hooks.length, 20)
    assert.equal(fake.hooks.filter(({ is_active }) => !is_active).length, 1)
    await shop.removeHooks()
    assert.deepEqual(
      fake.hooks.map(({ destination }) => destination.slice(-2)),
      Array(10).fill('/2'),
    )
  })

  it('hooks at BigCommerce stay missing when BigCommerce refuses them', async () => {
    fake.refusedScopes.add('store/sku/deleted')
    assert.deepEqual(await open().repairHooks(), { missing: ['store/sku/deleted'] })
    fake.refusedScopes.clear()
  })
})

describe('a webhook of BigCommerce', () => {
  const { readWebhook, interpretWebhook } = createBigCommerce()
  const now = new Date('2026-11-20T10:00:00Z')
  const seconds = now.getTime() / 1000
  const body = JSON.stringify({
    scope: 'store/order/updated',
    data: { type: 'order', id: 250 },
    created_at: seconds - 5,
  })
  const request = ({ secret = 'new', at = seconds, text = body, extra = '' } = {}) => ({
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `${extra}v1,${createHmac('sha256', secret).update(`msg_1.${at}.${body}`).digest('base64')}`,
    },
    body: Buffer.from(text),
    now,
  })

  it('a webhook of BigCommerce is verified by Standard Webhooks, with the new or the old secret', () => {
    for (const secret of ['new', 'old'])
      assert.deepEqual(readWebhook(request({ secret, extra: 'v1,AAAA v2,x ' }), ['new', 'old']), {
        kind: 'accepted',
        webhook: {
          topic: 'store/order/updated',
          deliveryId: 'msg_1',
          resourceId: '250',
          occurredAt: new Date((seconds - 5) * 1000),
        },
      })
    const official = new Webhook(Buffer.from('new').toString('base64'))
    const signed = request()
    const live = new Date()
    assert.equal(
      official.sign('msg_1', live, body),
      `v1,${createHmac('sha256', 'new')
        .update(`msg_1.${Math.floor(live.getTime() / 1000)}.${body}`)
        .digest('base64')}`,
    )
    assert.equal(readWebhook(signed, ['new']).kind, 'accepted')
  })

  it('a webhook of BigCommerce counts as forged if its secret, bytes, id or time is wrong', () => {
    const good = request()
    const forged = [
      readWebhook(good, ['guess']),
      readWebhook(good, []),
      readWebhook(request({ text: `${body} ` }), ['new']),
      readWebhook(request({ at: seconds - 301 }), ['new']),
      readWebhook(request({ at: seconds + 301 }), ['new']),
      readWebhook({ ...good, headers: { ...good.headers, 'webhook-id': 'msg_2' } }, ['new']),
      readWebhook({ ...good, headers: { ...good.headers, 'webhook-timestamp': 'NaN' } }, ['new']),
      readWebhook({ ...good, headers: {} }, ['new']),
    ]
    assert.deepEqual(
      forged.map(({ kind }) => kind),
      forged.map(() => 'forged'),
    )
  })

  it('a webhook of BigCommerce names the resource to read', () => {
    const meaning = (scope: string, data: unknown) =>
      interpretWebhook(scope, Buffer.from(JSON.stringify({ scope, data })), {
        identifiers: { gtin: null, mpn: null, brand: null },
        currency: null,
      })
    assert.deepEqual(meaning('store/order/created', { type: 'order', id: 250 }), { kind: 'order', resourceId: '250' })
    assert.deepEqual(meaning('store/order/refund/created', { type: 'order', id: 250, refund: { refund_id: 3 } }), {
      kind: 'order',
      resourceId: '250',
    })
    assert.deepEqual(meaning('store/product/updated', { type: 'product', id: 205 }), {
      kind: 'product',
      resourceId: '205',
    })
    assert.deepEqual(meaning('store/product/deleted', { type: 'product', id: 205 }), {
      kind: 'product_deleted',
      resourceId: '205',
    })
    assert.deepEqual(
      meaning('store/sku/deleted', { type: 'sku', id: 461, sku: { product_id: 206, variant_id: 509 } }),
      {
        kind: 'product',
        resourceId: '206',
      },
    )
    assert.deepEqual(meaning('store/app/uninstalled', { type: 'store', id: 1 }), { kind: 'uninstalled' })
    assert.equal(meaning('store/cart/created', { type: 'cart', id: 'x' }).kind, 'ignored')
    assert.equal(
      interpretWebhook('store/order/created', Buffer.from('not json'), {
        identifiers: { gtin: null, mpn: null, brand: null },
        currency: null,
      }).kind,
      'ignored',
    )
  })
})

describe('the address and credentials of a store of BigCommerce', () => {
  it('the address and credentials of a store of BigCommerce are read from the text that merchants copy', () => {
    const { readAddress, refusedCredentials } = createBigCommerce()
    for (const typed of [
      'abc123',
      'stores/ABC123',
      'https://api.bigcommerce.com/stores/abc123/v3/',
      'https://store-abc123.mybigcommerce.com/manage',
    ])
      assert.deepEqual(readAddress(typed), { address: 'abc123' })
    for (const typed of ['', 'acme.example', 'abc/../def', 'https://evil.example/stores/abc123', 'ab 12'])
      assert.ok('refusal' in readAddress(typed), typed)
    assert.equal(refusedCredentials({ accessToken: 'a', clientSecret: 'b' }), undefined)
    assert.equal(refusedCredentials({ accessToken: 'a' })?.field, 'clientSecret')
    assert.equal(refusedCredentials({})?.field, 'accessToken')
    assert.equal(refusedCredentials({ accessToken: 'a', clientSecret: 'b', clientId: 'c' })?.field, 'clientId')
  })
})
