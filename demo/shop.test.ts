import assert from 'node:assert/strict'
import test from 'node:test'
import { isValidGtin } from '#resources/products/rules.ts'
import { pictureName } from './catalogue.ts'
import { goods } from './goods.ts'
import { buyersPhotos, readGoodsPicture } from './pictures.ts'
import { random } from './random.ts'
import { demoShop } from './shop.ts'

const now = new Date('2026-11-21T10:00:00Z')
const shop = demoShop({ now })

type Identifiers = { sku?: string; gtin?: string; mpn?: string }

test('the same seed and moment give the same shop; another seed gives another shop', () => {
  assert.deepEqual(demoShop({ now }), shop)
  const other = demoShop({ now, seed: 'elsewhere' })
  assert.notDeepEqual(other.orders[0]?.row, shop.orders[0]?.row)
  assert.deepEqual(other.products, shop.products, 'the goods are the same ones in every shop')
})

test('there are 40 products, 800 orders and 500 reviews', () => {
  assert.deepEqual([shop.products.length, shop.orders.length, shop.reviews.length], [40, 800, 500])
})

test('product rows are complete, and their ids and handles are unique', () => {
  const variantIds = shop.products.flatMap(({ variants }) => variants.map(({ platformVariantId }) => platformVariantId))
  assert.equal(new Set(variantIds).size, variantIds.length)
  assert.equal(new Set(shop.products.map(({ row }) => row.platformProductId)).size, 40)
  assert.equal(new Set(shop.products.map(({ row }) => row.handle)).size, 40)
  for (const { row, variants } of shop.products) {
    assert.ok(row.title && row.description && row.categories.length > 0 && variants.length > 0)
    if (row.variants) assert.ok(!row.sku && !row.gtin && !row.mpn, 'identifiers stand on the row or on its variants')
    for (const variant of row.variants ?? []) assert.match(variant.price, /^\d+\.\d\d$/)
  }
})

test('most GTINs are valid, and some products lack a GTIN, MPN, brand or all identifiers', () => {
  const variants = shop.products.flatMap(({ row }): Identifiers[] => row.variants ?? [row])
  const sent = variants.flatMap(({ gtin }) => (gtin ? [gtin] : []))
  const invalid = sent.filter((gtin) => !isValidGtin(gtin))
  assert.equal(new Set(sent).size, sent.length)
  assert.ok(invalid.length > 0 && invalid.length < sent.length / 10)
  assert.ok(variants.some(({ gtin }) => !gtin))
  assert.ok(variants.some(({ gtin, mpn }) => gtin && !mpn))
  assert.ok(variants.some(({ sku, gtin, mpn }) => !sku && !gtin && !mpn))
  assert.ok(shop.products.some(({ row }) => !row.brand))
  assert.ok(shop.products.some(({ row }) => row.status === 'archived'))
})

test('every order line matches a catalogue variant and its price, and totals add up', () => {
  const prices = new Map(
    shop.products.flatMap(({ row, variants }) => {
      return variants.map(
        (variant) => [`${row.platformProductId}/${variant.platformVariantId}`, variant.cents] as const,
      )
    }),
  )
  for (const { row } of shop.orders) {
    let sum = 0
    for (const line of row.lineItems) {
      const cents = prices.get(`${line.platformProductId}/${line.platformVariantId}`)
      assert.equal(line.unitPrice, ((cents ?? 0) / 100).toFixed(2))
      sum += (cents ?? 0) * line.quantity
    }
    const shipping = Math.round(Number(row.total) * 100) - sum
    assert.ok([0, 590, 1490].includes(shipping), `${row.orderNumber} ships for ${shipping}`)
    assert.ok(Number(row.refundedTotal) <= Number(row.total))
  }
})

