// A client that stops reading must not delay other shops, the health check or other calls of its shop.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { maxStreams } from '#platform/db/stream-slots.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: TestService
let busy: Shop
let other: Shop
let port: number
const sockets = new Set<Socket>()
before(async () => {
  service = await startService()
  busy = await service.shop()
  other = await service.shop()
  for (const shop of [busy, other]) await fill(shop)
  port = await listen(service)
})
after(async () => {
  dropAll()
  await service.close()
})

/** Writes more data than the buffers of both ends can hold. */
async function fill(shop: Shop, of: TestService = service, reviews = 9_000): Promise<void> {
  const productId = await addProduct(shop)
  await addReviews(of, shop, [{ productId, status: 'approved' }])
  await of.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select r.store_env_id, gen_random_uuid(), r.product_id, 5, repeat('x', 4000), 'Ana', 'approved', 'api', ${tx.now}, ${tx.now}, ${tx.now}
        from reviews r, generate_series(1, ${reviews}::integer)
       where r.store_env_id = ${tx.storeEnvId}
      returning 1`),
  )
}

async function listen({ app }: TestService): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as { port: number }).port
}

const asAdmin = ({ adminKey, storeEnvId }: Shop) => [
  `authorization: Bearer ${adminKey}`,
  `x-store-env-id: ${storeEnvId}`,
]

/** Sends the request, resolves with the status line as soon as it arrives, and then stops reading. */
async function stall(path: string, headers: string[], at = port): Promise<Socket & { status: number }> {
  const socket = connect({ port: at, host: '127.0.0.1' })
  sockets.add(socket)
  socket.on('error', () => {})
  socket.write([`GET ${path} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n'))
  const status = await new Promise<number>((resolve) => {
    socket.once('data', (head) => {
      socket.pause()
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString('latin1'))?.[1]))
    })
    socket.once('close', () => resolve(0))
  })
  return Object.assign(socket, { status })
}

function dropAll(): void {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}

