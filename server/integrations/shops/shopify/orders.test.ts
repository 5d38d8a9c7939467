import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addOrder, createShopData, type FakeShopify, nextId, startShopify } from '#test/fakes/shops/shopify.ts'
import { createTools, makeConnection, readAll } from '#test/shop-tools.ts'
import type { Position, Shop } from '../shop.ts'
import { createShopify } from './shopify.ts'

let fake: FakeShopify
before(async () => {
  fake = await startShopify()
})
after(() => fake.close())
beforeEach(() => {
  fake.data = createShopData()
  fake.calls.length = 0
})

function open(): Shop {
  const credentials = { accessToken: 'shpat_good', clientSecret: 's' }
  return createShopify(fake.origin).open(makeConnection({ credentials }), createTools())
}

const placed = { placed: new Date('2026-10-01T00:00:00Z') }
const changed = { changed: new Date('2026-11-10T00:00:00Z') }
const item = (quantity = 1) => ({ productId: 11, variantId: 12, sku: 'S', title: 'Shoe', quantity, price: '19.90' })

describe('an order of Shopify', () => {
  it('an order of Shopify is the same when read by its id, in bulk or page by page', async () => {
    const { id } = addOrder(fake.data, {
      name: '#1001',
      updatedAt: '2026-11-11T00:00:00Z',
      total: '139.30',
      refunds: [{ amount: '10.00' }, { amount: '5.50' }, { amount: '99.00', status: 'failure' }],
      fulfillment: 'FULFILLED',
      fulfillments: [
        { status: 'SUCCESS', createdAt: '2026-11-02T10:00:00Z', deliveredAt: '2026-11-04T10:00:00Z' },
        { status: 'SUCCESS', createdAt: '2026-11-03T10:00:00Z', deliveredAt: '2026-11-05T10:00:00Z' },
        { status: 'CANCELLED', createdAt: '2026-11-09T10:00:00Z', deliveredAt: null },
      ],
      lineItems: [item(7)],
    })
    const shop = open()
    const found = await shop.findOrder(String(id))
    assert.deepEqual(found, {
      platformOrderId: String(id),
      orderNumber: '#1001',
      email: `buyer-${id}@example.com`,
      customerName: 'Ada Byron',
      currency: 'EUR',
      total: '139.30',
      refundedTotal: '15.50',
      placedAt: new Date('2026-11-01T10:00:00Z'),
      fulfilledAt: new Date('2026-11-03T10:00:00Z'),
      deliveredAt: new Date('2026-11-05T10:00:00Z'),
      cancelledAt: null,
      locale: 'de-DE',
      country: 'DE',
      acceptsMarketing: false,
      lineItems: [
        { platformProductId: '11', platformVariantId: '12', sku: 'S', title: 'Shoe', quantity: 7, unitPrice: '19.90' },
      ],
      updatedAt: new Date('2026-11-11T00:00:00Z'),
    })
    for (const since of [placed, changed])
      assert.deepEqual((await readAll((from: Position | null) => shop.readOrders(since, from))).items, [found])
  })

  it('a test order or an old order of Shopify is skipped; an order without an email address is accepted', async () => {
    addOrder(fake.data, { test: true, updatedAt: '2026-11-12T00:00:00Z' })
    addOrder(fake.data, { createdAt: '2026-09-30T23:59:59Z' })
    const { id } = addOrder(fake.data, { email: null, address: null, updatedAt: '2026-11-12T00:00:00Z' })
    const shop = open()
    for (const since of [placed, changed]) {
      const { items } = await readAll((from: Position | null) => shop.readOrders(since, from))
      assert.deepEqual(
        items.map(({ platformOrderId, email, customerName, country }) => ({
          platformOrderId,
          email,
          customerName,
          country,
        })),
        [{ platformOrderId: String(id), email: null, customerName: null, country: null }],
      )
    }
    const [test] = fake.data.orders.keys()
    assert.equal(await shop.findOrder(String(test)), undefined)
    assert.equal(await shop.findOrder(String(nextId())), undefined)
    assert.equal(await shop.findOrder('my-own'), undefined)
  })

  it('an order of Shopify has its processing time and cancellation; partly sent is not shipped', async () => {
    const { id } = addOrder(fake.data, {
      processedAt: '2024-02-29T12:00:00Z',
      cancelledAt: '2026-11-12T08:00:00Z',
      fulfillment: 'PARTIALLY_FULFILLED',
      fulfillments: [{ status: 'SUCCESS', createdAt: '2026-11-02T10:00:00Z', deliveredAt: null }],
    })
    const order = await open().findOrder(String(id))
    assert.deepEqual(
      [order?.placedAt, order?.cancelledAt, order?.fulfilledAt],
      [new Date('2024-02-29T12:00:00Z'), new Date('2026-11-12T08:00:00Z'), null],
    )
  })

  it('an order of Shopify has all of its 260 line items', async () => {
    const { id } = addOrder(fake.data, {
      updatedAt: '2026-11-12T00:00:00Z',
      lineItems: Array.from({ length: 260 }, () => item()),
    })
    const shop = open()
    assert.equal((await shop.findOrder(String(id)))?.lineItems.length, 260)
    const { items } = await readAll((from: Position | null) => shop.readOrders(changed, from))
    assert.equal(items[0]?.lineItems.length, 260)
    assert.ok(fake.calls.every(({ cost = 0 }) => cost <= 1_000))
  })

  it('an order of Shopify is read without its email address if Shopify withholds it', async () => {
    const { id } = addOrder(fake.data)
    fake.isCustomerDataWithheld = true
    const order = await open().findOrder(String(id))
    fake.isCustomerDataWithheld = false
    assert.equal(order?.email, null)
    assert.equal(order?.total, '39.80')
  })

  const shipped = { status: 'SUCCESS' as const, createdAt: '2026-11-03T10:00:00Z', deliveredAt: null }
  const removedAt = '2026-11-02T10:00:00Z'
  const returnedAt = '2026-11-08T10:00:00Z'
  const one = (index: number, restockType: 'CANCEL' | 'RETURN' | 'NO_RESTOCK', quantity = 1) => ({
    index,
    quantity,
    restockType,
  })

  for (const [what, values, quantities] of [
    [
      'loses a line that was removed before it was sent',
      {
        lineItems: [item(), { ...item(), currentQuantity: 0 }],
        refunds: [{ amount: '0', createdAt: removedAt, lines: [one(1, 'CANCEL')] }],
      },
      [1],
    ],
    [
      'has fewer of a line that was reduced before it was sent',
      {
        lineItems: [{ ...item(3), currentQuantity: 1 }],
        refunds: [{ amount: '39.80', createdAt: removedAt, lines: [one(0, 'NO_RESTOCK', 2)] }],
        fulfillments: [shipped],
      },
      [1],
    ],
    [
      'keeps what was sent back, restocked or not',
      {
        lineItems: [
          { ...item(), currentQuantity: 0 },
          { ...item(2), currentQuantity: 1 },
        ],
        refunds: [{ amount: '39.80', createdAt: returnedAt, lines: [one(0, 'RETURN'), one(1, 'NO_RESTOCK')] }],
        fulfillments: [shipped],
      },
      [1, 2],
    ],
    [
      'loses what was removed from an order of which another line was sent',
      {
        lineItems: [item(), { ...item(), currentQuantity: 0 }],
        refunds: [{ amount: '19.90', createdAt: returnedAt, lines: [one(1, 'NO_RESTOCK')] }],
        fulfillments: [{ ...shipped, lines: [0] }],
      },
      [1],
    ],
    [
      'loses a line that no refund explains',
      { lineItems: [item(), { ...item(), currentQuantity: 0 }], fulfillments: [shipped] },
      [1],
    ],
    [
      'keeps all lines while it is cancelled, which it says itself',
      { cancelledAt: returnedAt, lineItems: [{ ...item(2), currentQuantity: 0 }] },
      [2],
    ],
    [
      'reads a refund of sixty lines to its end',
      {
        lineItems: Array.from({ length: 60 }, () => ({ ...item(), currentQuantity: 0 })),
        refunds: [
          {
            amount: '0',
            createdAt: returnedAt,
            lines: Array.from({ length: 60 }, (_, at) => one(at, at === 59 ? 'RETURN' : 'CANCEL')),
          },
        ],
        fulfillments: [shipped],
      },
      [1],
    ],
  ] as const)
    it(`${what}, by its id, in bulk and page by page`, async () => {
      const { id } = addOrder(fake.data, { updatedAt: '2026-11-12T00:00:00Z', ...(structuredClone(values) as object) })
      const shop = open()
      const found = await shop.findOrder(String(id))
      assert.deepEqual(
        found?.lineItems.map(({ quantity }) => quantity),
        quantities,
      )
      for (const since of [placed, changed])
        assert.deepEqual((await readAll((from: Position | null) => shop.readOrders(since, from))).items, [found])
      assert.ok(fake.calls.every(({ cost = 0 }) => cost <= 1_000))
    })

  it('an order of Shopify is listed by the time of its change', async () => {
    for (const day of [15, 11, 13, 12, 14, 20, 19, 18, 17, 16])
      addOrder(fake.data, { updatedAt: `2026-11-${day}T00:00:00Z`, lineItems: [item()] })
    const shop = open()
    const { items, pages } = await readAll((from: Position | null) => shop.readOrders(changed, from))
    const times = items.map(({ updatedAt }) => updatedAt?.getTime() ?? 0)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.equal(items.length, 10)
    assert.equal(pages, 2)
  })
})
