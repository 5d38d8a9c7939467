// Kills random parts of an installation under mixed load, and compares everything that the service acknowledged with the
// database at the end. The parts are two serving processes behind HAProxy, a worker, Redis, an S3 server, PgBouncer,
// and three PostgreSQL servers under Patroni, all on this machine. Exits with 1 if anything is lost or doubled.
// Run: node bench/machines/chaos.ts [minutes, default 30] [seed]

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startRedisServer } from '#platform/limits/redis-server.testing.ts'
import { startReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { startS3 } from '#test/fakes/s3-server.ts'
import { openShop, startMachines } from '#test/machines.ts'
import { until } from '#test/until.ts'

process.env.TEST_PATRONI ??= 'patroni'
process.env.TEST_ETCD ??= 'etcd'
process.env.TEST_HAPROXY ??= '/usr/sbin/haproxy'
process.env.TEST_PGBOUNCER ??= '/usr/sbin/pgbouncer'
const { startDatabaseCluster } = await import('#test/patroni.ts')
const { compare, startWriters } = await import('#test/acknowledged.ts')
const { createPooler } = await import('../support/pooler.ts')

const minutes = Number(process.argv[2] ?? 30)
const random = createRandom(Number(process.argv[3] ?? 1))
const writers = 4

const stops: (() => unknown)[] = []
try {
  process.exitCode = await main()
} finally {
  for (const stop of stops) await stop()
}

async function main(): Promise<number> {
  const cluster = await startDatabaseCluster()
  stops.unshift(cluster.stop)
  const pooler = await createPooler(cluster.superuserUrl)
  stops.unshift(pooler.remove)
  pooler.start()
  const redis = await startRedisServer('redis-server')
  stops.unshift(redis.remove)
  const s3 = await startS3()
  stops.unshift(s3.close)
  const way = await openWay(s3.port)
  stops.unshift(way.cut)
  const receiver = await startReceiver()
  stops.unshift(receiver.close)
  const machines = await startMachines(pooler.through(cluster.url), {
    ...{ REDIS_URL: redis.url, RATE_LIMITS: '100000/1s', STOREFRONT_RATE_LIMITS: '100000/1s' },
    STORAGE_URL: s3.url().replace(`:${s3.port}`, `:${way.port}`),
  })
  stops.unshift(machines.stop)
  const target = await openShop(machines, receiver.url)

  let [lastAt, longestMs] = [performance.now(), 0]
  const load = startWriters(target, writers, 'chaos', () => {
    longestMs = Math.max(longestMs, performance.now() - lastAt)
    lastAt = performance.now()
  })
  const others = startOtherCalls(target)
  const server = (i: 0 | 1) => () => restart(machines.servers[i].kill, machines.servers[i].start)
  const faults: Record<string, () => Promise<void>> = {
    'server 1': server(0),
    'server 2': server(1),
    worker: () => restart(machines.worker.kill, machines.worker.start),
    pooler: () => restart(pooler.kill, async () => pooler.start()),
    Redis: () => restart(redis.kill, redis.start),
    S3: () => restart(async () => way.cut(), way.open),
    'primary database': async () => {
      const primary = await cluster.findPrimary()
      if (!primary) return
      await primary.kill()
      await until(async () => (await cluster.findPrimary()) !== undefined, 'a new primary', 90_000)
      primary.start()
      const standbys = () => cluster.countStandbys().catch(() => ({ streaming: 0, synchronous: 0 }))
      await until(async () => (await standbys()).streaming === 2, 'two standbys', 180_000)
      await until(async () => (await standbys()).synchronous === 1, 'a synchronous standby', 60_000)
    },
  }
  let next: string[] = []
  const found: Record<string, { kills: number; longestMs: number }> = {}
  for (const endsAt = Date.now() + minutes * 60_000; Date.now() < endsAt; ) {
    await pause(2_000 + random() * 4_000)
    // Every part is killed once in each round.
    if (next.length === 0) next = shuffle(Object.keys(faults))
    const name = next.pop() ?? ''
    longestMs = 0
    await faults[name]?.()
    // Waits for the next acknowledged write, which ends the longest gap between two writes.
    const since = lastAt
    await until(() => lastAt > since, 'a write is acknowledged', 120_000)
    const before = found[name] ?? { kills: 0, longestMs: 0 }
    found[name] = { kills: before.kills + 1, longestMs: Math.max(before.longestMs, longestMs) }
  }
  const done = await load.stop()
  const { reads, packs } = await others.stop()
  const hasAllWebhooks = () => {
    for (const { body } of receiver.received)
      done.webhooks.set(body.data.id, (done.webhooks.get(body.data.id) ?? new Set()).add(body.event_id))
    return [...done.reviews.values()].every((id) => done.webhooks.has(id))
  }
  await until(hasAllWebhooks, 'a webhook for each review', 180_000).catch(() => {})
  const { acknowledged, present, problems } = await compare(cluster.superuserUrl, target.storeEnvId, done)
  const unfinished = await listUnfinished(target, packs)
  console.table(
    Object.entries(found).map(([part, { kills, longestMs: ms }]) => ({
      part,
      kills,
      'longest time without a write, s': (ms / 1000).toFixed(1),
    })),
  )
  console.log({ minutes, acknowledged, present, repeats: done.repeats, reads, packs: packs.length, unfinished })
  for (const problem of problems) console.log(`LOST OR DOUBLED: ${problem}`)
  return problems.length > 0 || unfinished.length > 0 ? 1 : 0
}

function shuffle(names: readonly string[]): string[] {
  const placed = names.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at)
  return placed.map(({ name }) => name)
}

