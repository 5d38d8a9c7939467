import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-20T10:00:00Z') })
beforeEach(async () => {
  shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug', sku: 'MUG-01' },
    { platformProductId: 'tee', title: 'Tee', variants: [{ platformVariantId: 's', sku: 'TEE-S' }] },
  ])
})

async function send(file: string, query = '') {
  const { body, status, text } = await shop.api.call('POST', `/imports/orders${query}`, file, {
    'content-type': 'text/csv',
  })
  assert.equal(status, 202, text)
  await service.runJobs()
  const done = (await shop.api.get(`/imports/${body.id}`)).body
  const rows = (await shop.api.get(`/imports/${body.id}/rows?limit=100`)).body.data
  return {
    done,
    rows: rows.map((row: { line: number; outcome: string; code: string }) => [row.line, row.outcome, row.code]),
    messages: rows.map((row: { message: string | null }) => row.message),
  }
}

const find = async (id: string) => {
  const owner = await shop.signedIn()
  return (await owner.get(`/orders/by-platform-id/${encodeURIComponent(id)}`)).body
}

const countOrders = async () => (await shop.api.get('/orders?includeTotal=true')).body.pagination.total

const shopify = `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Shipping Country,Cancelled at,Refunded Amount,Id
#1001,Ada@Customer.example,paid,2026-11-10 10:00:00 +0100,fulfilled,2026-11-12 09:00:00 +0100,yes,EUR,40.00,44.90,2026-11-10 09:59:00 +0100,2,Mug,20.00,MUG-01,Ada Lane,DE,,0.00,5551001
#1001,Ada@Customer.example,,,,,,,,,2026-11-10 09:59:00 +0100,1,Tee - S,4.90,TEE-S,,,,,
#1002,bo@customer.example,voided,,unfulfilled,,no,EUR,20.00,20.00,2026-11-11 09:59:00 +0100,1,Mug,20.00,MUG-01,Bo Berg,DE,2026-11-11 12:00:00 +0100,0.00,5551002
#1003,,paid,,unfulfilled,,no,EUR,20.00,20.00,2026-11-11 09:59:00 +0100,1,Mug,20.00,MUG-01,Cy,DE,,0.00,5551003
#1004,dee@customer.example,pending,,unfulfilled,,no,EUR,20.00,20.00,2026-11-11 09:59:00 +0100,1,Mug,20.00,MUG-01,Dee,DE,,0.00,5551004
`

test("a Shopify export becomes orders with all items, and with review requests by the store's rules", async () => {
  const checked = await send(shopify, '?dryRun=true')
  assert.equal(await countOrders(), 0)
  const { done, rows } = await send(shopify)
  assert.deepEqual(rows, checked.rows)
  assert.deepEqual([done.kind, done.format, done.imported, done.skipped], ['orders', 'shopify_orders', 3, 2])
  assert.deepEqual(rows, [
    [2, 'imported', null],
    [3, 'skipped', 'line_item'],
    [4, 'imported', 'order_cancelled'],
    [5, 'imported', 'no_email'],
    [6, 'skipped', 'not_paid'],
  ])
  const order = await find('5551001')
  assert.deepEqual(
    [order.orderNumber, order.email, order.customerName, order.total, order.currency, order.country, order.placedAt],
    ['#1001', 'ada@customer.example', 'Ada Lane', '44.90', 'EUR', 'DE', '2026-11-10T08:59:00.000Z'],
  )
  assert.deepEqual(
    order.lineItems.map((line: { sku: string; quantity: number; productId: string | null }) => [
      line.sku,
      line.quantity,
      line.productId !== null,
    ]),
    [
      ['MUG-01', 2, true],
      ['TEE-S', 1, true],
    ],
  )
  assert.deepEqual(order.reviewRequest.state, 'scheduled')
  assert.equal((await find('5551002')).reviewRequest.reason, 'order_cancelled')
})