test('orders are from the last 400 days, sorted, and shipped before they are delivered', () => {
  const earliest = now.getTime() - 401 * 86_400_000
  for (const [index, { row }] of shop.orders.entries()) {
    const times = [row.placedAt, row.fulfilledAt, row.deliveredAt].flatMap((at) => (at ? [Date.parse(at)] : []))
    assert.deepEqual(
      times.toSorted((a, b) => a - b),
      times,
    )
    assert.ok(times.every((at) => at > earliest && at < now.getTime()))
    assert.ok(row.placedAt >= (shop.orders[index - 1]?.row.placedAt ?? ''))
    if (row.cancelledAt) assert.deepEqual([row.fulfilledAt, row.refundedTotal], [undefined, row.total])
  }
  assert.equal(new Set(shop.orders.map(({ row }) => row.platformOrderId)).size, 800)
  const count = (has: (row: (typeof shop.orders)[number]['row']) => boolean) =>
    shop.orders.filter(({ row }) => has(row)).length
  assert.ok(count((row) => row.cancelledAt !== undefined) > 8)
  assert.ok(count((row) => !row.cancelledAt && row.refundedTotal !== '0.00') > 15)
  const month = (prefix: string) => count((row) => row.placedAt.startsWith(prefix))
  assert.ok(month('2025-11') > 2 * month('2026-02'), 'November is busy, February is not')
})

test('no two reviews have the same body, and none has an unfilled slot', () => {
  assert.equal(new Set(shop.reviews.map(({ body }) => body)).size, 500)
  for (const { title, body, reply } of shop.reviews) {
    assert.doesNotMatch(`${title} ${body} ${reply?.body}`, /[{}[\]|]| {2}| [.,]/)
    assert.ok(body.length > 3 && body.length <= 5_000 && (title?.length ?? 0) <= 150)
  }
})

test('a review is about one ordered item, is written by the buyer, and follows delivery', () => {
  const orders = new Map(shop.orders.map((order) => [order.row.platformOrderId, order.row]))
  const seen = new Set<string>()
  for (const review of shop.reviews) {
    assert.ok(Date.parse(review.submittedAt) < now.getTime())
    if (!review.platformOrderId) continue
    const order = orders.get(review.platformOrderId)
    assert.ok(order?.deliveredAt && !order.cancelledAt && review.submittedAt > order.deliveredAt)
    assert.equal(order.email, review.authorEmail)
    assert.ok(order.lineItems.some((line) => line.platformProductId === review.platformProductId))
    const key = `${review.platformOrderId}/${review.platformProductId}`
    assert.ok(!seen.has(key), 'one review per order and product')
    seen.add(key)
  }
  assert.ok(seen.size > 400)
})

test('ratings, states, languages and photos have realistic proportions', () => {
  const share = (has: (review: (typeof shop.reviews)[number]) => boolean) => shop.reviews.filter(has).length / 500
  assert.ok(share(({ rating }) => rating === 5) > 0.5 && share(({ rating }) => rating <= 2) > 0.07)
  assert.ok(share(({ status }) => status === 'approved') > 0.85)
  for (const status of ['pending', 'rejected', 'spam'])
    assert.ok(share((review) => review.status === status) >= 0.015, status)
  for (const language of ['de', 'fr', 'es', 'ja', 'ar'])
    assert.ok(share(({ locale }) => locale.startsWith(language)) > 0.01, language)
  assert.equal(share(({ photos }) => photos.length > 0) * 500, 120)
  assert.ok(shop.reviews.every(({ photos }) => photos.length <= 3))
  assert.ok(share(({ reply }) => reply !== null) > 0.08)
  assert.ok(
    share(({ incentive }) => incentive === 'coupon') > 0.03 && share(({ incentive }) => incentive === 'points') > 0.01,
  )
})

test("exactly the reviews without a moderator's decision are pending", () => {
  for (const { status, moderatedAt, submittedAt, reply } of shop.reviews) {
    assert.equal(status === 'pending', moderatedAt === null)
    if (moderatedAt) assert.ok(moderatedAt > submittedAt && Date.parse(moderatedAt) <= now.getTime())
    if (reply) assert.ok(moderatedAt && reply.repliedAt > moderatedAt && status === 'approved')
  }
})

test('all addresses use domains reserved for examples', () => {
  const addresses = [...shop.orders.map(({ row }) => row.email), ...shop.reviews.map(({ authorEmail }) => authorEmail)]
  for (const address of addresses) assert.match(address, /^[a-z0-9.]+@(?:example\.(?:com|net|org)|[a-z]+\.example)$/)
})

