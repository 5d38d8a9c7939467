import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { createTools, makeConnection } from '#test/shop-tools.ts'
import type { WebhookVerdict } from '../shop.ts'
import { createShopify } from './shopify.ts'

const { readWebhook, interpretWebhook } = createShopify()
const connection = { identifiers: { gtin: null, mpn: null, brand: null }, currency: null }

function request(topic: string, body: unknown, { secret = 'new', prefix = 'x-shopify-' } = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return {
    headers: {
      [`${prefix}topic`]: topic,
      [`${prefix}hmac-sha256`]: createHmac('sha256', secret).update(bytes).digest('base64'),
      [`${prefix}webhook-id`]: 'delivery-1',
      [`${prefix}event-id`]: 'event-1',
      [`${prefix}triggered-at`]: '2026-11-20T10:00:00.123Z',
    },
    body: bytes,
    now: new Date(),
  }
}
const accepted = (verdict: WebhookVerdict) => {
  assert.equal(verdict.kind, 'accepted')
  return verdict.kind === 'accepted' ? verdict.webhook : assert.fail()
}
const meaning = (topic: string, body: unknown) =>
  interpretWebhook(topic, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), connection)

const order = {
  id: 5_678,
  admin_graphql_api_id: 'gid://shopify/Order/5678',
  name: '#1001',
  email: 'ada@example.com',
  contact_email: 'other@example.com',
  test: false,
  currency: 'EUR',
  total_price: '139.30',
  current_total_price: '20.00',
  created_at: '2026-11-01T11:00:00+01:00',
  processed_at: '2026-11-01T10:59:00+01:00',
  updated_at: '2026-11-02T11:00:00+01:00',
  cancelled_at: null,
  customer_locale: 'de-DE',
  buyer_accepts_marketing: true,
  financial_status: 'partially_refunded',
  fulfillment_status: 'fulfilled',
  fulfillments: [
    {
      status: 'success',
      created_at: '2026-11-03T10:00:00Z',
      updated_at: '2026-11-05T10:00:00Z',
      shipment_status: 'delivered',
    },
    {
      status: 'cancelled',
      created_at: '2026-11-09T10:00:00Z',
      updated_at: '2026-11-09T10:00:00Z',
      shipment_status: null,
    },
  ],
  billing_address: { name: 'Ada Byron', country_code: 'AT' },
  shipping_address: { name: 'A. Byron', country_code: 'DE' },
  refunds: [
    {
      transactions: [
        { kind: 'refund', status: 'success', amount: '10.05', currency: 'EUR' },
        { kind: 'refund', status: 'failure', amount: '90.00', currency: 'EUR' },
        { kind: 'void', status: 'success', amount: '1.00', currency: 'EUR' },
      ],
      order_adjustments: [{ amount: '-5.00' }],
    },
    { transactions: [{ kind: 'refund', status: 'success', amount: '0.955', currency: 'EUR' }] },
  ],
  line_items: [{ product_id: 11, variant_id: 12, sku: 'S', title: 'Shoe', quantity: 2, price: '69.65' }],
}

const ordered = (values: object = {}) => ({
  id: 71,
  product_id: 11,
  variant_id: 12,
  sku: 'S',
  title: 'Shoe',
  quantity: 1,
  price: '19.90',
  ...values,
})
const makeRefund = (restock_type: string, quantity = 1, created_at = '2026-11-04T10:00:00Z') => ({
  created_at,
  refund_line_items: [{ line_item_id: 71, quantity, restock_type }],
  transactions: [],
})

