import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { addReview } from './reviews.testing.ts'

let shop: Shop
let api: Api
const service = provideService({ env: { BILLING: 'manual' } }, async () => {
  shop = await service.shop()
  api = shop.api
})

const counts = ({ created, updated, unchanged, failed }: Record<string, number>) => [
  created,
  updated,
  unchanged,
  failed,
]
const codes = (body: { errors: { index: number; code: string }[] }) =>
  body.errors.map(({ index, code }) => [index, code])
const read = async (platformProductId: string) =>
  (await api.get(`/products/by-platform-id/${encodeURIComponent(platformProductId)}`)).body

test('a pushed product is returned as sent, with a default variant', async () => {
  const row = {
    platformProductId: 'kettle',
    title: 'Kettle',
    handle: 'kettle',
    url: 'https://shop.example.com/p/kettle',
    imageUrl: 'https://shop.example.com/i/kettle.jpg',
    description: 'Boils water.',
    status: 'draft',
    categories: ['Camping', 'a "quoted", \\ {one}', 'Camping'],
    sku: 'K-1',
    gtin: '4006381333931',
    mpn: 'LK-1',
    brand: 'Larkmoor',
  }
  const { status, body } = await api.put('/products', [row])
  assert.equal(status, 200)
  assert.deepEqual(body, { received: 1, created: 1, updated: 0, unchanged: 0, failed: 0, errors: [] })
  const product = await read('kettle')
  const { sku, gtin, mpn, brand, categories: _, ...own } = row
  for (const [name, value] of Object.entries(own)) assert.equal(product[name], value, name)
  assert.deepEqual(product.categories, ['Camping', 'a "quoted", \\ {one}'])
  assert.equal(product.variants.length, 1)
  const [variant] = product.variants
  assert.deepEqual(
    [variant.platformVariantId, variant.sku, variant.gtin, variant.mpn, variant.brand, variant.retiredAt],
    ['kettle', sku, gtin, mpn, brand, null],
  )
  assert.deepEqual((await api.get(`/products/${product.id}`)).body, product)
})

test('a push replaces the product: omitted, null and blank fields are cleared', async () => {
  await api.put('/products', [
    { platformProductId: 'r', title: 'R', handle: 'r', sku: 'R-1', brand: 'B', categories: ['x'] },
  ])
  const { id } = await read('r')
  const { body } = await api.put('/products', [{ platformProductId: 'r', title: null, handle: '  ' }])
  assert.deepEqual(counts(body), [0, 1, 0, 0])
  const product = await read('r')
  assert.deepEqual(
    [product.id, product.title, product.handle, product.categories, product.status, product.variants[0].sku],
    [id, null, null, [], 'active', null],
  )
})

test('a push does not change whether a product is excluded from requests', async () => {
  const row = { platformProductId: 'kept', title: 'One' }
  await api.put('/products', [row])
  const { id } = await read('kept')
  const member = await shop.as('MEMBER')
  assert.equal((await member.patch(`/products/${id}`, { requestsExcluded: true })).body.requestsExcluded, true)
  await api.put('/products', [{ ...row, title: 'Two' }])
  const product = await read('kept')
  assert.deepEqual([product.title, product.requestsExcluded], ['Two', true])
  const cleared = await member.patch(`/products/${id}`, { requestsExcluded: false })
  assert.deepEqual([cleared.status, cleared.body.requestsExcluded], [200, false])
})

test('an identical push changes nothing, in any order of fields', async () => {
  const row = {
    platformProductId: 'same',
    title: 'S',
    variants: [{ platformVariantId: 's1', price: '12.50', currency: 'EUR' }],
  }
  await api.put('/products', [row])
  const before = await read('same')
  service.advance(1000)
  const again = await api.put('/products', [
    {
      variants: [{ currency: 'EUR', price: '12.5000', platformVariantId: 's1', sku: null }],
      brand: '',
      title: 'S',
      platformProductId: 'same',
    },
  ])
  assert.deepEqual(counts(again.body), [0, 0, 1, 0])
  assert.deepEqual(await read('same'), before)
})

test('a changed price writes only its own variant', async () => {
  const row = (price: string) => ({
    platformProductId: 'one-of-two',
    variants: [
      { platformVariantId: 'p1', price },
      { platformVariantId: 'p2', price: '5.00' },
    ],
  })
  await api.put('/products', [row('1.00')])
  service.advance(1000)
  await api.put('/products', [row('2.00')])
  const { variants } = await read('one-of-two')
  assert.deepEqual(
    variants.map((each: { price: string }) => each.price),
    ['2.00', '5.00'],
  )
  assert.notEqual(variants[0].updatedAt, variants[0].createdAt)
  assert.equal(variants[1].updatedAt, variants[1].createdAt)
})

