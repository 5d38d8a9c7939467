// Checks the security headers of every response, from every part of the service. Pictures are tested in
// server/resources/reviews/photos.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { exchange } from '#test/socket.ts'

const https = 'https://reviews.example.com'
const services: { origin: string; service: TestService; shop: Shop; at: string; port: number }[] = []
before(async () => {
  const { buildAdmin } = await import(new URL('../../bin/build.mjs', import.meta.url).href)
  assert.ok(await buildAdmin(), 'the admin application is built')
  for (const origin of ['', https]) {
    const service = await startService(origin ? { env: { PUBLIC_ORIGIN: origin } } : {})
    const shop = await service.shop()
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    services.push({ origin, service, shop, at: `http://127.0.0.1:${port}`, port })
  }
})
after(async () => {
  for (const { service } of services) await service.close()
})

test('every response forbids type sniffing, and https responses send HSTS', async () => {
  for (const { origin, shop, at, port } of services) {
    const key = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
    const page = { origin: 'https://shop.example.com', 'x-store-env-id': shop.storeEnvId }
    const feed = new URL((await shop.api.post('/products/review-feed')).body.url).pathname
    const shown = '/api/v1/storefront/reviews?productId=none'
    const asked: [string, number, RequestInit?][] = [
      ['/api/v1/reviews', 200, { headers: key }],
      ['/api/v1/reviews/export', 200, { headers: key }],
      ['/api/v1/reviews', 401],
      ['/api/v1/nowhere', 404],
      ['/api/v1/reviews/no-id', 400, { headers: key }],
      ['/api/v1/reviews', 400, { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: '{' }],
      ['/api/v1/health', 200],
      ['/api/v1/openapi.json', 200],
      ['/docs', 200],
      ['/docs/changelog', 200],
      ['/docs/nowhere', 404],
      ['/admin/', 200],
      ['/media/nowhere', 404],
      ['/nowhere', 404],
      [feed, 200],
      ['/api/v1/storefront/config', 200, { headers: page }],
      // The second response comes from the cache.
      [shown, 200, { headers: page }],
      [shown, 200, { headers: page }],
      [
        '/api/v1/storefront/config',
        204,
        { method: 'OPTIONS', headers: { ...page, 'access-control-request-method': 'GET' } },
      ],
      ['/api/v1/storefront/config', 403, { headers: { ...page, origin: 'https://evil.example' } }],
    ]
    for (const [path, status, init] of asked) {
      const response = await fetch(at + path, init)
      const text = await response.text()
      const what = `${init?.method ?? 'GET'} ${path} at ${origin || at}`
      assert.equal(response.status, status, `${what}: ${response.status} ${text.slice(0, 200)}`)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', what)
      assert.equal(response.headers.get('strict-transport-security'), origin ? 'max-age=31536000' : null, what)
    }
    // The parser refuses these bytes before a request exists.
    for (const [bytes, refused] of [
      ['hello\r\n\r\n', 400],
      ['GET /\u0000 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
      ['POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const { status, headers, body } = await exchange(port, bytes)
      const what = `${bytes.slice(0, 40)} at ${origin || at}`
      assert.equal(status, refused, what)
      assert.equal(headers['x-content-type-options'], 'nosniff', what)
      assert.equal(headers['strict-transport-security'], origin ? 'max-age=31536000' : undefined, what)
      assert.match(String(headers['x-request-id']), /^[\w-]{36}$/, what)
      assert.equal(body.requestId, headers['x-request-id'], what)
      assert.ok(Math.abs(Date.parse(String(headers.date)) - Date.now()) < 60_000, what)
    }
  }
})
