import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { addProduct, addReview, post } from '#resources/reviews/reviews.testing.ts'
import { type Api, day, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { keeps, untilKept } from './storefront.testing.ts'

/** Pages of a lapsed store are closed if billing is on. */
const env = { BILLING: 'manual' }
let here: TestService
let beside: TestService
before(async () => {
  here = await startService({ env })
  beside = await startService({ beside: here, env })
})
after(async () => {
  await beside.close()
  await here.close()
})

const createStorefrontApi = (service: TestService, shop: Shop): Api =>
  service.with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })

async function shopWithLamp(): Promise<{ shop: Shop; productId: string; pages: Api[] }> {
  const shop = await here.shop()
  const productId = await addProduct(shop, 'lamp')
  const pages = [createStorefrontApi(here, shop), createStorefrontApi(beside, shop)]
  return { shop, productId, pages }
}

const bodies = async (page: Api): Promise<string[]> =>
  (await page.get('/storefront/reviews?platformProductId=lamp')).body.data.map(({ body }: { body: string }) => body)

test('a cached response needs no database', async () => {
  const { shop, productId } = await shopWithLamp()
  await addReview(here, shop, { productId, body: 'Kept.' })
  await untilKept(here, shop)
  assert.deepEqual(await bodies(shop.storefront), ['Kept.'])
  // Writes in SQL, so that no process is notified.
  await here.query('update reviews set body = $1 where store_env_id = $2', ['Changed.', shop.storeEnvId])
  assert.deepEqual(await bodies(shop.storefront), ['Kept.'])
  assert.deepEqual(
    (await shop.storefront.get('/storefront/reviews?utm=1&platformProductId=lamp')).body.data[0].body,
    'Kept.',
  )
})

