import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '#platform/calls/operation.ts'
import { encodeCursor } from '#platform/calls/paging/page.ts'
import { computeMark } from '#platform/calls/paging/page-cursors.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { provideService, type Shop } from '#test/service.ts'
import { list } from './listing-store.ts'
import { addPhotos } from './photos/commands.ts'
import { addOrder, addProduct, addReview, addReviews, nobody } from './reviews.testing.ts'
import routes from './routes.ts'

let shop: Shop
let mug: string
let cup: string
let orderId: string
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') }, async () => {
  shop = await service.shop()
  mug = await addProduct(shop, 'mug')
  cup = await addProduct(shop, 'cup')
  orderId = await addOrder(service, shop, { productId: cup })
  const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`
  const ids = await addReviews(service, shop, [
    { productId: mug, body: 'a', rating: 5, submittedAt: at(10), status: 'pending' },
    { productId: mug, body: 'b', rating: 4, submittedAt: at(9), verified: true },
    { productId: cup, body: 'c', rating: 3, submittedAt: at(8), verified: true, orderId },
    { productId: mug, body: 'd', rating: 2, submittedAt: at(7), status: 'rejected' },
    { productId: mug, body: 'e', rating: 1, submittedAt: at(6), status: 'spam' },
    { productId: cup, body: 'f', rating: 5, submittedAt: at(5), reply: 'Thanks' },
    { productId: mug, body: 'g', rating: 5, submittedAt: at(4), incentive: 'coupon' },
    { productId: mug, body: 'h', rating: 4, submittedAt: at(3), incentive: 'points', reply: 'Hello' },
    {
      productId: cup,
      body: 'i',
      rating: 5,
      submittedAt: at(2),
      source: 'import',
      createdAt: '2026-11-15T00:00:00.000Z',
    },
    { productId: mug, body: 'j', rating: 5, submittedAt: at(1), source: 'api', authorEmail: null },
  ])
  const photo = { storageKey: newPhotoKey(shop.storeEnvId, new Date(), 'webp'), width: 800, height: 600 }
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, ids[6] as string, [photo]))
})

const bodies = async (query: string, from = shop) => {
  const { status, body } = await from.api.get(`/reviews${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map((review: { body: string }) => review.body).join('')
}

test('reviews are listed newest first with product, photos and reply', async () => {
  assert.equal(await bodies(''), 'abcdefghij')
  const { body } = await shop.api.get('/reviews')
  const [g, c, j] = [6, 2, 9].map((i) => body.data[i])
  assert.deepEqual([c.product.platformProductId, c.product.title, c.orderId], ['cup', 'The cup', orderId])
  assert.equal(g.photos.length, 1)
  assert.match(g.photos[0].url, /^http:\/\/[^/]+\/media\/photos\/[\w/-]+\.webp$/)
  assert.deepEqual([g.photos[0].width, g.photos[0].height], [800, 600])
  assert.deepEqual(body.data[5].reply, { body: 'Thanks', authorName: 'Shop', repliedAt: '2026-11-05T12:00:00.000Z' })
  assert.equal(j.authorEmailLast4, null)
})

test('lists sort by stars, with the newest first among equal stars, or oldest first', async () => {
  assert.equal(await bodies('?sort=rating'), 'afgijbhcde')
  assert.equal(await bodies('?sort=rating&direction=asc'), 'edcbhafgij')
  assert.equal(await bodies('?sort=rating&status=approved&rating=5&rating=3'), 'fgijc')
  assert.equal(await bodies('?sort=rating&direction=asc&platformProductId=mug'), 'edbhagj')
  assert.equal(await bodies('?direction=asc'), 'jihgfedcba')
  assert.equal(await bodies(`?sort=submittedAt&direction=asc&status=approved&productId=${cup}`), 'ifc')
  for (const query of ['&sort=rating', '&sort=rating&direction=asc', '&direction=asc', '&sort=rating&status=pending']) {
    const { body } = await shop.api.get(`/reviews?limit=100${query}`)
    assert.deepEqual(
      await allPages(query),
      body.data.map((review: { id: string }) => review.id),
      query,
    )
  }
  const plain = encodeCursor({ at: '2026-11-09T12:00:00.000Z', id: nobody })
  assert.equal((await shop.api.get(`/reviews?sort=rating&cursor=${plain}`)).status, 400)
})

