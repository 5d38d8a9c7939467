// Conditional requests, and responses that are repeated from memory. Two processes share the database.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { type Answer, type Api, provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { addProduct, addReview } from './reviews.testing.ts'

let other: TestService
const service = provideService({}, async () => {
  other = await startService({ beside: service })
})
after(() => other.close())

const keyOf = (answer: Answer) => String(answer.headers.etag)
const withKey = (process: TestService, shop: Shop, key = shop.adminKey): Api =>
  process.with({ 'x-store-env-id': shop.storeEnvId, authorization: `Bearer ${key}` })

async function shopWithReview() {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const id = await addReview(service, shop, { productId, status: 'approved', authorEmail: 'ana@customer.example' })
  return { shop, productId, id, apis: [withKey(service, shop), withKey(other, shop)] }
}

async function post(shop: Shop, body: string) {
  const sent = { platformProductId: 'mug', rating: 5, body, authorName: 'Ana', authorEmail: 'ana@customer.example' }
  assert.equal((await shop.api.post('/reviews', sent)).status, 201)
}

/** The first response is only counted, the second is cached, and the third comes from the cache. */
const times = [1, 2, 3]

test('an unchanged response is 304 in every process, and headers and limits still apply', async () => {
  const { apis, id } = await shopWithReview()
  for (const path of ['/reviews', '/reviews?rating=5,4,3,2,1&limit=5', `/reviews/${id}`, '/reviews/summary']) {
    for (const api of apis) {
      const tags = new Set<string>()
      for (const _ of times) {
        const full = await api.get(path)
        assert.equal(full.status, 200, full.text)
        assert.match(keyOf(full), /^"[\w-]{22}"$/)
        assert.equal(full.headers['cache-control'], 'no-store')
        assert.equal(full.headers.vary, 'Accept-Encoding')
        assert.equal(full.headers['content-type'], 'application/json; charset=utf-8')
        tags.add(keyOf(full))
        for (const held of [keyOf(full), `W/${keyOf(full)}`, `"other", ${keyOf(full)}`]) {
          const unchanged = await api.get(path, { 'if-none-match': held })
          assert.deepEqual([unchanged.status, unchanged.text], [304, ''], path)
          assert.equal(keyOf(unchanged), keyOf(full))
          assert.equal(unchanged.headers['cache-control'], 'no-store')
          assert.ok(unchanged.headers['x-request-id'])
        }
        assert.equal((await api.get(path, { 'if-none-match': '"other"' })).status, 200)
      }
      assert.equal(tags.size, 1)
    }
  }
})

test('a response is compressed for clients that accept it, also from memory', async () => {
  const { shop } = await shopWithReview()
  for (const body of ['a'.repeat(900), 'b'.repeat(900)]) await post(shop, body)
  const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
  const plain = await service.app.inject({ url: '/api/v1/reviews', headers })
  for (const _ of times) {
    const packed = await service.app.inject({
      url: '/api/v1/reviews',
      headers: { ...headers, 'accept-encoding': 'br' },
    })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body)
    const held = { ...headers, 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) }
    assert.equal((await service.app.inject({ url: '/api/v1/reviews', headers: held })).statusCode, 304)
  }
})

test('every change of the store is in the next response of every process', async () => {
  const { shop, productId, id, apis } = await shopWithReview()
  const changes: (() => Promise<unknown>)[] = [
    () => shop.api.put(`/reviews/${id}`, { reply: { body: 'Thank you.' } }),
    () => shop.api.put('/products', [{ platformProductId: 'mug', title: 'Another name' }]),
    () => shop.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'privacy' }),
    () => addReview(other, shop, { productId, status: 'pending' }),
    () => shop.api.delete(`/reviews/${id}`),
  ]
  for (const [at, change] of changes.entries()) {
    const before = await Promise.all(
      apis.map(
        async (api) => [await api.get('/reviews'), await api.get('/reviews'), await api.get('/reviews')][2] as Answer,
      ),
    )
    await change()
    for (const [i, api] of apis.entries()) {
      const old = before[i] as Answer
      const now = await api.get('/reviews', { 'if-none-match': keyOf(old) })
      assert.equal(now.status, 200, `change ${at}`)
      assert.notEqual(keyOf(now), keyOf(old))
      assert.notDeepEqual(now.body.data, old.body.data, `change ${at}`)
    }
  }
})

test('a revoked, narrowed or expired key gets no response from memory, on any process', async () => {
  const { shop, apis } = await shopWithReview()
  const signedIn = await shop.signedIn()
  const { body: made } = await signedIn.post('/api-keys', { name: 'Poller', role: 'VIEWER' })
  const pollers = [withKey(service, shop, made.key), withKey(other, shop, made.key)]
  for (const _ of times)
    for (const poller of [...pollers, ...apis]) assert.equal((await poller.get('/reviews')).status, 200)
  const held = keyOf(await (pollers[0] as Api).get('/reviews'))
  assert.ok((await signedIn.delete(`/api-keys/${made.id}`)).status < 300)
  for (const poller of pollers) {
    assert.equal((await poller.get('/reviews')).status, 401)
    assert.equal((await poller.get('/reviews', { 'if-none-match': held })).status, 401)
  }
  const limited = await shop.as('VIEWER', ['products'])
  assert.equal((await limited.get('/reviews', { 'if-none-match': held })).status, 403)
})

test('callers who may see addresses never share a response with those who may not', async () => {
  const { shop, apis } = await shopWithReview()
  const [key] = apis as [Api]
  const person = await shop.signedIn()
  for (const _ of times) {
    assert.equal((await key.get('/reviews')).body.data[0].authorEmail, undefined)
    assert.equal((await person.get('/reviews')).body.data[0].authorEmail, 'ana@customer.example')
  }
})

test('a store never gets the response of another store', async () => {
  const [ours, theirs] = [await shopWithReview(), await shopWithReview()]
  for (const _ of times)
    for (const { apis, id } of [ours, theirs])
      for (const api of apis)
        assert.deepEqual(
          (await api.get('/reviews')).body.data.map((each: { id: string }) => each.id),
          [id],
        )
})

test('no response is older than the last acknowledged change of its store', async () => {
  const { shop, id, apis } = await shopWithReview()
  const writers: ((n: number) => Promise<unknown>)[] = [
    (n) => shop.api.put(`/reviews/${id}`, { reply: { body: `${n}` } }),
    (n) => withKey(other, shop).put(`/reviews/${id}`, { reply: { body: `${n}` } }),
  ]
  let last = 0
  let acknowledged = 0
  const steps = fc.array(
    fc.record({
      writer: fc.constantFrom(0, 1),
      readers: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 6 }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  const read = async (at: number) => {
    const known = acknowledged
    const { status, body, text } = await (apis[at] as Api).get('/reviews')
    assert.equal(status, 200, text)
    const seen = Number(body.data[0].reply?.body ?? 0)
    assert.ok(seen >= known, `read ${seen} after ${known} was committed`)
  }
  await fc.assert(
    fc.asyncProperty(steps, async (asked) => {
      for (const { writer, readers } of asked) {
        const n = ++last
        const written = writers[writer]?.(n).then((answer) => {
          assert.equal((answer as Answer).status, 200)
          acknowledged = n
        })
        await Promise.all([written, ...readers.map(read)])
        for (const at of readers) await read(at)
      }
    }),
    { numRuns: 25 },
  )
})