test('an omitted variant retires; if it returns, it is live again with the same id', async () => {
  const row = (...ids: string[]) => [
    { platformProductId: 'tee', variants: ids.map((id) => ({ platformVariantId: id, sku: id })) },
  ]
  await api.put('/products', row('s', 'm'))
  const before = await read('tee')
  await api.put('/products', row('l', 'm'))
  const between = await read('tee')
  assert.deepEqual(
    between.variants.map((each: { platformVariantId: string; retiredAt: string | null }) => [
      each.platformVariantId,
      each.retiredAt === null,
    ]),
    [
      ['l', true],
      ['m', true],
      ['s', false],
    ],
  )
  assert.equal(between.liveVariantCount, 2)
  await api.put('/products', row('s', 'm'))
  const after = await read('tee')
  assert.deepEqual(
    after.variants.slice(0, 2).map((each: { id: string }) => each.id),
    before.variants.map((each: { id: string }) => each.id),
  )
  assert.equal(after.variants[0].retiredAt, null)
})

test('a product can change between one default variant and several variants', async () => {
  await api.put('/products', [{ platformProductId: 'grow', sku: 'G' }])
  await api.put('/products', [
    {
      platformProductId: 'grow',
      brand: 'House',
      variants: [{ platformVariantId: 'g1' }, { platformVariantId: 'g2', brand: 'Own' }],
    },
  ])
  const { variants } = await read('grow')
  assert.deepEqual(
    variants.map((each: Record<string, unknown>) => [each.platformVariantId, each.brand, each.retiredAt === null]),
    [
      ['g1', 'House', true],
      ['g2', 'Own', true],
      ['grow', null, false],
    ],
  )
  await api.put('/products', [{ platformProductId: 'grow', sku: 'G', variants: [] }])
  assert.deepEqual(
    (await read('grow')).variants.map((each: Record<string, unknown>) => [
      each.platformVariantId,
      each.retiredAt === null,
    ])[0],
    ['grow', true],
  )
})

test('an invalid row refuses the whole request, and its position is reported', async () => {
  const good = { platformProductId: 'never' }
  const cases: [row: unknown, path: string][] = [
    [{ title: 'no id' }, '/3/platformProductId'],
    [{ platformProductId: '' }, '/3/platformProductId'],
    [{ platformProductId: 'x'.repeat(256) }, '/3/platformProductId'],
    [{ platformProductId: 17 }, '/3/platformProductId'],
    [{ platformProductId: 'x', status: 'sold' }, '/3/status'],
    [{ platformProductId: 'x', url: 'javascript:alert(1)' }, '/3/url'],
    [{ platformProductId: 'x', url: 'https://' }, '/3/url'],
    [
      { platformProductId: 'x', variants: [{ platformVariantId: 'v', imageUrl: 'https://[' }] },
      '/3/variants/0/imageUrl',
    ],
    [{ platformProductId: 'x', variants: [{}] }, '/3/variants/0/platformVariantId'],
    [{ platformProductId: 'x', variants: [{ platformVariantId: 'v', price: 1e300 }] }, '/3/variants/0/price'],
    [{ platformProductId: 'x', variants: [{ platformVariantId: 'v', price: '9'.repeat(20) }] }, '/3/variants/0/price'],
    [{ platformProductId: 'x', variants: [{ platformVariantId: 'v', price: '-1' }] }, '/3/variants/0/price'],
    [{ platformProductId: 'x', sku: 'S', variants: [{ platformVariantId: 'v' }] }, '/3/sku'],
    [{ platformProductId: 'x', gtin: '1', variants: [{ platformVariantId: 'v' }] }, '/3/gtin'],
    [{ platformProductId: 'x', mpn: 'M', variants: [{ platformVariantId: 'v' }] }, '/3/mpn'],
    [
      { platformProductId: 'x', variants: Array.from({ length: 2049 }, (_, i) => ({ platformVariantId: `v${i}` })) },
      '/3/variants',
    ],
    [null, '/3'],
    [[], '/3'],
  ]
  for (const [row, path] of cases) {
    const { status, body } = await api.put('/products', [
      good,
      { platformProductId: 'n2' },
      { platformProductId: 'n3' },
      row,
    ])
    assert.deepEqual(
      [status, body.code, body.details?.[0]?.path],
      [400, 'validation_failed', path],
      JSON.stringify(row)?.slice(0, 90),
    )
  }
  assert.equal((await api.get('/products/by-platform-id/never')).status, 404)
})