test('the language filter matches every region of the language', async () => {
  const other = await service.shop()
  const productId = await addProduct(other, 'mug')
  await addReviews(service, other, [
    { productId, body: 'a', locale: 'de' },
    { productId, body: 'b', locale: 'de-AT' },
    { productId, body: 'c', locale: 'den' },
    { productId, body: 'd' },
  ])
  const { body } = await other.api.get('/reviews?language=de&includeTotal=true')
  assert.deepEqual(body.data.map((review: { body: string }) => review.body).toSorted(), ['a', 'b'])
  assert.equal(body.pagination.total, 2)
  assert.equal((await other.api.get('/reviews?language=German')).status, 400)
})

test('every filter returns exactly its matches', async () => {
  const expected: Record<string, string> = {
    [`orderId=${orderId}`]: 'c',
    [`productId=${cup}`]: 'cfi',
    'platformProductId=cup': 'cfi',
    'status=pending': 'a',
    'status=approved': 'bcfghij',
    'status=rejected': 'd',
    'status=spam': 'e',
    'rating=4': 'bh',
    'verified=true': 'bc',
    'verified=false': 'adefghij',
    'hasPhotos=true': 'g',
    'hasPhotos=false': 'abcdefhij',
    'hasReply=true': 'fh',
    'hasReply=false': 'abcdegij',
    'incentivized=true': 'gh',
    'incentivized=false': 'abcdefij',
    'imported=true': 'i',
    'imported=false': 'abcdefghj',
    'submittedAfter=2026-11-07T12:00:00.000Z': 'abc',
    'submittedBefore=2026-11-03T12:00:00Z': 'ij',
    'submittedAfter=2026-11-05T14:00:00%2B02:00&submittedBefore=2026-11-08T12:00:00Z': 'de',
    'sort=createdAt&limit=1': 'i',
    'sort=createdAt&imported=false&rating=3': 'c',
    'platformProductId=mug&rating=5&status=approved&hasReply=false': 'gj',
    [`productId=${mug}&platformProductId=cup`]: '',
  }
  for (const [query, found] of Object.entries(expected)) assert.equal(await bodies(`?${query}`), found, query)
})

test('booleans can be true, false, 1 and 0; anything else is 400', async () => {
  for (const name of ['verified', 'hasPhotos', 'hasReply', 'incentivized', 'imported']) {
    assert.equal(await bodies(`?${name}=1`), await bodies(`?${name}=true`), name)
    assert.equal(await bodies(`?${name}=0`), await bodies(`?${name}=false`), name)
    for (const value of ['yes', 'TRUE', 'False', '2', '', 'null']) {
      const { status, body } = await shop.api.get(`/reviews?${name}=${value}`)
      assert.deepEqual(
        [status, body.code, body.details?.[0]?.path],
        [400, 'validation_failed', `/${name}`],
        `${name}=${value}`,
      )
    }
  }
})

test('an unknown id in a filter matches nothing, instead of being ignored', async () => {
  const other = await service.shop()
  await addReview(service, other, { productId: await addProduct(other, 'mug'), body: 'theirs' })
  for (const query of [`orderId=${nobody}`, `productId=${nobody}`, 'platformProductId=none']) {
    const { body } = await shop.api.get(`/reviews?${query}&includeTotal=true`)
    assert.deepEqual([body.data, body.pagination.total, body.pagination.hasMore], [[], 0, false], query)
  }
  assert.equal(await bodies(`?productId=${mug}`, other), '')
  assert.equal(await bodies(`?orderId=${orderId}`, other), '')
  assert.equal(await bodies('?platformProductId=mug', other), 'theirs')
})