describe('the lines of an order in a webhook of Shopify', () => {
  const unsent = { fulfillments: [], fulfillment_status: null }
  const quantities = (values: object) => {
    const meant = meaning('orders/updated', { ...order, ...values })
    return meant.kind === 'order' ? meant.order?.lineItems.map(({ quantity }) => quantity) : assert.fail()
  }

  for (const [what, values, expected] of [
    ['one that was removed', { ...unsent, line_items: [ordered({ current_quantity: 0 })] }, []],
    [
      'one that was removed, as the refund says',
      { ...unsent, line_items: [ordered({ current_quantity: 0 })], refunds: [makeRefund('cancel')] },
      [],
    ],
    [
      'one that was removed without restocking it',
      { ...unsent, line_items: [ordered({ current_quantity: 0 })], refunds: [makeRefund('no_restock')] },
      [],
    ],
    [
      'one that was reduced',
      { ...unsent, line_items: [ordered({ quantity: 3, current_quantity: 2 })], refunds: [makeRefund('no_restock')] },
      [2],
    ],
    [
      'one that was sent back',
      { line_items: [ordered({ current_quantity: 0 })], refunds: [makeRefund('return')] },
      [1],
    ],
    [
      'one that was sent back and thrown away',
      { line_items: [ordered({ current_quantity: 0 })], refunds: [makeRefund('no_restock')] },
      [1],
    ],
    [
      'one that was removed before the rest was sent',
      {
        line_items: [ordered({ current_quantity: 0 }), ordered({ id: 72, current_quantity: 1 })],
        refunds: [makeRefund('no_restock', 1, '2026-11-02T10:00:00Z')],
      },
      [1],
    ],
    [
      'one that was not in the parcel',
      {
        line_items: [ordered({ current_quantity: 0 }), ordered({ id: 72, current_quantity: 1 })],
        refunds: [makeRefund('no_restock')],
        fulfillments: [
          { status: 'success', created_at: '2026-11-03T10:00:00Z', line_items: [{ id: 72, quantity: 1 }] },
        ],
      },
      [1],
    ],
    [
      'two of which one was cancelled and one sent back',
      {
        line_items: [ordered({ quantity: 3, current_quantity: 1 })],
        refunds: [makeRefund('cancel', 1, '2026-11-02T10:00:00Z'), makeRefund('return')],
      },
      [2],
    ],
    [
      'one of a cancelled order',
      { cancelled_at: '2026-11-04T10:00:00Z', line_items: [ordered({ current_quantity: 0 })] },
      [1],
    ],
    [
      'one of an older version, without its present quantity',
      { ...unsent, line_items: [ordered({ quantity: 2 })], refunds: [makeRefund('cancel')] },
      [1],
    ],
  ] as const)
    it(what, () => assert.deepEqual(quantities(structuredClone(values) as object), expected))
})

describe('a webhook of Shopify', () => {
  it('a webhook of Shopify is verified over its bytes, with the new or the old secret', () => {
    for (const secret of ['new', 'old'])
      assert.deepEqual(accepted(readWebhook(request('orders/updated', order, { secret }), ['new', 'old'])), {
        topic: 'orders/updated',
        deliveryId: 'delivery-1',
        resourceId: '5678',
        occurredAt: new Date('2026-11-02T10:00:00Z'),
      })
    const next = request('orders/updated', order, { prefix: 'shopify-' })
    assert.equal(accepted(readWebhook(next, ['new'])).deliveryId, 'delivery-1')
  })

  it('a webhook of Shopify counts as forged if its secret, bytes or signature is wrong', () => {
    const good = request('orders/updated', order)
    const signed = good.headers['x-shopify-hmac-sha256'] ?? ''
    const headers = (signature: string | undefined) => ({ ...good.headers, 'x-shopify-hmac-sha256': signature })
    const forged = [
      readWebhook(good, ['guess']),
      readWebhook(good, []),
      readWebhook({ ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) }, ['new']),
      readWebhook({ ...good, headers: headers(undefined) }, ['new']),
      readWebhook({ ...good, headers: headers('') }, ['new']),
      readWebhook({ ...good, headers: headers(`${signed}=`) }, ['new']),
      readWebhook({ ...good, headers: headers(Buffer.from(signed, 'base64').toString('hex')) }, ['new']),
      readWebhook({ ...good, headers: headers('é'.repeat(44)) }, ['new']),
    ]
    assert.deepEqual(
      forged.map(({ kind }) => kind),
      forged.map(() => 'forged'),
    )
  })

  it('a webhook of Shopify is read as a whole order, with the exact refunded amount', () => {
    assert.deepEqual(meaning('orders/updated', order), {
      kind: 'order',
      resourceId: '5678',
      order: {
        platformOrderId: '5678',
        orderNumber: '#1001',
        email: 'ada@example.com',
        customerName: 'Ada Byron',
        currency: 'EUR',
        total: '139.30',
        refundedTotal: '11.005',
        placedAt: new Date('2026-11-01T09:59:00Z'),
        fulfilledAt: new Date('2026-11-03T10:00:00Z'),
        deliveredAt: new Date('2026-11-05T10:00:00Z'),
        cancelledAt: null,
        locale: 'de-DE',
        country: 'DE',
        acceptsMarketing: true,
        lineItems: [
          {
            platformProductId: '11',
            platformVariantId: '12',
            sku: 'S',
            title: 'Shoe',
            quantity: 2,
            unitPrice: '69.65',
          },
        ],
        updatedAt: new Date('2026-11-02T10:00:00Z'),
      },
    })
  })

  it('a webhook of Shopify causes a read of the order when a refund has another currency or a field is missing', () => {
    const refunds = [{ transactions: [{ kind: 'refund', status: 'success', amount: '10.00', currency: 'USD' }] }]
    for (const body of [
      { ...order, refunds },
      { ...order, total_price: null },
      { ...order, line_items: undefined },
      { id: 5_678 },
    ])
      assert.deepEqual(meaning('orders/create', body), { kind: 'order', resourceId: '5678', order: undefined })
  })

  it('a webhook of Shopify is interpreted by its topic', () => {
    assert.equal(meaning('orders/create', { ...order, test: true }).kind, 'ignored')
    assert.deepEqual(meaning('orders/create', { ...order, email: '', contact_email: null, refunds: [] }), {
      ...meaning('orders/create', { ...order, email: null, contact_email: null, refunds: [] }),
    })
    assert.deepEqual(meaning('orders/delete', { id: 5_678 }), { kind: 'order_deleted', resourceId: '5678' })
    assert.deepEqual(meaning('refunds/create', { id: 1, order_id: 5_678 }), { kind: 'order', resourceId: '5678' })
    assert.deepEqual(meaning('products/update', { id: 9 }), { kind: 'product', resourceId: '9' })
    assert.deepEqual(meaning('products/delete', { id: 9 }), { kind: 'product_deleted', resourceId: '9' })
    assert.deepEqual(meaning('app/uninstalled', { id: 1 }), { kind: 'uninstalled' })
    assert.deepEqual(meaning('shop/redact', { shop_id: 1, shop_domain: 'acme.myshopify.com' }), {
      kind: 'shop_redacted',
    })
    assert.equal(meaning('themes/publish', { id: 1 }).kind, 'ignored')
    assert.equal(meaning('orders/create', 'not json').kind, 'ignored')
    assert.equal(meaning('orders/create', '[]').kind, 'ignored')
    assert.equal(meaning('products/update', { id: { $ne: 1 } }).kind, 'ignored')
  })

  it('a webhook of Shopify preserves ids of 64 bits exactly', () => {
    const body =
      '{"id": 820982911946154508, "order_id": 820982911946154509, "orders_to_redact": [820982911946154507, 12]}'
    assert.deepEqual(meaning('products/update', body), { kind: 'product', resourceId: '820982911946154508' })
    assert.deepEqual(meaning('refunds/create', body), { kind: 'order', resourceId: '820982911946154509' })
    assert.deepEqual(meaning('customers/redact', body), {
      kind: 'customer_redacted',
      email: null,
      platformOrderIds: ['820982911946154507', '12'],
    })
  })

  it('a webhook of Shopify about a person names the email address and the orders', () => {
    const customer = { id: 1, email: 'ada@example.com', phone: '+49' }
    assert.deepEqual(meaning('customers/data_request', { customer, orders_requested: [1, 2] }), {
      kind: 'customer_data_requested',
      email: 'ada@example.com',
      platformOrderIds: ['1', '2'],
    })
    assert.deepEqual(meaning('customers/redact', { customer, orders_to_redact: [3] }), {
      kind: 'customer_redacted',
      email: 'ada@example.com',
      platformOrderIds: ['3'],
    })
  })
})