async function restart(kill: () => unknown, start: () => Promise<void>): Promise<void> {
  await kill()
  await pause(1_000 + random() * 5_000)
  await start()
}

/** Reads the storefront and requests packs of evidence, whose jobs write files to S3. */
function startOtherCalls({ origin, apiKey, storeEnvId }: { origin: string; apiKey: string; storeEnvId: string }) {
  let isStopping = false
  const reads: Record<string, number> = {}
  const packs: string[] = []
  const store = { 'x-store-env-id': storeEnvId }
  const options = () => ({ signal: AbortSignal.timeout(20_000) })
  const readLoop = async () => {
    while (!isStopping) {
      const url = `${origin}/api/v1/storefront/reviews?platformProductId=mug`
      const status = await fetch(url, { headers: { ...store, origin: 'https://larkmoor.example' }, ...options() }).then(
        (response) => response.text().then(() => String(response.status)),
        (error: Error) => error.name,
      )
      reads[status] = (reads[status] ?? 0) + 1
      await pause(50)
    }
  }
  const packLoop = async () => {
    while (!isStopping) {
      const headers = { ...store, authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
      const body = { method: 'POST', headers, body: '{}', ...options() }
      const made = await fetch(`${origin}/api/v1/evidence/packs`, body).then(
        async (response) => (response.ok ? ((await response.json()) as { id: string }).id : undefined),
        () => undefined,
      )
      if (made) packs.push(made)
      await pause(10_000)
    }
  }
  const loops = [readLoop(), packLoop()]
  return {
    async stop() {
      isStopping = true
      await Promise.all(loops)
      return { reads, packs }
    },
  }
}

/** A pack is retried a minute after a failure, at most four times. */
async function listUnfinished(
  { origin, apiKey, storeEnvId }: { origin: string; apiKey: string; storeEnvId: string },
  packs: readonly string[],
): Promise<string[]> {
  const headers = { authorization: `Bearer ${apiKey}`, 'x-store-env-id': storeEnvId }
  const unfinished = new Map(packs.map((id) => [id, '']))
  const look = async () => {
    for (const id of unfinished.keys()) {
      const response = await fetch(`${origin}/api/v1/evidence/packs/${id}`, { headers })
      const { status = String(response.status) } = (await response.json()) as { status?: string }
      if (status === 'completed') unfinished.delete(id)
      else unfinished.set(id, status)
    }
    return unfinished.size === 0
  }
  await until(look, 'every pack is written', 300_000).catch(() => {})
  return [...unfinished].map(([id, status]) => `${id}: ${status}`)
}

/** Starts a proxy to a port of this machine. The proxy can be closed and opened again. */
async function openWay(to: number) {
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    const onward = connect(to, '127.0.0.1')
    for (const each of [socket, onward]) {
      sockets.add(each)
      each.on('error', () => {}).on('close', () => sockets.delete(each))
    }
    socket.pipe(onward).pipe(socket)
  }
  let server = createServer(accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    async open() {
      server = createServer(accept).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

/** The same seed kills the same parts in the same order. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
