// `inject` never takes the fast path, so each case runs both over HTTP and through `inject`.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

type Seen = { status: number; headers: Record<string, unknown>; body: Buffer }

let shop: Shop
let port: number
let found = 0
const service = provideService(
  {
    env: { BILLING: 'manual', RATE_LIMITS: '100000/1s', STOREFRONT_RATE_LIMITS: '100000/10s' },
  },
  async () => {
    shop = await service.shop()
    await addReview(service, shop, {
      productId: await addProduct(shop, 'lamp'),
      body: 'Words upon words. '.repeat(100),
    })
    const { content } = service.service.kernel.storefronts
    const { findAddress } = content
    content.findAddress = (...address) => {
      const made = findAddress(...address)
      if (made) found++
      return made
    }
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    port = (service.app.server.address() as AddressInfo).port
  },
)

const path = '/api/v1/storefront/reviews?platformProductId=lamp'
const page = () => ({ origin: 'https://shop.example.com', 'x-store-env-id': shop.storeEnvId })

function overHttp(headers: Record<string, string | string[]>, url = path, method = 'GET'): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: url, method, headers }, async (answer) => {
      const parts = await answer.toArray()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
    })
    asked.on('error', reject).end()
  })
}

async function inProcess(headers: Record<string, string>, url = path): Promise<Seen> {
  const { statusCode, headers: answered, rawPayload } = await service.app.inject({ url, headers })
  return { status: statusCode, headers: answered, body: rawPayload }
}

async function untilTaken(): Promise<void> {
  const before = found
  await until(async () => {
    await overHttp(page())
    return found > before
  }, 'the short way is taken')
}

function comparable({ status, headers, body }: Seen) {
  const { date, connection, 'keep-alive': alive, 'x-request-id': id, ratelimit, ...rest } = headers
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.match(String(ratelimit), /^"10s";r=\d+;t=\d+$/)
  const { requestId, ...answered } = status >= 400 ? JSON.parse(body.toString()) : {}
  return { status, rest, body: status >= 400 ? answered : body.toString('base64') }
}

test('the fast path serves cached responses, byte for byte like the full path', async () => {
  await untilTaken()
  const etag = String((await overHttp(page())).headers.etag)
  for (const more of [
    {},
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br, gzip' },
    { 'if-none-match': etag },
    { 'if-none-match': '"other"' },
    { origin: 'https://www.shop.example.com' },
    { origin: 'HTTPS://SHOP.example.com' },
    { cookie: 'evident.session_token=x', authorization: 'Bearer evnt_x' },
  ] as Record<string, string>[]) {
    const headers = { ...page(), ...more }
    const before = found
    const short = await overHttp(headers)
    assert.equal(found, before + 1, `not taken: ${JSON.stringify(more)}`)
    assert.deepEqual(comparable(short), comparable(await inProcess(headers)), JSON.stringify(more))
  }
})

test('every response has a new request id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await overHttp(page())).headers['x-request-id']),
  )
  assert.equal(new Set(ids).size, 20)
})

test('requests that the fast path cannot serve take the full path and are refused there', async () => {
  await untilTaken()
  const refused: [Record<string, string | string[]>, number, string][] = [
    [{ ...page(), origin: 'https://evil.example' }, 403, 'origin_forbidden'],
    [{ ...page(), origin: 'null' }, 403, 'origin_forbidden'],
    [{ 'x-store-env-id': shop.storeEnvId }, 403, 'origin_forbidden'],
    [{ origin: page().origin }, 400, 'store_env_required'],
    [{ ...page(), 'x-store-env-id': 'none' }, 400, 'store_env_required'],
    [{ ...page(), 'x-store-env-id': [shop.storeEnvId, shop.storeEnvId] }, 400, 'validation_failed'],
    [{ ...page(), origin: ['https://shop.example.com', 'https://shop.example.com'] }, 400, 'validation_failed'],
  ]
  for (const [headers, status, code] of refused) {
    const answer = await overHttp(headers)
    assert.deepEqual([answer.status, JSON.parse(answer.body.toString()).code], [status, code], JSON.stringify(headers))
  }
})