describe('hooks at Shopify', () => {
  let fake: FakeShopify
  before(async () => {
    fake = await startShopify()
  })
  after(() => fake.close())
  beforeEach(() => fake.hooks.splice(0))
  const open = (webhookUrl: string) =>
    createShopify(fake.origin).open(
      makeConnection({ credentials: { accessToken: 'shpat_good' }, webhookUrl }),
      createTools(),
    )

  it('hooks at Shopify are created, recreated if missing, and deleted; hooks of other connections stay', async () => {
    const shop = open('https://evident.example/webhooks/shopify/1')
    const other = open('https://evident.example/webhooks/shopify/2')
    assert.equal((await shop.findHooks()).missing.length, 8)
    assert.deepEqual(await shop.repairHooks(), { missing: [] })
    assert.deepEqual(await other.repairHooks(), { missing: [] })
    assert.equal(fake.hooks.length, 16)
    fake.hooks = fake.hooks.filter(({ topic, uri }) => topic !== 'ORDERS_UPDATED' || uri.endsWith('/2'))
    assert.deepEqual((await shop.findHooks()).missing, ['orders/updated'])
    assert.deepEqual(await shop.repairHooks(), { missing: [] })
    assert.equal(fake.hooks.length, 16)
    await shop.removeHooks()
    assert.deepEqual(
      fake.hooks.map(({ uri }) => uri.slice(-1)),
      Array(8).fill('2'),
    )
  })

  it('hooks at Shopify stay missing when Shopify refuses them', async () => {
    fake.refusedTopics.add('REFUNDS_CREATE')
    assert.deepEqual(await open('https://evident.example/webhooks/shopify/1').repairHooks(), {
      missing: ['refunds/create'],
    })
    fake.refusedTopics.clear()
  })
})
