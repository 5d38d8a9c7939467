import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  const rows = Array.from({ length: 40 }, (_, i) => ({ platformProductId: `p-${i}`, title: `Product number ${i}` }))
  assert.equal((await shop.api.put('/products', rows)).status, 200)
})

async function ask(
  path: string,
  coding?: string,
  headers: Record<string, string> = {},
  method = 'GET',
  payload?: string,
) {
  const answer = await service.app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: {
      authorization: `Bearer ${shop.adminKey}`,
      'x-store-env-id': shop.storeEnvId,
      ...(payload && { 'content-type': 'application/json' }),
      ...(coding && { 'accept-encoding': coding }),
      ...headers,
    },
    ...(payload && { payload }),
  })
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(answer.headers['content-encoding'])]
  return { ...answer, status: answer.statusCode, text: String(unpack ? unpack(answer.rawPayload) : answer.rawPayload) }
}

test('a compressed response follows Accept-Encoding and has the same content', async () => {
  const plain = await ask('/products')
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [wanted, coding] of [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
  ] as const) {
    const packed = await ask('/products', wanted)
    assert.equal(packed.headers['content-encoding'], coding, wanted)
    assert.match(String(packed.headers.vary), /accept-encoding/i)
    assert.equal(packed.text, plain.text)
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 3)
    assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length)
  }
  for (const refused of ['identity', 'gzip;q=0', 'deflate', ''])
    assert.equal((await ask('/products', refused)).headers['content-encoding'], undefined)
})

test('a response that compression does not shrink stays plain, with Vary for caches', async () => {
  for (const path of ['/email/settings', '/products/identifier-coverage']) {
    const small = await ask(path, 'gzip, br')
    assert.ok(small.text.length < 1_000, `${path} has ${small.text.length} characters`)
    assert.equal(small.headers['content-encoding'], undefined)
    assert.match(String(small.headers.vary), /accept-encoding/i)
  }
})

test('an export is compressed while streaming', async () => {
  for (let i = 0; i < 12; i++) {
    const body = JSON.stringify({
      platformProductId: `p-${i}`,
      rating: 5,
      body: `Good, ${i}.`,
      authorName: 'A',
      authorEmail: 'a@x.io',
    })
    assert.equal((await ask('/reviews', undefined, {}, 'POST', body)).status, 201)
  }
  const plain = await ask('/reviews/export?format=jsonl')
  for (const coding of ['br', 'gzip']) {
    const packed = await ask('/reviews/export?format=jsonl', coding)
    assert.equal(packed.headers['content-encoding'], coding)
    assert.equal(packed.text, plain.text)
  }
})

test('a response with a secret is never compressed', async () => {
  const url = JSON.stringify({ url: 'https://hooks.acme.example/x', description: 'd'.repeat(500) })
  const made = await ask('/outbound-webhooks', 'gzip, br', {}, 'POST', url)
  assert.equal(made.status, 201, made.text)
  assert.ok(made.rawPayload.length > 1_000 || made.headers['content-encoding'] === undefined)
  assert.equal(made.headers['content-encoding'], undefined)
})

test('the API document is compressed, and a repeat gets 304', async () => {
  const whole = await ask('/openapi.json', 'gzip')
  assert.equal(whole.headers['content-encoding'], 'gzip')
  assert.equal(JSON.parse(whole.text).openapi, '3.1.0')
  const etag = String(whole.headers.etag)
  const held = await ask('/openapi.json', 'gzip', { 'if-none-match': etag })
  assert.deepEqual([held.status, held.rawPayload.length, held.headers.etag], [304, 0, etag])
  assert.equal((await ask('/openapi.json', 'gzip', { 'if-none-match': '"other"' })).status, 200)
  assert.match(String(held.headers.vary), /accept-encoding/i)
})