test('hostile bodies are refused completely', async () => {
  const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ platformProductId: `many-${i}` }))
  assert.equal((await api.put('/products', rows(251))).body.code, 'validation_failed')
  for (const body of [
    '{}',
    'null',
    '[',
    '[{"platformProductId":"a\\u0000b"}]',
    '[{"platformProductId":"a\\ud800b"}]',
    '[{"__proto__":{"platformProductId":"x"}}]',
    '[{"platformProductId":"x","price":1e999}]'.replace('"price"', '"title"'),
  ]) {
    const { status } = await api.put('/products', body)
    assert.equal(status, 400, body)
  }
  assert.deepEqual((await api.put('/products', [])).body, {
    received: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    errors: [],
  })
})

test('identifiers work in any script, and look-alikes are different identifiers', async () => {
  const ids = [
    '__proto__',
    'constructor',
    'ß',
    'SS',
    'İ',
    'i̇',
    'é',
    'e\u0301',
    '商品/1',
    'a%2Fb',
    '👩‍🚀',
    ' x',
    'x',
    "';--",
    '😀'.repeat(255),
  ]
  const { body } = await api.put(
    '/products',
    ids.map((platformProductId) => ({ platformProductId, title: platformProductId })),
  )
  assert.deepEqual(counts(body), [ids.length, 0, 0, 0])
  for (const id of ids) assert.equal((await read(id)).title, id)
  const again = await api.put(
    '/products',
    ids.map((platformProductId) => ({ platformProductId, title: platformProductId })),
  )
  assert.deepEqual(counts(again.body), [0, 0, ids.length, 0])
})

test('a contradictory row is refused alone, and the first of two rows with one id counts', async () => {
  await api.put('/products', [{ platformProductId: 'holder', variants: [{ platformVariantId: 'held' }] }])
  const { status, body } = await api.put('/products', [
    { platformProductId: 'first', title: 'first' },
    { platformProductId: 'first', title: 'second' },
    { platformProductId: 'thief', variants: [{ platformVariantId: 'held' }] },
    { platformProductId: 'inner', variants: [{ platformVariantId: 'i' }, { platformVariantId: 'i' }] },
    { platformProductId: 'left', variants: [{ platformVariantId: 'both' }] },
    { platformProductId: 'right', variants: [{ platformVariantId: 'both' }] },
    { platformProductId: 'fine' },
  ])
  assert.equal(status, 200)
  assert.deepEqual(counts(body), [3, 0, 0, 4])
  assert.deepEqual(codes(body), [
    [1, 'duplicate_in_request'],
    [2, 'duplicate_variant'],
    [3, 'duplicate_variant'],
    [5, 'duplicate_variant'],
  ])
  assert.equal(body.errors[1].platformProductId, 'thief')
  assert.equal((await read('first')).title, 'first')
  for (const gone of ['thief', 'inner', 'right']) assert.equal((await read(gone)).code, 'not_found')
})

test('a variant moves to another product if its former product omits it in the same request', async () => {
  const product = (platformProductId: string, ...ids: string[]) => ({
    platformProductId,
    variants: ids.map((id) => ({ platformVariantId: id })),
  })
  await api.put('/products', [product('m-a', 'mv1', 'mv2'), product('m-b', 'mv3')])
  const swapped = await api.put('/products', [product('m-b', 'mv1'), product('m-a', 'mv2', 'mv3')])
  assert.deepEqual(counts(swapped.body), [0, 2, 0, 0])
  assert.equal(
    (await read('m-b')).variants.find((each: { platformVariantId: string }) => each.platformVariantId === 'mv1')
      .retiredAt,
    null,
  )
  // A refused row releases no variant, so rows that depend on it are refused as well.
  await api.put('/products', [product('m-c', 'mv9')])
  const chained = await api.put('/products', [product('m-d', 'mv2'), product('m-a', 'mv3', 'mv9')])
  assert.deepEqual(codes(chained.body), [
    [0, 'duplicate_variant'],
    [1, 'duplicate_variant'],
  ])
})

test('a product may have 2,048 variants', async () => {
  const variants = Array.from({ length: 2048 }, (_, i) => ({ platformVariantId: `big-${i}`, sku: `B-${i}` }))
  assert.deepEqual(counts((await api.put('/products', [{ platformProductId: 'big', variants }])).body), [1, 0, 0, 0])
  assert.deepEqual(counts((await api.put('/products', [{ platformProductId: 'big', variants }])).body), [0, 0, 1, 0])
  const product = await read('big')
  assert.deepEqual(
    [product.variants.length, product.liveVariantCount, product.variants[2047].sku],
    [2048, 2048, 'B-2047'],
  )
})