test('a value that does not fit a filter is 400', async () => {
  const wrong = [
    'orderId=1001',
    'orderId=',
    'productId=mug',
    'platformProductId=',
    `platformProductId=${'x'.repeat(256)}`,
    'status=published',
    'status=',
    'rating=0',
    'rating=6',
    'rating=4.5',
    'rating=five',
    'q=',
    `q=${'x'.repeat(201)}`,
    'q=a%00b',
    'sort=stars',
    'submittedAfter=yesterday',
    'submittedAfter=2026-02-30T00:00:00Z',
    'submittedBefore=0000-01-01T00:00:00Z',
    'submittedBefore=2016-12-31T23:59:60Z',
    'limit=0',
    'limit=101',
    'includeTotal=maybe',
  ]
  for (const query of wrong) {
    const { status, body } = await shop.api.get(`/reviews?${query}`)
    assert.deepEqual([status, body.code], [400, 'validation_failed'], query)
  }
})

test('a search finds text in title, body and name, in any case and script', async () => {
  const searched = await service.shop()
  const productId = await addProduct(searched)
  const day = (n: number) => `2026-11-0${n}T00:00:00.000Z`
  await addReviews(service, searched, [
    { productId, title: '100% Cotton', body: 'one', submittedAt: day(9) },
    { productId, body: 'two ÉTÉ à la plage', submittedAt: day(8) },
    { productId, body: 'three', authorName: 'محمد علي', submittedAt: day(7) },
    { productId, body: 'four 100_000 🎉', submittedAt: day(6) },
    { productId, body: 'five C:\\mugs', submittedAt: day(5), authorEmail: 'cotton@customer.example' },
  ])
  const found = async (q: string) => bodies(`?q=${encodeURIComponent(q)}`, searched)
  assert.equal(await found('cotton'), 'one', 'not by address')
  assert.equal(await found('été'), 'two ÉTÉ à la plage')
  assert.equal(await found('محمد'), 'three')
  assert.equal(await found('🎉'), 'four 100_000 🎉')
  assert.equal(await found('100%'), 'one')
  assert.equal(await found('100_'), 'four 100_000 🎉')
  assert.equal(await found('\\mugs'), 'five C:\\mugs')
  assert.equal(await found("'; drop table reviews; --"), '')
  const { body } = await searched.api.get('/reviews?q=100&limit=1&includeTotal=true')
  assert.deepEqual([body.data[0].body, body.pagination.total, body.pagination.hasMore], ['one', 2, true])
  const next = await searched.api.get(`/reviews?q=100&limit=1&cursor=${body.pagination.nextCursor}`)
  assert.deepEqual([next.body.data[0].body, next.body.pagination.hasMore], ['four 100_000 🎉', false])
})

test('a search finds the reviews of a product by its title, and counts them', async () => {
  const searched = await service.shop()
  const [teapot, other] = [await addProduct(searched, 'Teapot_1'), await addProduct(searched, 'cup')]
  const day = (n: number) => `2026-11-0${n}T00:00:00.000Z`
  await addReviews(service, searched, [
    { productId: teapot, body: 'one', submittedAt: day(9) },
    { productId: other, body: 'two, better than my teapot', submittedAt: day(8) },
    { productId: other, body: 'three', submittedAt: day(7) },
    { productId: teapot, body: 'four', submittedAt: day(6), status: 'pending' },
  ])
  assert.deepEqual(
    [await bodies('?q=TEAPOT', searched), await bodies('?q=teapot&status=pending', searched)],
    ['onetwo, better than my teapotfour', 'four'],
  )
  assert.equal(await bodies('?q=teapot_1', searched), 'onefour')
  assert.equal(await bodies('?q=teapotx1', searched), '')
  const { body } = await searched.api.get('/reviews?q=teapot&limit=1&includeTotal=true')
  assert.equal(body.pagination.total, 3)
  const elsewhere = await service.shop()
  assert.equal(await bodies('?q=teapot', elsewhere), '')
})

