import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { Db, Stream, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { maxStreams } from '#platform/db/stream-slots.ts'
import { mountPages } from '#platform/http/page-routes.ts'
import { createHttpServer, type HttpTimeouts } from '#platform/http/server.ts'
import { newId } from '#platform/values/ids.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { feedPage } from './feed-route.ts'

let shop: Shop
let path: string
const service = provideService({ env: { RATE_LIMITS: '400/1s' } }, async () => {
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'p', sku: 'S', url: 'https://shop.example.com/p' }])
  path = new URL((await shop.api.post('/products/review-feed')).body.url).pathname
  // The feed must be larger than the socket buffers of both ends.
  await addReviews(8_000, 'x'.repeat(4_000))
})

const addReviews = (n: number, body: string) =>
  service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select ${tx.storeEnvId}, r.id, p.id, 5, ${body}, 'Ana L', 'approved', 'api', ${tx.now}, ${tx.now}, ${tx.now}
        from unnest(${Array.from({ length: n }, () => newId())}::uuid[]) as r(id)
        join products p on p.store_env_id = ${tx.storeEnvId}
      returning 1`),
  )

async function serving(kernel: Kernel, options: HttpTimeouts, use: (port: number) => Promise<void>) {
  const app: FastifyInstance = createHttpServer(service.service.log, service.service.kernel.limits, undefined, options)
  await mountPages(app, kernel, [feedPage])
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    await use((app.server.address() as { port: number }).port)
  } finally {
    app.server.closeAllConnections()
    await app.close()
  }
}

async function openSnapshots(): Promise<number> {
  const { rows } = await service.service.db.workerPool.query(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and usename like 'evident_app%' and backend_xmin is not null`,
  )
  return rows[0].n
}

/** True if no reader has a snapshot or a slot. A slot is released shortly after its snapshot. */
async function areAllGone(): Promise<boolean> {
  if ((await openSnapshots()) > 0) return false
  const taken: Stream[] = []
  try {
    while (taken.length < maxStreams.ofStore) taken.push(service.service.db.stream('feed', shop))
    return true
  } catch {
    return false
  } finally {
    for (const { leave } of taken) leave()
  }
}

async function stalledReader(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.pause()
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return socket
}

function streaming(openStream: (tx: StreamTx) => StreamTx['stream']): Kernel {
  const { kernel } = service.service
  const stream: Db['stream'] = (kind, scope) => {
    const place = kernel.db.stream(kind, scope)
    return {
      ...place,
      read: (work) =>
        place.read((tx) => {
          // Methods are bound to the transaction, because it uses private fields.
          const get = (_: StreamTx, name: keyof StreamTx) => {
            const value: unknown = name === 'stream' ? openStream(tx) : tx[name]
            return typeof value === 'function' ? value.bind(tx) : value
          }
          return work(new Proxy(tx, { get: get as ProxyHandler<StreamTx>['get'] & {} }))
        }),
    }
  }
  return { ...kernel, db: { ...kernel.db, stream } }
}

test('a failure midway breaks the connection, so an incomplete part never looks complete', async () => {
  await serving(streaming(breakingOff), {}, async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.equal(response.status, 200)
    await assert.rejects(response.text())
    const packed = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'gzip' } })
    await assert.rejects(packed.text())
  })
  await until(areAllGone, 'the transaction is over')
})

const breakingOff = (tx: StreamTx): StreamTx['stream'] =>
  async function* (query, batchSize) {
    for await (const batch of tx.stream(query, batchSize)) {
      yield batch
      throw new Error('the disk is gone')
    }
  } as StreamTx['stream']

test('a stalled reader is disconnected, and the snapshot is released', async () => {
  let [isRead, isWhole] = [false, false]
  // The test watches the reads of the feed, because a slow machine may miss a snapshot that exists only briefly.
  const watched = streaming(
    (tx) =>
      async function* (query, batchSize) {
        for await (const batch of tx.stream(query, batchSize)) {
          isRead = true
          yield batch
        }
        isWhole = true
      } as StreamTx['stream'],
  )
  await serving(watched, { stalledAfterMs: 300 }, async (port) => {
    const socket = await stalledReader(port)
    await until(() => isRead, 'the feed is being read')
    await until(areAllGone, 'the stalled reader was dropped')
    assert.ok(!isWhole)
    socket.destroy()
  })
})

test('a reader that disconnects releases its snapshot immediately', async () => {
  await serving(service.service.kernel, {}, async (port) => {
    const socket = await stalledReader(port)
    await until(async () => (await openSnapshots()) === 1, 'the feed is being read')
    socket.destroy()
    await until(areAllGone, 'the transaction is over')
  })
})

test('readers of one store cannot use all connections', async () => {
  let reading = 0
  // The test counts reads, because a database snapshot may belong to another lookup.
  const counted = streaming((tx) => {
    reading++
    return (query, batchSize) => tx.stream(query, batchSize)
  })
  await serving(counted, {}, async (port) => {
    const sockets = await Promise.all([1, 2].map(() => stalledReader(port)))
    await until(() => reading === 2, 'two are reading')
    const refused = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5'])
    assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited')
    for (const socket of sockets) socket.destroy()
    await until(areAllGone, 'all have left')
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.equal((await response.text()).match(/<review>/g)?.length, 8_000)
  })
})

test('a fetch is one snapshot, despite concurrent writes', async () => {
  await serving(service.service.kernel, {}, async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await addReviews(50, 'Written while the feed was read.')
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += Buffer.from(part.value).toString()
    assert.doesNotMatch(text, /Written while/)
    assert.match(text, /<\/feed>\n$/)
  })
})

test('a fetch counts towards the limit of its client address', async () => {
  const strict = await startService({ env: { RATE_LIMITS: '2/60s' } })
  try {
    const url = '/feeds/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.xml'
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await strict.anonymous.get(url)).status)
    assert.deepEqual(statuses, [404, 404, 429])
  } finally {
    await strict.close()
  }
})