test("every visible change is in the next response, and soon in other processes' responses", async () => {
  const { shop, productId, pages } = await shopWithLamp()
  const [page, other] = pages as [Api, Api]
  const owner = await shop.signedIn()
  const read = async (from: Api) => {
    const list = await from.get('/storefront/reviews?platformProductId=lamp')
    const whole = await from.get('/storefront/reviews')
    const config = await from.get('/storefront/config')
    const stars = await from.get('/storefront/summary?platformProductIds=lamp')
    return JSON.stringify([list.body, whole.body, config.body, stars.body])
  }
  for (const [service, from] of [
    [here, page],
    [beside, other],
  ] as const)
    await untilKept(service, shop, from)

  const review = await post(shop.api, productId, { body: 'First words.' })
  const imported = await addReview(here, shop, { productId, source: 'import', status: 'pending', body: 'Imported.' })
  const changes: [string, () => Promise<{ status: number; text: string }>, RegExp, boolean?][] = [
    ['approve', () => shop.api.put(`/reviews/${review.id}`, { status: 'approved' }), /First words/],
    ['reply', () => shop.api.put(`/reviews/${review.id}`, { reply: { body: 'An answer.' } }), /An answer/],
    ['withdraw the reply', () => shop.api.put(`/reviews/${review.id}`, { reply: null }), /An answer/, true],
    [
      'approve many',
      () => shop.api.post('/reviews/bulk-update', { updates: [{ id: imported, status: 'approved' }] }),
      /Imported\./,
    ],
    ['edit', () => shop.api.put(`/reviews/${imported}`, { body: 'Edited.' }), /Edited\./],
    [
      'rename the product',
      () => shop.api.put('/products', [{ platformProductId: 'lamp', title: 'A new name' }]),
      /A new name/,
    ],
    ['rename the store', () => owner.patch(`/account/stores/${shop.storeEnvId}`, { name: 'Renamed' }), /Renamed/],
    ['settings', () => shop.api.put('/placements/settings', { theme: { accentColor: '#123456' } }), /#123456/],
    ['mark as spam', () => shop.api.put(`/reviews/${review.id}`, { status: 'spam' }), /First words/, true],
    ['delete', () => shop.api.delete(`/reviews/${imported}`), /Edited/, true],
  ]
  for (const [what, change, sign, isGone = false] of changes) {
    for (const each of [page, other])
      for (let i = 0; i < 2; i++) assert.equal(sign.test(await read(each)), isGone, what)
    const answer = await change()
    assert.ok(answer.status < 300, `${what}: ${answer.text}`)
    assert.equal(sign.test(await read(page)), !isGone, `${what}, here`)
    await until(async () => sign.test(await read(other)) !== isGone, `${what}, beside`)
  }
})

test('an erased author disappears from pages immediately', async () => {
  const { shop, productId, pages } = await shopWithLamp()
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  await addReview(here, shop, { productId, authorName: 'Rosalind Quist', authorEmail: 'rosalind@customer.example' })
  await untilKept(here, shop)
  const read = async (page: Api) => (await page.get('/storefront/reviews')).text
  assert.match(await read(pages[0] as Api), /Rosalind/)
  assert.equal((await shop.api.post('/customers/erase', { email: 'rosalind@customer.example' })).status, 200)
  assert.doesNotMatch(await read(pages[0] as Api), /Rosalind/)
})

test('an import of approved reviews is visible immediately; other imports do not change the cache', async () => {
  const { shop } = await shopWithLamp()
  const file = (body: string, id: string) =>
    `product_id,rating,title,body,author,email,date,id\nlamp,5,T,${body},Ana,ana@customer.example,2026-01-01,${id}\n`
  const send = async (body: string, status: string) => {
    const answer = await shop.api.post(`/imports/reviews?status=${status}`, file(body, body.length.toString()), {
      'content-type': 'text/csv',
    })
    assert.equal(answer.status, 202, answer.text)
    await here.runJobs()
    const { body: done } = await shop.api.get(`/imports/${answer.body.id}`)
    assert.deepEqual([done.status, done.imported], ['completed', 1], JSON.stringify(done))
  }
  await untilKept(here, shop)
  await send('Seen at once', 'approved')
  assert.match((await shop.storefront.get('/storefront/reviews')).text, /Seen at once/)
  await untilKept(here, shop)
  await send('Not to be seen', 'pending')
  assert.ok(keeps(here, shop))
})

test('pages, cached or not, close exactly when the subscription ends', async () => {
  const service = await startService({ beside: here, env })
  try {
    const { shop } = await shopWithLamp()
    const page = createStorefrontApi(service, shop)
    await untilKept(service, shop, page)
    assert.equal((await page.get('/storefront/reviews')).status, 200)
    service.advance(7 * day + 1_000)
    for (let i = 0; i < 2; i++) {
      const answer = await page.get('/storefront/reviews')
      assert.deepEqual([answer.status, answer.body.code], [403, 'subscription_expired'])
    }
  } finally {
    await service.close()
  }
})

test('while change notifications fail, every response is fresh; when they resume, so does caching', async () => {
  const { shop, productId } = await shopWithLamp()
  const id = await addReview(here, shop, { productId, body: 'Here to stay?' })
  await untilKept(here, shop)
  const cut = async () => {
    const { rowCount } = await here.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %' and usename like 'evident_app%'`)
    return rowCount
  }
  assert.ok(((await cut()) ?? 0) >= 1)
  await until(() => !keeps(here, shop), 'the loss is noticed, and all is dropped')
  await here.query('update reviews set body = $1 where id = $2', ['Changed meanwhile.', id])
  await until(async () => (await bodies(shop.storefront))[0] === 'Changed meanwhile.', 'the next read is fresh')
  await untilKept(here, shop)
  await shop.api.put(`/reviews/${id}`, { status: 'rejected' })
  assert.deepEqual(await bodies(shop.storefront), [])
})

test('a response that is built during a change never hides that change later', async () => {
  const { shop, productId, pages } = await shopWithLamp()
  const [page, other] = pages as [Api, Api]
  const ids: string[] = []
  for (let i = 0; i < 12; i++) ids.push((await post(shop.api, productId, { body: `Number ${i}` })).id)
  await Promise.all([untilKept(here, shop, page), untilKept(beside, shop, other)])
  for (const [i, id] of ids.entries()) {
    const reads = Array.from({ length: 8 }, (_, n) => bodies(n % 2 ? page : other))
    const approving = shop.api.put(`/reviews/${id}`, { status: 'approved' })
    const more = Array.from({ length: 8 }, (_, n) => bodies(n % 2 ? page : other))
    assert.equal((await approving).status, 200)
    assert.ok((await bodies(page)).includes(`Number ${i}`), 'read here right after the answer')
    await Promise.all([...reads, ...more])
    assert.ok((await bodies(page)).includes(`Number ${i}`), 'and once those under way are through')
    await until(async () => (await bodies(other)).includes(`Number ${i}`), 'beside')
  }
})

test('after any moderation only currently approved reviews are served', async () => {
  const { shop, productId, pages } = await shopWithLamp()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await post(shop.api, productId, { body: `Review ${i}.` })).id)
  await untilKept(here, shop)
  const status = new Map<string, string>(ids.map((id) => [id, 'pending']))
  const step = fc.record({
    review: fc.nat(4),
    to: fc.constantFrom('approved', 'rejected', 'spam'),
    inBulk: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { review, to, inBulk } of steps) {
        const id = ids[review] as string
        const answer = inBulk
          ? await shop.api.post('/reviews/bulk-update', { updates: [{ id, status: to }] })
          : await shop.api.put(`/reviews/${id}`, { status: to })
        assert.equal(answer.status, 200, answer.text)
        status.set(id, to)
        const expected = ids.filter((each) => status.get(each) === 'approved').sort()
        for (const query of ['', '?platformProductId=lamp', '?platformProductId=lamp&sort=highest']) {
          const { body } = await (pages[0] as Api).get(`/storefront/reviews${query}`)
          assert.deepEqual(body.data.map((each: { id: string }) => each.id).sort(), expected)
        }
        const { body } = await (pages[0] as Api).get('/storefront/summary?platformProductIds=lamp')
        assert.equal(body.data[0].count, expected.length)
      }
    }),
    { numRuns: 15 },
  )
})