test('the fast path ignores other methods and paths; clients may choose the request id', async () => {
  await untilTaken()
  const before = found
  const head = await overHttp(page(), path, 'HEAD')
  assert.deepEqual([head.status, head.body.length], [200, 0])
  assert.equal((await overHttp(page(), '/api/v1/storefront/config', 'POST')).status, 405)
  assert.equal((await overHttp(page(), path, 'OPTIONS')).status, 204)
  assert.equal((await overHttp({ ...page(), 'x-request-id': 'mine' })).headers['x-request-id'], 'mine')
  assert.equal((await overHttp(page(), '/api/v1/storefront/nothing')).status, 404)
  assert.equal((await overHttp(page(), '/api/v1/storefront/reviews?limit=0')).status, 400)
  assert.equal((await overHttp({}, '/api/v1/health')).status, 200)
  assert.equal(found, before)
})

test('both paths count against the same visitor limit', async () => {
  const strict = await startService({
    beside: service,
    env: { RATE_LIMITS: '1000/1s', STOREFRONT_RATE_LIMITS: '60/1h' },
  })
  try {
    await strict.app.listen({ port: 0, host: '127.0.0.1' })
    const { port: other } = strict.app.server.address() as AddressInfo
    const answers: Response[] = []
    for (let i = 0; i < 63; i++) {
      answers.push(await fetch(`http://127.0.0.1:${other}${path}`, { headers: page() }))
      if (i < 10) await pause(20)
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(60).fill(200), 429, 429, 429],
    )
    const left = answers.slice(0, 60).map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]))
    assert.deepEqual(
      left,
      Array.from({ length: 60 }, (_, i) => 59 - i),
    )
    const [refused] = answers.slice(60)
    assert.ok(refused)
    assert.equal(refused.headers.get('access-control-allow-origin'), 'https://shop.example.com')
    assert.match(String(refused.headers.get('retry-after')), /^\d+$/)
    assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited')
  } finally {
    await strict.close()
  }
})

test('a store whose subscription ends is closed on the fast path too', async () => {
  const later = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    await later.app.listen({ port: 0, host: '127.0.0.1' })
    const { port: other } = later.app.server.address() as AddressInfo
    const ask = () => fetch(`http://127.0.0.1:${other}${path}`, { headers: page() })
    for (let i = 0; i < 10; i++, await pause(20)) assert.equal((await ask()).status, 200)
    later.advance(7 * day + 1_000)
    assert.equal((await ask()).status, 403)
  } finally {
    await later.close()
  }
})

test('a stopping service accepts no request on the fast path, and then stops', async () => {
  const stopping = await startService({ beside: service })
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: other } = stopping.app.server.address() as AddressInfo
  const ask = () => fetch(`http://127.0.0.1:${other}${path}`, { headers: page() })
  for (let i = 0; i < 10; i++, await pause(20)) await (await ask()).text()
  const startedAt = performance.now()
  await stopping.close()
  // Browsers keep connections open for a minute, but the stop does not wait for that.
  assert.ok(performance.now() - startedAt < 20_000)
  await assert.rejects(ask())
})

test('a response for shopping agents is equal on both paths and counts against a limit of its own', async () => {
  assert.equal((await shop.api.put('/connectors/agents', { enabled: true })).status, 200)
  const url = `/agents/${shop.storeEnvId}/ratings?platformProductId=lamp`
  const before = found
  await until(async () => {
    await overHttp({}, url)
    return found > before
  }, 'the short way is taken')
  const tag = String((await overHttp({}, url)).headers.etag)
  const cases: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example', authorization: 'Bearer evnt_x', cookie: 'a=b' },
    { 'if-none-match': tag },
    { 'accept-encoding': 'br' },
  ]
  for (const headers of cases) {
    const already = found
    const quick = await overHttp(headers, url)
    assert.ok(found > already, JSON.stringify(headers))
    assert.equal(quick.headers['access-control-allow-origin'], '*')
    const { 'content-length': _, ...long } = comparable(await inProcess(headers, url)).rest
    const { 'content-length': __, ...short } = comparable(quick).rest
    assert.deepEqual(short, long, JSON.stringify(headers))
  }
  assert.equal((await shop.api.put('/connectors/agents', { enabled: false })).status, 200)
  assert.equal((await overHttp({}, url)).status, 404)
})