test('a search finds reviews of products by rare and frequent words of their titles', async () => {
  const wide = await service.shop()
  const { storeEnvId } = wide
  // A few newest products without the words, then 30 with "oak", then 1,200 with "lamp".
  await service.query(`
    insert into products (store_env_id, id, platform_product_id, title, title_folded, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), 'w' || n, title, lower(title), at, at
        from (select n, case when n <= 300 then 'Plain' when n <= 330 then 'Oak 100%' else 'LÄMP' end || ' ' || n as title,
                     timestamptz '2026-01-01T00:00:00Z' - n * interval '1 second' as at
                from generate_series(1, 1530) n) numbered`)
  const { rows } = await service.query(
    `select id, platform_product_id from products where store_env_id = '${storeEnvId}' and platform_product_id in ('w1', 'w330', 'w1530')`,
  )
  await addReviews(
    service,
    wide,
    rows.map((row) => ({ productId: row.id, body: row.platform_product_id })),
  )
  for (const [q, body] of [
    ['plain', 'w1'],
    ['OAK', 'w330'],
    ['00% 33', 'w330'],
    ['lämp', 'w1530'],
    ['ÄMP 1530', 'w1530'],
    ['o%k', ''],
    ['w330', 'w330'],
  ] as const)
    assert.equal(await bodies(`?q=${encodeURIComponent(q)}`, wide), body, q)
  assert.equal(await bodies('?q=oak', shop), '')
})

test('a search reads one window at a time, and its cursors find every match once', async () => {
  const large = await service.shop()
  const productId = await addProduct(large)
  const minute = (n: number) => new Date(Date.UTC(2026, 9, 1, 0, n)).toISOString()
  const stored = Array.from({ length: 57 }, (_, i) => ({
    productId,
    body: i % 9 === 4 ? `needle ${i}` : 'hay',
    rating: 1 + (i % 5),
    submittedAt: minute(i),
  }))
  await addReviews(service, large, stored)
  for (const more of [
    {},
    { includeTotal: true },
    { sort: 'createdAt' as const },
    { sort: 'rating' as const },
    { sort: 'submittedAt' as const, direction: 'asc' as const },
    { rating: [1 as const] },
  ]) {
    const needles = stored.filter((each) => each.body !== 'hay' && (!('rating' in more) || each.rating === 1))
    for (const [limit, windowSize] of [
      [20, 10],
      [2, 10],
      [1, 1],
      [20, 57],
      [20, 100],
      [3, 19],
    ] as const) {
      const found: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const request = { q: 'NEEDLE', limit, ...more, ...(cursor && { cursor }) }
        const { data, pagination } = await service.service.db.store(large, 'read', (tx) =>
          list(tx, request, service.service.services.media, windowSize),
        )
        assert.ok(data.length <= limit)
        assert.equal(pagination.hasMore, pagination.nextCursor !== null)
        found.push(...data.map((review) => review.body))
        cursor = pagination.nextCursor ?? undefined
        assert.ok(++pages <= 60)
      } while (cursor)
      assert.deepEqual(
        found.toSorted(),
        needles.map((each) => each.body).toSorted(),
        JSON.stringify({ limit, windowSize, more }),
      )
    }
  }
})

const allPages = async (query: string, between?: () => Promise<unknown>) => {
  const ids: string[] = []
  let cursor = ''
  do {
    const { status, body } = await shop.api.get(`/reviews?limit=3${query}${cursor && `&cursor=${cursor}`}`)
    assert.equal(status, 200)
    ids.push(...body.data.map((review: { id: string }) => review.id))
    assert.equal(body.pagination.hasMore, body.pagination.nextCursor !== null)
    cursor = body.pagination.nextCursor
    await between?.()
  } while (cursor)
  return ids
}