test('Admins can push, Members can exclude, Viewers can only read, and keys need the scope', async () => {
  const [member, viewer] = [await shop.as('MEMBER'), await shop.as('VIEWER')]
  assert.equal((await member.put('/products', [])).body.code, 'role_insufficient')
  assert.equal((await viewer.put('/products', [])).body.code, 'role_read_only')
  assert.equal((await viewer.get('/products')).status, 200)
  const { id } = await read('kettle')
  assert.equal((await viewer.patch(`/products/${id}`, { requestsExcluded: true })).body.code, 'role_read_only')
  assert.equal((await member.patch(`/products/${id}`, { requestsExcluded: 'yes' })).status, 400)
  assert.equal((await member.patch(`/products/${id}`, { requestsExcluded: false })).status, 200)
  assert.equal(
    (await (await shop.as('ADMIN')).put('/products', [{ platformProductId: 'lid', title: 'Lid' }])).status,
    200,
  )
  assert.equal((await (await shop.as('ADMIN', ['orders:write'])).put('/products', [])).body.code, 'scope_denied')
})

test("another store's products are not found, and both stores can use the same ids", async () => {
  const theirs = await service.shop()
  const { body } = await theirs.api.put('/products', [
    { platformProductId: 'kettle', title: 'Theirs', variants: [{ platformVariantId: 'held' }] },
  ])
  assert.deepEqual(counts(body), [1, 0, 0, 0])
  const { id } = await read('kettle')
  assert.equal((await theirs.api.get(`/products/${id}`)).status, 404)
  assert.equal((await theirs.api.patch(`/products/${id}`, { requestsExcluded: true })).status, 404)
  assert.equal((await theirs.api.get('/products/by-platform-id/tee')).status, 404)
  assert.equal((await theirs.api.get('/products?includeTotal=true')).body.pagination.total, 1)
  assert.equal((await read('kettle')).title, 'Kettle')
})

test('the list is newest first, filtered, paged and counted', async () => {
  const listed = await service.shop()
  const put = async (rows: object[]) => {
    assert.equal((await listed.api.put('/products', rows)).body.failed, 0)
    service.advance(1000)
  }
  await put([{ platformProductId: 'one', title: 'Blue_100% kettle', sku: 'K-77' }])
  await put([{ platformProductId: 'two', title: 'Red pan', status: 'draft' }])
  await put([{ platformProductId: 'three', handle: 'green-CUP', variants: [{ platformVariantId: 'c', sku: 'CUP-9' }] }])
  await addReview(service, listed, { platformProductId: 'one', status: 'pending' })
  const ids = async (query: string) =>
    (await listed.api.get(`/products?${query}`)).body.data.map(
      (each: { platformProductId: string }) => each.platformProductId,
    )
  assert.deepEqual(await ids(''), ['three', 'two', 'one'])
  assert.deepEqual(await ids('status=draft'), ['two'])
  assert.deepEqual(await ids('q=KETTLE'), ['one'])
  assert.deepEqual(await ids('q=cup'), ['three'])
  assert.deepEqual(await ids('q=k-77'), ['one'])
  assert.deepEqual(await ids('q=0%25'), ['one'])
  assert.deepEqual(await ids('q=e_1'), ['one'])
  assert.deepEqual(await ids('q=wo'), ['two'])
  assert.deepEqual(await ids('q=%5C'), [])
  assert.deepEqual(await ids('hasReviews=1'), ['one'])
  assert.deepEqual(await ids('hasReviews=false'), ['three', 'two'])
  const first = (await listed.api.get('/products?limit=2&includeTotal=true')).body
  assert.deepEqual([first.data.length, first.pagination.total, first.pagination.hasMore], [2, 3, true])
  const second = (await listed.api.get(`/products?limit=2&cursor=${first.pagination.nextCursor}`)).body
  assert.deepEqual(
    [second.data[0].platformProductId, second.pagination],
    ['one', { limit: 2, hasMore: false, nextCursor: null }],
  )
  assert.equal((await listed.api.get('/products?q=nothing&includeTotal=true')).body.pagination.total, 0)
  for (const bad of ['status=sold', 'hasReviews=maybe', 'q=', 'cursor=x', 'limit=101']) {
    assert.equal((await listed.api.get(`/products?${bad}`)).status, 400, bad)
  }
})

test('the rating counts approved reviews only', async () => {
  await api.put('/products', [{ platformProductId: 'rated' }])
  assert.deepEqual((await read('rated')).rating, { count: 0, average: null, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } })
  for (const rating of [5, 5, 4]) await addReview(service, shop, { platformProductId: 'rated', rating })
  for (const status of ['pending', 'rejected', 'spam'] as const)
    await addReview(service, shop, { platformProductId: 'rated', rating: 1, status })
  assert.deepEqual((await read('rated')).rating, { count: 3, average: 4.67, byStar: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 } })
})

test('products of a lapsed store can be read, but not pushed', async () => {
  const lapsed = await service.shop()
  await lapsed.api.put('/products', [{ platformProductId: 'x' }])
  service.advance(8 * 86_400_000)
  assert.equal((await lapsed.api.put('/products', [])).body.code, 'subscription_expired')
  assert.equal((await lapsed.api.get('/products')).body.data.length, 1)
})