test('every response has a cache lifetime, and a request with its ETag gets 304', async () => {
  const { shop, productId, pages } = await shopWithLamp()
  await addReview(here, shop, { productId, body: 'A long text. '.repeat(200) })
  const paths = [
    '/storefront/config',
    '/storefront/reviews',
    '/storefront/summary?platformProductIds=lamp',
    '/storefront/json-ld?platformProductId=lamp',
    '/storefront/html?platformProductId=lamp',
  ]
  const page = pages[0] as Api
  for (let round = 0; round < 2; round++) {
    for (const path of paths) {
      const { headers, status } = await page.get(path)
      assert.equal(status, 200)
      assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=600')
      assert.match(String(headers.vary), /^Origin, X-Store-Env-Id/)
      assert.match(String(headers.etag), /^"[\w-]{22}"$/)
      for (const held of [headers.etag, '*', `"other", W/${headers.etag}`]) {
        const again = await page.get(path, { 'if-none-match': String(held) })
        assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag], path)
        assert.equal(again.headers['access-control-allow-origin'], 'https://shop.example.com')
        assert.equal(again.headers['cache-control'], headers['cache-control'])
      }
      assert.equal((await page.get(path, { 'if-none-match': '"other"' })).status, 200)
      const head = await page.call('HEAD', path)
      assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', headers.etag])
    }
    await untilKept(here, shop)
  }
})

test('the ETag is the same in every process, and changes with the content', async () => {
  const { shop, productId, pages } = await shopWithLamp()
  const tags = () => Promise.all(pages.map(async (page) => (await page.get('/storefront/reviews')).headers.etag))
  const [one, same] = await tags()
  assert.equal(one, same)
  await addReview(here, shop, { productId })
  here.service.kernel.storefronts.purge([shop.storeEnvId])
  assert.notEqual((await tags())[0], one)
})