test('pages neither miss nor repeat a review while new reviews arrive', async () => {
  let minute = 0
  for (const query of ['', '&sort=createdAt', '&status=approved', '&platformProductId=mug']) {
    const { body } = await shop.api.get(`/reviews?limit=100${query}`)
    const whole = body.data.map((review: { id: string }) => review.id)
    const paged = await allPages(query, () => {
      const now = new Date(Date.UTC(2026, 10, 20, 0, minute++)).toISOString()
      return addReview(service, shop, { productId: mug, submittedAt: now, createdAt: now })
    })
    assert.deepEqual(paged, whole, query)
  }
})

test('reviews of the same instant are sorted by id, and paging misses none', async () => {
  const same = await service.shop()
  const productId = await addProduct(same)
  const ids = await addReviews(
    service,
    same,
    Array.from({ length: 10 }, () => ({ productId })),
  )
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await same.api.get(`/reviews?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.map((review: { id: string }) => review.id))
    cursor = body.pagination.nextCursor
  } while (cursor)
  assert.deepEqual(seen, ids.toSorted().reverse())
})

const reviews = routes.find(({ id }) => id === 'reviews.list') as Operation

test('every limit is respected, and the total counts all matches, also for an empty page', async () => {
  const many = await service.shop()
  const productId = await addProduct(many)
  await addReviews(
    service,
    many,
    Array.from({ length: 105 }, (_, i) => ({ productId, rating: 1 + (i % 5) })),
  )
  for (const limit of [1, 9, 10, 11, 20, 21, 49, 50, 51, 99, 100]) {
    const { body } = await many.api.get(`/reviews?limit=${limit}`)
    assert.deepEqual([body.data.length, body.pagination.limit, body.pagination.hasMore], [limit, limit, true])
  }
  const { body } = await many.api.get('/reviews?rating=3&includeTotal=true&limit=5')
  assert.deepEqual([body.data.length, body.pagination.total], [5, 21])
  const end = `${encodeCursor({ at: '2001-01-01T00:00:00.000Z', id: nobody })}.${computeMark(reviews, {}, { rating: [3] })}`
  const empty = await many.api.get(`/reviews?rating=3&includeTotal=true&cursor=${end}`)
  assert.deepEqual([empty.body.data, empty.body.pagination.total], [[], 21])
  assert.ok(!('total' in (await many.api.get('/reviews')).body.pagination))
})

test('an invalid cursor gets 400', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  const place = `2026-11-10T12:00:00.000Z|${nobody}`
  const tampered = [
    'x',
    '%00',
    encoded('nonsense'),
    encoded(`${place}|more`),
    encoded(`2026-11-10|${nobody}`),
    encoded(`2026-02-30T00:00:00.000Z|${nobody}`),
    encoded(`0000-01-01T00:00:00.000Z|${nobody}`),
    encoded(`12|${nobody}`),
    encoded("2026-11-10T12:00:00.000Z|' or true --"),
    encoded(`2026-11-10T12:00:00.000Z|${nobody}x`),
    'x'.repeat(501),
  ]
  for (const cursor of tampered) {
    const { status, body } = await shop.api.get(`/reviews?cursor=${cursor}`)
    assert.deepEqual([status, body.code, body.details?.[0]?.path], [400, 'validation_failed', '/cursor'], cursor)
  }
  const { status } = await service.anonymous.get(`/reviews?cursor=${encoded('nonsense')}`)
  assert.equal(status, 401, 'who calls is asked first')
  assert.equal((await shop.api.get(`/reviews?cursor=${encoded(place)}.${computeMark(reviews, {}, {})}`)).status, 200)
})

test("a cursor of another shop's list reveals nothing of that shop", async () => {
  const { body } = await shop.api.get('/reviews?limit=1')
  const other = await service.shop()
  const answer = await other.api.get(`/reviews?cursor=${body.pagination.nextCursor}`)
  assert.deepEqual(answer.body.data, [])
})