test('a photo shows the reviewed product in the bought look, and is unique', () => {
  for (const moment of ['2026-11-21', '2026-12-31', '2027-03-01', '2027-06-15', '2027-09-09', '2028-02-29']) {
    const { reviews, products } = demoShop({ now: new Date(`${moment}T10:00:00Z`) })
    const photos = reviews.flatMap((review) => review.photos)
    assert.equal(new Set(photos).size, photos.length)
    assert.equal(reviews.filter((review) => review.photos.length > 0).length, 120, moment)
    assert.ok(photos.length > 160, `${moment}: ${photos.length}`)
    for (const { platformProductId, platformVariantId, photos } of reviews) {
      const product = products.find(({ row }) => row.platformProductId === platformProductId)
      const look = product?.variants.find((variant) => variant.platformVariantId === platformVariantId)?.look
      for (const name of photos)
        assert.equal(name.replace(/-\d+$/, ''), pictureName(product?.row.handle ?? '', look ?? ''))
    }
  }
})

test('every item has a picture in each look, and no other pictures exist', async () => {
  const wanted = new Set(
    shop.products.flatMap(({ row, variants }) => variants.map(({ look }) => pictureName(row.handle, look))),
  )
  for (const name of wanted) assert.ok(await readGoodsPicture(name), name)
  assert.deepEqual(new Set(buyersPhotos().keys()), wanted)
})

test('adding a product leaves most orders and reviews unchanged', () => {
  const lines = (all: typeof shop) =>
    new Set(
      all.orders.map(
        ({ key, row }) => `${key} ${row.email} ${row.placedAt} ${row.lineItems.map(({ title }) => title)}`,
      ),
    )
  const bodies = (all: typeof shop) => new Set(all.reviews.map(({ body, authorEmail }) => `${authorEmail} ${body}`))
  goods.push({ ...(goods[0] as (typeof goods)[number]), title: 'Newcomer Tent', popularity: 1 })
  try {
    const more = demoShop({ now })
    assert.ok(more.orders.some(({ row }) => row.lineItems.some(({ title }) => title.startsWith('Newcomer'))))
    assert.ok(lines(more).intersection(lines(shop)).size > 0.93 * 800, `${lines(more).intersection(lines(shop)).size}`)
    assert.ok(
      bodies(more).intersection(bodies(shop)).size > 0.75 * 500,
      `${bodies(more).intersection(bodies(shop)).size}`,
    )
  } finally {
    goods.pop()
  }
})

test('a smaller shop can be created', () => {
  const small = demoShop({ now, orders: 120, reviews: 60 })
  assert.deepEqual([small.orders.length, small.reviews.length], [120, 60])
})

test('draws from a branched random stream do not change the draws of the original stream', () => {
  const [one, two] = [random('seed'), random('seed')]
  one.branch('leaf').next()
  assert.equal(one.next(), two.next())
  assert.notEqual(random('a').next(), random('b').next())
})

test('requests are sent after delivery and opened later, and nothing is recorded after now', () => {
  const orders = new Map(shop.orders.map(({ row }) => [row.platformOrderId, row]))
  const reviewed = new Map(
    shop.reviews.flatMap((each) => (each.source === 'email_form' ? [[each.platformOrderId, each]] : [])),
  )
  assert.equal(new Set(shop.requests.map(({ platformOrderId }) => platformOrderId)).size, shop.requests.length)
  for (const { platformOrderId, state, reason, sentAt, openedAt, views, clickedRating } of shop.requests) {
    const order = orders.get(platformOrderId)
    assert.ok(order && !order.cancelledAt)
    assert.equal(state === 'sent', sentAt !== null && reason === null)
    assert.equal(openedAt === null, views === 0)
    if (sentAt) assert.ok(sentAt > order.placedAt && sentAt < now.toISOString())
    if (openedAt) assert.ok(sentAt && openedAt > sentAt && openedAt > '2026-10-10' && openedAt < now.toISOString())
    if (clickedRating !== null) assert.ok(openedAt && clickedRating >= 1 && clickedRating <= 5)
    if (reviewed.has(platformOrderId)) assert.equal(state, 'sent')
  }
  for (const platformOrderId of reviewed.keys())
    assert.ok(shop.requests.some((each) => each.platformOrderId === platformOrderId))
  const count = (has: (each: (typeof shop.requests)[number]) => boolean) => shop.requests.filter(has).length
  assert.ok(count(({ state }) => state === 'skipped') > 8 && count(({ state }) => state === 'failed') > 0)
  assert.ok(count(({ platformOrderId, openedAt }) => openedAt !== null && !reviewed.has(platformOrderId)) > 3)
  assert.ok(shop.orders.length - shop.requests.length > 20, 'some are still to be asked')
})