test('cached responses are compressed on request, and each encoding has its own ETag', async () => {
  const { shop, productId } = await shopWithLamp()
  await addReview(here, shop, { productId, body: 'The same words again. '.repeat(100) })
  await untilKept(here, shop)
  const ask = (encoding: string, more = {}) =>
    here.app.inject({
      url: '/api/v1/storefront/reviews',
      headers: {
        origin: 'https://shop.example.com',
        'x-store-env-id': shop.storeEnvId,
        'accept-encoding': encoding,
        ...more,
      },
    })
  await ask('identity')
  const plain = await ask('identity')
  const { brotliDecompressSync, gunzipSync } = await import('node:zlib')
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, coding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
  ] as const) {
    const answer = await ask(encoding)
    assert.equal(answer.headers['content-encoding'], coding, encoding)
    assert.equal(answer.headers['content-length'], String(answer.rawPayload.length))
    assert.ok(answer.rawPayload.length < plain.rawPayload.length / 3)
    assert.deepEqual(unpack[coding](answer.rawPayload), plain.rawPayload)
    assert.equal(answer.headers.etag, String(plain.headers.etag).replace(/"$/, `-${coding}"`))
    for (const tag of [answer.headers.etag, plain.headers.etag])
      assert.equal((await ask(encoding, { 'if-none-match': tag })).statusCode, 304)
  }
  for (const encoding of ['', 'identity', 'br;q=0, gzip;q=0', 'deflate', 'zstd'])
    assert.equal((await ask(encoding)).headers['content-encoding'], undefined, encoding)
})

test('the first response is compressed fast, and its ETag stays valid', async () => {
  const { shop, productId } = await shopWithLamp()
  await addReview(here, shop, { productId, body: 'Words. '.repeat(500) })
  await untilKept(here, shop)
  const { brotliDecompressSync } = await import('node:zlib')
  const ask = (more: Record<string, string> = {}) =>
    here.app.inject({
      url: '/api/v1/storefront/reviews?platformProductId=lamp&limit=7',
      headers: {
        origin: 'https://shop.example.com',
        'x-store-env-id': shop.storeEnvId,
        'accept-encoding': 'br',
        ...more,
      },
    })
  const [first, second, third] = [await ask(), await ask(), await ask()]
  assert.match(String(first.headers.etag), /-br1"$/)
  assert.equal(second.headers.etag, String(first.headers.etag).replace('-br1', '-br'))
  assert.equal(third.headers.etag, second.headers.etag)
  assert.deepEqual(third.rawPayload, second.rawPayload)
  assert.notDeepEqual(first.rawPayload, second.rawPayload)
  assert.deepEqual(brotliDecompressSync(first.rawPayload), brotliDecompressSync(second.rawPayload))
  for (const { headers } of [first, second]) {
    const again = await ask({ 'if-none-match': String(headers.etag) })
    assert.deepEqual([again.statusCode, again.headers.etag], [304, headers.etag])
  }
  const { etag = '' } = second.headers
  for (const tag of [`${String(etag).slice(0, -1)}2"`, String(etag).slice(0, -1), `"x${String(etag).slice(1)}`])
    assert.equal((await ask({ 'if-none-match': tag })).statusCode, 200, tag)
})

test('two stores on one page never see each other’s responses', async () => {
  const [one, other] = [await shopWithLamp(), await shopWithLamp()]
  await addReview(here, one.shop, { productId: one.productId, body: 'Of one.' })
  await addReview(here, other.shop, { productId: other.productId, body: 'Of the other.' })
  await Promise.all([untilKept(here, one.shop), untilKept(here, other.shop)])
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(await bodies(one.shop.storefront), ['Of one.'])
    assert.deepEqual(await bodies(other.shop.storefront), ['Of the other.'])
  }
})

test('when the operator ends a subscription, cached pages of other processes close', async () => {
  const { shop, pages } = await shopWithLamp()
  await untilKept(here, shop)
  const { invalidateStorefrontById } = await import('#platform/storefront/invalidation.ts')
  await beside.service.db.system('write', async (tx) => {
    await tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${shop.storeEnvId}`)
    invalidateStorefrontById(tx, shop.storeEnvId)
  })
  await until(async () => (await (pages[0] as Api).get('/storefront/reviews')).status === 403, 'closed here')
})