test('a WooCommerce export and a plain file are imported, and a second import adds nothing', async () => {
  const woo = `Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Order Total Amount,SKU,Item Name,Quantity (- Refund)
71,completed,2026-11-10 10:00,Ada,Lane,ada@customer.example,"1.234,50",MUG-01,Mug,1
72,refunded,2026-11-10 10:00,Bo,Berg,bo@customer.example,24.00,MUG-01,Mug,1
`
  const first = await send(woo)
  assert.deepEqual(
    [first.done.format, first.rows],
    [
      'woocommerce_orders',
      [
        [2, 'imported', null],
        [3, 'imported', 'order_refunded'],
      ],
    ],
  )
  const order = await find('71')
  assert.deepEqual([order.customerName, order.lineItems.length], ['Ada Lane', 1])
  assert.deepEqual((await send(woo)).rows, [
    [2, 'skipped', 'already_there'],
    [3, 'skipped', 'already_there'],
  ])
  const plain = await send('order id,email,order date,product id\n9,zoe@customer.example,2026-11-10,mug\n')
  assert.deepEqual([plain.done.format, plain.rows], ['generic_orders', [[2, 'imported', null]]])
})

test('a dry run names the reason for each buyer who will not be asked', async () => {
  const owner = await shop.signedIn()
  await owner.post('/email-suppressions', { email: 'left@customer.example', scope: 'all', reason: 'manual' })
  await shop.api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 4, body: 'Fine.', authorName: 'Ida', authorEmail: 'ida@customer.example' },
  })
  const { rows, messages } = await send(
    `order id,email,order date,product id
1,left@customer.example,2026-11-10,mug
2,ida@customer.example,2026-11-10,mug
3,old@customer.example,2025-01-10,mug
4,new@customer.example,2026-11-10,unknown
5,ok@customer.example,2026-11-10,mug
6,bad address,2026-11-10,mug
7,late@customer.example,03/04/2026,mug
8,none@customer.example,,mug
9,sci@customer.example,2026-11-10,6.13E+12
1,again@customer.example,2026-11-10,mug
`,
    '?dryRun=true',
  )
  assert.deepEqual(rows, [
    [2, 'imported', 'customer_suppressed'],
    [3, 'imported', 'already_reviewed'],
    [4, 'imported', 'too_old'],
    [5, 'imported', 'no_products'],
    [6, 'imported', null],
    [7, 'failed', 'value_not_taken'],
    [8, 'failed', 'ambiguous_date'],
    [9, 'failed', 'date_missing'],
    [10, 'failed', 'product_id_mangled'],
    [11, 'failed', 'order_split'],
  ])
  assert.equal(messages[0], 'No review request: the address bounced, complained or was suppressed.')
  assert.doesNotMatch(messages.join(' '), /@/)
})

test('a file without the columns of orders is refused, and Members may not import', async () => {
  const refused = await shop.api.call('POST', '/imports/orders', 'name,rating\nAda,5\n', { 'content-type': 'text/csv' })
  assert.deepEqual([refused.status, refused.body.code], [400, 'unknown_format'])
  assert.match(refused.body.message, /order id, email, order date, product id/)
  const member = await shop.as('MEMBER')
  const file = 'order id,email,order date,product id\n9,zoe@customer.example,2026-11-10,mug\n'
  assert.equal((await member.call('POST', '/imports/orders', file, { 'content-type': 'text/csv' })).status, 403)
})

test('an order whose rows span two batches is imported completely', async () => {
  const rows = Array.from(
    { length: 900 },
    (_, i) => `${Math.floor(i / 3)},b${Math.floor(i / 3)}@customer.example,2026-11-10,mug`,
  )
  const { done } = await send(`order id,email,order date,product id\n${rows.join('\n')}\n`)
  assert.deepEqual([done.total, done.imported, done.skipped, done.failed], [900, 300, 600, 0])
  assert.equal(await countOrders(), 300)
  assert.equal((await find('166')).lineItems.length, 3)
})
