import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { copyOf, pack, run } from './packed.ts'

const root = join(import.meta.dirname, '../..')
const load = (file: string) => import(pathToFileURL(join(root, 'plugins/vendure/src/lib', file)).href)
const { delayAfter } = await load('delay.ts')
const { createEvident } = await load('evident.ts')
const { createGate } = await load('gate.ts')
const { lastNight } = await load('night.ts')
const { clampTake, readReviews } = await load('reviews.ts')
const { readSummaries } = await load('summaries.ts')

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('the package has built files, README and licence, and nothing else', async () => {
  const folder = copyOf('vendure')
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    // The types of Vendure are not installed here, and the list of files does not depend on them.
    await run(join(folder, 'package'), process.execPath, [compiler, '-p', '.', '--noCheck', '--types', '']).catch(
      () => {},
    )
    await run(join(folder, 'package'), 'cp', ['-R', 'src/dashboard', 'dist/'])
    const { files } = await pack(folder, 'vendure-plugin-evident')
    const outside = files.filter((file) => !/^dist\/((api|entities|lib)\/)?[a-z.-]+\.(js|d\.ts)$/.test(file))
    assert.deepEqual(outside, [
      'LICENSE',
      'README.md',
      'dist/dashboard/evident-page.tsx',
      'dist/dashboard/index.tsx',
      'dist/dashboard/order-request.tsx',
      'dist/dashboard/product-reviews.tsx',
      'dist/dashboard/request-reasons.tsx',
      'dist/dashboard/stars.tsx',
      'dist/dashboard/texts.tsx',
      'package.json',
    ])
    assert.ok(files.includes('dist/index.js') && files.includes('dist/plugin.js'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('Medusa and Vendure use the same code for connection strings, signatures and limits of calls', () => {
  for (const file of ['connection.ts', 'signing.ts', 'gate.ts']) {
    const [one, other] = ['medusa', 'vendure'].map((plugin) =>
      createHash('sha256')
        .update(readFileSync(join(root, 'plugins', plugin, 'src/lib', file)))
        .digest('hex'),
    )
    assert.equal(one, other, file)
  }
})

test('a retry waits one second to one hour, and never less than the previous one', () => {
  assert.deepEqual([1, 2, 3, 13, 1_000].map(delayAfter), [1_000, 2_000, 4_000, 3_600_000, 3_600_000])
  fc.assert(fc.property(fc.nat(2_000), (attempts) => delayAfter(attempts + 1) >= delayAfter(attempts)))
})

test('the most recent nightly time before a moment is at most a day earlier', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
      const night = lastNight(now)
      const age = now.getTime() - night.getTime()
      assert.ok(age >= 0 && age < 25 * 3_600_000)
      assert.deepEqual([night.getHours(), night.getMinutes()], [3, 17])
    }),
  )
})

test('every requested product gets a rating, and a damaged response gives none', () => {
  const body = { data: [{ platformProductId: 'a', average: 4.5, count: 2, byStar: { 4: 1, 5: 1 } }] }
  assert.deepEqual(readSummaries(['a', 'b'], body), [
    { productId: 'a', average: 4.5, count: 2, byStar: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 } },
    { productId: 'b', average: null, count: 0, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
  ])
  for (const damaged of [undefined, null, [], {}, { data: {} }, { data: [{ platformProductId: 'a', count: 'many' }] }])
    assert.equal(readSummaries(['a'], damaged), undefined)
})

test('no response breaks a page: reviews are either a list or not loaded', () => {
  fc.assert(
    fc.property(fc.integer(), fc.anything(), (status, body) => {
      const { items, isLoaded } = readReviews({ status, body, retryAfterMs: 0 })
      assert.ok(isLoaded || items.length === 0)
    }),
  )
  const data = [{ id: 'r', rating: 5, submittedAt: '2026-11-29T12:00:00Z', reply: null, body: '<script>' }]
  const read = readReviews({ status: 200, body: { data, pagination: { nextCursor: 'c' } }, retryAfterMs: 0 })
  assert.deepEqual([read.isLoaded, read.nextCursor, read.items[0]?.body], [true, 'c', '<script>'])
  assert.deepEqual([undefined, 0, -3, 7.9, 1_000].map(clampTake), [10, 10, 1, 7, 50])
})

test('a gate runs as many calls as it has slots, and times out the others', async () => {
  const pass = createGate(2)
  let running = 0
  let most = 0
  const call = async () => {
    most = Math.max(most, ++running)
    await pause(50)
    running--
    return 'answered'
  }
  const answers = await Promise.all(Array.from({ length: 10 }, () => pass(80, call)))
  assert.equal(most, 2)
  assert.ok(answers.filter((each) => each === 'answered').length >= 2)
  assert.ok(answers.includes(undefined))
  assert.equal(await pass(80, call), 'answered')
})

async function connected(listener: RequestListener) {
  let open = 0
  let most = 0
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    listener(request, response)
  })
  server.on('connection', (socket) => {
    most = Math.max(most, ++open)
    socket.once('close', () => open--)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const secrets = { toEvident: 'whsec_AAAA', toShop: 'whsec_AAAA', key: 'k' }
  const evident = createEvident({
    v: 1,
    origin,
    storeEnvId: 's',
    connectionId: 'c',
    page: 'https://a.example',
    ...secrets,
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { evident, close, most: () => most, calls: () => calls }
}

test('a silent service delays a page by at most 300 ms and uses at most four connections', async () => {
  const { evident, close, most, calls } = await connected(() => {})
  try {
    const startedAt = performance.now()
    const asked = [
      ...Array.from({ length: 40 }, () => evident.storefront('reviews')),
      ...Array.from({ length: 5 }, () => evident.admin('GET', 'reviews')),
    ]
    const pages = await Promise.all(asked.slice(0, 40))
    assert.ok(performance.now() - startedAt < 600)
    assert.ok(pages.every(({ status }) => status === 0))
    await Promise.all(asked)
    for (let at = 0; at < 6; at += 1) await evident.storefront('reviews')
    const before = calls()
    await Promise.all(Array.from({ length: 20 }, () => evident.storefront('reviews')))
    assert.equal(calls(), before)
    assert.ok(most() <= 4, `${most()} connections`)
  } finally {
    await close()
  }
})

test('an oversized or invalid response is discarded, and is not read to its end', async () => {
  let sent = 0
  const { evident, close } = await connected(({ url }, response) => {
    if (url?.includes('invalid')) return void response.end('{"data":')
    const chunk = Buffer.alloc(1_000_000, ' ')
    const more = () => {
      while (sent < 50_000_000 && !response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  try {
    assert.equal((await evident.summaries(['a'])).status, 0)
    assert.ok(sent < 50_000_000, `${sent} bytes`)
    assert.equal((await evident.storefront('invalid')).status, 0)
  } finally {
    await close()
  }
})

test("Retry-After is obeyed up to an hour, also on a proxy's page", async () => {
  for (const [page, body] of [
    ['{}', {}],
    ['<h1>Too many requests</h1>', undefined],
  ] as const) {
    const { evident, close } = await connected((_, response) => {
      response.writeHead(429, { 'retry-after': '9000' }).end(page)
    })
    try {
      assert.deepEqual(await evident.tell({}), { status: 429, body, retryAfterMs: 3_600_000 })
    } finally {
      await close()
    }
  }
})
