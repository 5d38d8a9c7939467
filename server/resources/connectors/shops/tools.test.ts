import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createGuardedFetch, type GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import { createClock } from '#platform/process/clock.ts'
import { shopTools } from './tools.ts'

const clock = createClock()
let asked = 0
let origin: string
let fetch: GuardedFetch
const server = createServer((request, response) => {
  asked += 1
  if (request.url === '/file') response.end('x'.repeat(100_000))
  if (request.url === '/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(5_000_000)))
  if (request.url === '/elsewhere') response.writeHead(302, { location: `${origin}/file` }).end()
})
before(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fetch = createGuardedFetch({ allowPrivate: true })
})
after(async () => {
  await fetch.close()
  server.closeAllConnections()
  server.close()
})

async function countBytes(path: string, maxFileBytes: number): Promise<number> {
  let bytes = 0
  for await (const chunk of await shopTools({ fetch, clock }, { maxFileBytes }).download(`${origin}${path}`))
    bytes += chunk.length
  return bytes
}

describe('a downloaded file', () => {
  test('a file is read up to the size limit, compressed or not, and a larger one is refused', async () => {
    assert.equal(await countBytes('/file', 100_000), 100_000)
    await assert.rejects(countBytes('/file', 99_999), { code: 'too_large', message: /too large to download/ })
    assert.equal(await countBytes('/packed', 5_000_000), 5_000_000)
    await assert.rejects(countBytes('/packed', 4_999_999), { code: 'too_large' })
  })

  test('a download follows no redirect', async () => {
    await assert.rejects(countBytes('/elsewhere', 1_000_000), { code: 'shop_failed' })
  })
})

test('an adapter neither calls a private address nor downloads a file from one', async () => {
  const strict = createGuardedFetch({
    allowPrivate: false,
    lookup: async () => [{ address: '169.254.169.254', family: 4 }],
  })
  const tools = shopTools({ fetch: strict, clock })
  const before = asked
  for (const url of [origin, origin.replace('http:', 'https:'), 'https://[::1]/', 'https://resolves-inside.example/']) {
    await assert.rejects(tools.call(url), { code: 'shop_unreachable' }, url)
    await assert.rejects(tools.download(url), { code: 'shop_unreachable' }, url)
  }
  assert.equal(asked, before)
  await strict.close()
})

test('calls to a silent shop end at the deadline that all calls share', async () => {
  const startedAt = performance.now()
  const tools = shopTools({ fetch, clock }, { withinMs: 300 })
  await assert.rejects(tools.call(`${origin}/silence`), { code: 'shop_unreachable', message: /in time/ })
  await assert.rejects(tools.wait(4_000), { code: 'shop_unreachable', message: /in time/ })
  assert.ok(performance.now() - startedAt < 4_000, 'the four seconds were not waited')
  await assert.rejects(shopTools({ fetch, clock }).wait(4_001), { code: 'throttled', afterMs: 4_001 })
})