async function reads(of: TestService = service): Promise<number> {
  const superuser = new Client({ connectionString: of.databaseUrl })
  await superuser.connect()
  try {
    const { rows } = await superuser.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and usename like 'evident_app%' and xact_start is not null`,
    )
    return rows[0].n
  } finally {
    await superuser.end()
  }
}

const fetchAs = async (shop: Shop, path: string) => {
  const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
  return fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(120_000) })
}

/** The clock is frozen, so that no reader is disconnected when a busy machine checks it late. */
function freezeClock(t: TestContext) {
  const atMs = performance.now()
  return t.mock.method(performance, 'now', () => atMs).mock
}

/** A stream slot is released a moment after its transaction has ended. */
const untilAllAreFree = (of: TestService = service) =>
  until(() => {
    const scope = () => ({ storeEnvId: crypto.randomUUID(), organizationId: crypto.randomUUID() })
    const taken = []
    try {
      for (let i = 0; i < maxStreams.ofKind; i++) taken.push(of.service.db.stream('export', scope()))
      return true
    } catch {
      return false
    } finally {
      for (const stream of taken) stream.leave()
    }
  }, 'all places are free')

test("two of a store's twelve stalled exports start, and no other call waits", async () => {
  const stalled = await Promise.all(
    Array.from({ length: 12 }, () => stall('/api/v1/reviews/export?format=csv', asAdmin(busy))),
  )
  assert.deepEqual(
    stalled.map(({ status }) => status).sort(),
    [200, 200, ...Array.from({ length: 10 }, () => 429)],
    'a third is refused',
  )
  const refused = await busy.api.get('/reviews/export')
  assert.deepEqual([refused.status, refused.body.code, refused.headers['retry-after']], [429, 'rate_limited', '5'])
  assert.match(refused.body.message, /^At most 2 exports of one store/)
  // Without a free connection these calls would be 503 after some seconds.
  for (let i = 0; i < 3; i++) {
    assert.equal((await fetchAs(other, '/api/v1/health')).status, 200)
    assert.equal((await fetchAs(other, '/api/v1/reviews')).status, 200)
    assert.equal((await fetchAs(busy, '/api/v1/reviews')).status, 200)
  }
  const exported = await fetchAs(other, '/api/v1/reviews/export?format=jsonl')
  assert.equal((await exported.text()).trimEnd().split('\n').length, 9_001)
  dropAll()
  await until(async () => (await reads()) === 0, 'their snapshots are freed')
  await untilAllAreFree()
})

test('all stores of an organization share one stream limit; kinds of streams have separate limits', async () => {
  const { db } = service.service
  const scope = (organizationId: string) => ({ organizationId, storeEnvId: crypto.randomUUID() })
  const held = []
  const refusal = (work: () => unknown) => {
    try {
      work()
      return undefined
    } catch (error) {
      return [(error as { status: number }).status, (error as { code: string }).code]
    }
  }
  for (let i = 0; i < maxStreams.ofOrganization; i++) held.push(db.stream('export', scope('one')))
  assert.deepEqual(
    refusal(() => db.stream('export', scope('one'))),
    [429, 'rate_limited'],
  )
  for (let i = held.length; i < maxStreams.ofKind; i++) held.push(db.stream('export', scope('two')))
  assert.deepEqual(
    refusal(() => db.stream('export', scope('three'))),
    [503, 'temporarily_unavailable'],
  )
  db.stream('feed', scope('one')).leave()
  for (const stream of held) stream.leave()
  for (const stream of held) stream.leave()
  db.stream('export', scope('one')).leave()
})

test('an export that is refused after taking a stream slot releases it', async () => {
  const superuser = new Client({ connectionString: service.databaseUrl })
  await superuser.connect()
  try {
    await superuser.query('alter table audit_log rename to audit_log_away')
    for (let i = 0; i <= maxStreams.ofStore; i++)
      assert.equal((await busy.api.get('/reviews/export')).status, 500, 'not 429')
  } finally {
    await superuser.query('alter table audit_log_away rename to audit_log')
    await superuser.end()
  }
})

test('a HEAD request of an export leaves no snapshot open', async () => {
  const { status, text } = await busy.api.call('HEAD', '/reviews/export')
  assert.deepEqual([status, text], [200, ''])
  await until(async () => (await reads()) === 0, 'no snapshot is left')
  await untilAllAreFree()
})

test("the health check needs none of the pool's working connections", async () => {
  const { db } = service.service
  const held = Promise.withResolvers<void>()
  // One organization may use at most two connections here, so the test needs several organizations.
  const shops = [busy, other, await service.shop(), await service.shop()]
  const begun = [...shops, ...shops].map((shop) =>
    db.store(shop, 'read', async (tx) => {
      await tx.all(sql`select 1`)
      await held.promise
    }),
  )
  try {
    await until(async () => (await reads()) >= 8, 'all connections are taken')
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetchAs(other, '/api/v1/health')))
    assert.ok(answers.every(({ status }) => status === 200))
  } finally {
    held.resolve()
    await Promise.all(begun)
  }
})

test('a client that reads nothing is disconnected even if it sends data; its database connection is freed', async (t) => {
  const strict = await startService({ patience: { stalledAfterMs: 600 } })
  let chat: NodeJS.Timeout | undefined
  const clock = freezeClock(t)
  try {
    const shop = await strict.shop()
    await fill(shop, strict)
    const at = await listen(strict)
    const silent = await stall('/api/v1/reviews/export', asAdmin(shop), at)
    const chatty = await stall('/api/v1/reviews/export', asAdmin(shop), at)
    // Empty lines may precede a request. Half a request would be refused as malformed.
    chat = setInterval(() => chatty.write('\r\n'), 50)
    assert.deepEqual([silent.status, chatty.status], [200, 200])
    await until(async () => (await reads(strict)) === 2, 'both are read')
    clock.restore()
    await until(async () => (await reads(strict)) === 0, 'both were cut off')
    await untilAllAreFree(strict)
    const again = await shop.api.get('/reviews/export?format=jsonl')
    assert.equal(again.text.trimEnd().split('\n').length, 9_001)
  } finally {
    clearInterval(chat)
    dropAll()
    await strict.close()
  }
})

test('a client that reads nothing of a compressed export is disconnected too', async (t) => {
  const strict = await startService({ patience: { stalledAfterMs: 600 } })
  try {
    const shop = await strict.shop()
    await fill(shop, strict)
    // The text must not compress well, because a well compressed text would fit into the buffers of both ends.
    await strict.service.db.store(shop, 'write', (tx) =>
      tx.run(sql`
        update reviews r set body = (select string_agg(md5(r.id::text || i::text), '') from generate_series(1, 125) i)
         where r.store_env_id = ${tx.storeEnvId}`),
    )
    const at = await listen(strict)
    for (const coding of ['gzip', 'br']) {
      const headers = [...asAdmin(shop), `accept-encoding: ${coding}`]
      const clock = freezeClock(t)
      const stalled = await stall('/api/v1/reviews/export?format=jsonl', headers, at)
      assert.equal(stalled.status, 200)
      await until(async () => (await reads(strict)) === 1, `${coding}: it is being read`)
      clock.restore()
      await until(async () => (await reads(strict)) === 0, `${coding}: it was cut off`)
      await untilAllAreFree(strict)
      stalled.resume()
      await until(() => stalled.destroyed, `${coding}: its connection is closed`)
    }
  } finally {
    dropAll()
    await strict.close()
  }
})

test('a slow reader is not disconnected while data moves', async (t) => {
  const strict = await startService({ patience: { stalledAfterMs: 1_000 } })
  try {
    const shop = await strict.shop()
    await fill(shop, strict)
    const socket = await stall('/api/v1/reviews/export?format=jsonl', asAdmin(shop), await listen(strict))
    let bytes = 0
    let end = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      bytes += chunk.length
      end = (end + chunk).slice(-7)
      socket.pause()
    })
    // The clock advances 10 ms for each 64 kB read, so that a pause of the machine is not charged to the reader.
    const startedMs = performance.now()
    let passedMs = 0
    t.mock.method(performance, 'now', () => startedMs + passedMs)
    while (end !== '\r\n0\r\n\r\n') {
      assert.ok(!socket.destroyed, `cut off after ${bytes} bytes`)
      const before = bytes
      socket.resume()
      await pause(2)
      if (bytes > before) passedMs += 10
    }
    assert.ok(bytes > 36_000_000, `${bytes} bytes`)
    assert.ok(passedMs > 3_000, 'it was slow')
  } finally {
    dropAll()
    await strict.close()
  }
})
