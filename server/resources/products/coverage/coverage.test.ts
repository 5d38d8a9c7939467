import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addReview } from '../reviews.testing.ts'

const service = provideService()

const valid = '4006381333931'
const variant = (sku: string, more: object = {}) => ({ platformVariantId: sku, sku, ...more })

async function reviewed(shop: Shop, platformProductId: string, reviews: number, more: object = {}) {
  for (let i = 0; i < reviews; i++) await addReview(service, shop, { platformProductId, ...more })
}

async function furnished(): Promise<Shop> {
  const shop = await service.shop()
  const { body } = await shop.api.put('/products', [
    {
      platformProductId: 'kettle',
      title: 'Kettle',
      variants: [
        variant('all', { gtin: valid, mpn: 'M', brand: 'B' }),
        variant('gtin', { gtin: '0 4006381-33393 1' }),
        variant('maker', { mpn: 'M', brand: 'B' }),
        variant('typo', { gtin: '4006381333932', brand: 'B' }),
        variant('mpn', { mpn: 'M' }),
        variant('nothing'),
      ],
    },
    { platformProductId: 'pan', brand: 'B', variants: [variant('pan')] },
    { platformProductId: 'complete', gtin: valid, brand: 'B' },
    { platformProductId: 'unreviewed', sku: 'U' },
    { platformProductId: 'draft', sku: 'D', status: 'draft' },
    { platformProductId: 'gone', sku: 'G' },
    { platformProductId: 'unapproved', sku: 'N' },
  ])
  assert.equal(body.created, 7)
  await reviewed(shop, 'kettle', 2)
  await reviewed(shop, 'pan', 3)
  await reviewed(shop, 'complete', 4)
  await reviewed(shop, 'draft', 1)
  await reviewed(shop, 'gone', 5)
  await reviewed(shop, 'unapproved', 1, { status: 'pending' })
  await reviewed(shop, 'kettle', 1, { status: 'spam' })
  return shop
}

test('coverage counts live variants of active reviewed products, and only valid GTINs', async () => {
  const shop = await furnished()
  assert.deepEqual((await shop.api.get('/products/identifier-coverage')).body, {
    skus: 9,
    withGtin: 3,
    withMpn: 3,
    withBrand: 5,
    withGtinOrMpnAndBrand: 4,
    withNone: 2,
    invalidGtin: 1,
    reviewsOnLiveProducts: 14,
    reviewsOnRetiredProducts: 1,
  })
})

test('reviews of archived products, and of products without live variants, are counted separately', async () => {
  const shop = await furnished()
  await shop.api.put('/products', [{ platformProductId: 'gone', status: 'archived' }])
  // A push leaves at least one variant; the shop's platform may delete them all.
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(
      sql`update product_variants set retired_at = ${tx.now} where store_env_id = ${tx.storeEnvId} and sku = 'pan'`,
    ),
  )
  const { body } = await shop.api.get('/products/identifier-coverage')
  assert.deepEqual([body.skus, body.reviewsOnLiveProducts, body.reviewsOnRetiredProducts], [7, 6, 9])
  const gaps = (await shop.api.get('/products/identifier-gaps')).body.data
  assert.deepEqual(
    gaps.map(({ product }: Gap) => product.platformProductId),
    ['kettle'],
  )
})

test('an empty store has zero coverage counts and no gaps', async () => {
  const shop = await service.shop()
  const { body } = await shop.api.get('/products/identifier-coverage')
  assert.deepEqual(new Set(Object.values(body)), new Set([0]))
  assert.deepEqual((await shop.api.get('/products/identifier-gaps?includeTotal=true')).body, {
    data: [],
    pagination: { limit: 20, hasMore: false, nextCursor: null, total: 0 },
  })
})

type Gap = {
  product: { platformProductId: string; title: string }
  reviewCount: number
  variants: { sku: string; missing: string[] }[]
}

test('gaps name the missing identifiers of each live variant, most reviews first', async () => {
  const shop = await furnished()
  const { body } = await shop.api.get('/products/identifier-gaps?includeTotal=1')
  assert.deepEqual(
    body.data.map(({ product, reviewCount, variants }: Gap) => [
      product.platformProductId,
      reviewCount,
      variants.map(({ sku, missing }) => [sku, missing.join()]),
    ]),
    [
      ['gone', 5, [['G', 'gtin,mpn,brand']]],
      ['pan', 3, [['pan', 'gtin,mpn']]],
      [
        'kettle',
        2,
        [
          ['maker', 'gtin'],
          ['typo', 'gtin,mpn'],
          ['mpn', 'gtin,brand'],
          ['nothing', 'gtin,mpn,brand'],
        ],
      ],
    ],
  )
  assert.equal(body.data[2].product.title, 'Kettle')
  assert.equal(body.pagination.total, 3)
})

test('missing, invalid and restricted GTINs are distinguished', async () => {
  const shop = await service.shop()
  await shop.api.put('/products', [
    {
      platformProductId: 'kettle',
      variants: [
        variant('none'),
        variant('typo', { gtin: '4006381333932' }),
        variant('text', { gtin: 'n/a' }),
        variant('short', { gtin: '12345' }),
        variant('in store', { gtin: '2000000000015' }),
        variant('coupon', { gtin: '9900000000004' }),
        variant('framed', { gtin: '="4006381333931"' }),
        variant('float', { gtin: '4006381333931.0' }),
      ],
    },
  ])
  await reviewed(shop, 'kettle', 1)
  const [gap] = (await shop.api.get('/products/identifier-gaps')).body.data
  assert.deepEqual(
    gap.variants.map((each: Record<string, unknown>) => [each.sku, each.gtin, each.gtinProblem]),
    [
      ['none', null, 'missing'],
      ['typo', '4006381333932', 'invalid'],
      ['text', 'n/a', 'invalid'],
      ['short', '12345', 'invalid'],
      ['in store', '2000000000015', 'restricted'],
      ['coupon', '9900000000004', 'restricted'],
    ],
  )
})

test('gaps are paged in order, also with equal counts', async () => {
  const shop = await service.shop()
  const ids = Array.from({ length: 7 }, (_, i) => `p${i}`)
  await shop.api.put(
    '/products',
    ids.map((platformProductId) => ({ platformProductId })),
  )
  for (const [i, id] of ids.entries()) await reviewed(shop, id, i < 3 ? 1 : 2)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await shop.api.get(`/products/identifier-gaps?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map((gap: Gap) => `${gap.reviewCount} ${gap.product.platformProductId}`))
    cursor = body.pagination.nextCursor
  } while (cursor)
  assert.deepEqual([seen.length, new Set(seen).size], [7, 7])
  assert.deepEqual(
    seen.map((each) => each[0]),
    [...'2222111'],
  )
  const other = (await shop.api.get('/products?limit=1')).body.pagination.nextCursor
  assert.equal((await shop.api.get(`/products/identifier-gaps?cursor=${other}`)).status, 400)
})

test('coverage and gaps contain nothing of another store', async () => {
  await furnished()
  const theirs = await service.shop()
  await theirs.api.put('/products', [{ platformProductId: 'kettle', sku: 'T' }])
  await reviewed(theirs, 'kettle', 1)
  const { body } = await (await theirs.as('VIEWER')).get('/products/identifier-coverage')
  assert.deepEqual([body.skus, body.reviewsOnLiveProducts, body.reviewsOnRetiredProducts], [1, 1, 0])
  assert.equal((await theirs.api.get('/products/identifier-gaps')).body.data.length, 1)
})
