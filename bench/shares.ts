// Simulates attacks by one caller: readers that stall, unfinished bodies, a flood of pictures. Prints the responses to
// others during the attack, and the resources that are still occupied after it. Run: node bench/shares.ts
// [streams|bodies|media|pool]
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { load, startBenchService, startServer } from './support/bench-service.ts'
import { type BenchStore, fillReviews } from './support/reviews-data.ts'

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const patienceMs = 15_000
let photo = ''

const buildHeaders = ({ key, storeEnvId }: BenchStore) =>
  `authorization: Bearer ${key}\r\nx-store-env-id: ${storeEnvId}`

const bench = await startBenchService()
const client = new Client(parseConnection(bench.url))
try {
  const size = wanted.join() === 'pool' ? 4_000 : 400_000
  const [large, other] = (await fillReviews(bench.url, { reviews: size, stores: 20, large: size / 5 })) as [
    BenchStore,
    BenchStore,
  ]
  await client.connect()
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  if (isWanted('pool'))
    await served({ ...env, BENCH_RATE_LIMITS: '10/1s,50/10s,200/60s' }, (server) => pool(server, large, other))
  if (isWanted('streams')) await served(env, (server) => streams(server, large, other))
  if (isWanted('bodies')) await served(env, (server) => bodies(server, other))
  if (isWanted('media')) await served(env, (server) => media(server, other))
  if (isWanted('media')) await served({ ...env, BENCH_RATE_LIMITS: '10/1s,50/10s,200/60s' }, (server) => flood(server))
} finally {
  await client.end()
  await bench.stop()
}

type Server = Awaited<ReturnType<typeof startServer>>

async function served(env: Record<string, string>, work: (server: Server) => Promise<void>): Promise<void> {
  const server = await startServer('service-server.ts', env)
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

async function pool({ origin }: Server, busy: BenchStore, other: BenchStore): Promise<void> {
  const seconds = 15
  const body = (round: number) =>
    JSON.stringify(
      Array.from({ length: 250 }, (_, i) => ({
        platformProductId: `p${i}`,
        title: `P ${i} ${round}`,
        variants: Array.from({ length: 40 }, (_, v) => ({ platformVariantId: `v${i}-${v}`, title: `V ${round}` })),
      })),
    )
  const measure = async () => {
    const calls: Record<string, { ms: number; status: number | string }[]> = {
      '/api/v1/reviews': [],
      '/api/v1/health': [],
    }
    for (const until = performance.now() + seconds * 1000; performance.now() < until; await pause(200))
      for (const [path, answers] of Object.entries(calls)) answers.push(await ask(origin, path, { as: other }))
    return calls
  }
  const alone = await measure()
  const pushes: ReturnType<typeof ask>[] = []
  let round = 0
  const timer = setInterval(() => pushes.push(ask(origin, '/api/v1/products', { as: busy, body: body(round++) })), 100)
  const beside = await measure()
  clearInterval(timer)
  const p95 = (answers: { ms: number }[]) =>
    answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(answers.length * 0.95)]
  console.log('\nbeside ten pushes a second of 10,000 variants')
  console.table(
    Object.entries(alone).map(([path, answers]) => ({
      path,
      'p95 alone': p95(answers),
      'p95 beside': p95(beside[path] ?? []),
      statuses: JSON.stringify(Object.fromEntries(countBy([...answers, ...(beside[path] ?? [])]))),
    })),
  )
  console.log('pushes:', JSON.stringify(Object.fromEntries(countBy(await Promise.all(pushes)))))
}

function countBy(answers: { status: number | string }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status } of answers) counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
  return counts
}

async function streams({ origin }: Server, large: BenchStore, other: BenchStore): Promise<void> {
  const port = Number(new URL(origin).port)
  await ask(origin, '/api/v1/reviews', { as: other })
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.pause().on('error', () => {})
    socket.write(`GET /api/v1/reviews/export?format=jsonl HTTP/1.1\r\nhost: x\r\n${buildHeaders(large)}\r\n\r\n`)
    return socket
  })
  await pause(4_000)
  const rows = await table(origin, {
    'GET /health': ['/api/v1/health', {}],
    'GET /reviews of another store': ['/api/v1/reviews', { as: other }],
    'GET /reviews of the same store': ['/api/v1/reviews', { as: large }],
    'GET /reviews/export of another store': ['/api/v1/reviews/export', { as: other }],
  })
  console.log('\ntwelve stalled exports of one store')
  console.table(rows)
  const held = [await snapshots()]
  await pause(45_000)
  held.push(await snapshots())
  console.log(`snapshots held: ${held[0]}, and 45 s later ${held[1]}`)
  for (const socket of sockets) socket.destroy()
}

async function snapshots(): Promise<number> {
  const { rows } = await client.query(
    "select count(*)::int as n from pg_stat_activity where usename like 'evident_app%' and xact_start is not null",
  )
  return rows[0].n
}

/** The attacker is 127.0.0.1; the merchant uses 127.0.0.2. */
async function bodies({ origin, child }: Server, merchant: BenchStore): Promise<void> {
  const port = Number(new URL(origin).port)
  const body = JSON.stringify(
    Array.from({ length: 250 }, (_, i) => ({ platformProductId: `b${i}`, title: 'B', description: 'x'.repeat(4_000) })),
  )
  const put = { as: merchant, from: '127.0.0.2', body }
  await ask(origin, '/api/v1/products', put)
  const atRest = residentMb(child.pid ?? 0)
  const sockets: Socket[] = []
  for (const megabytes of [...Array.from({ length: 30 }, () => 9.5), ...Array.from({ length: 60 }, () => 0.3)]) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.resume().on('error', () => {})
    socket.write(
      'PUT /api/v1/products HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\n\r\n',
    )
    socket.write(Buffer.alloc(megabytes * 1e6, 0x20))
    sockets.push(socket)
  }
  await pause(4_000)
  const rows = await table(origin, { 'PUT /products, 1 MB, from another address': ['/api/v1/products', put] })
  console.log('\nninety bodies of up to 10 MB without credentials, of which the end never comes')
  console.table(rows)
  const grown = () => `${(residentMb(child.pid ?? 0) - atRest).toFixed(0)} MB, ${open()} connections`
  const open = () => sockets.filter((socket) => !socket.closed).length
  console.log(`held: ${grown()}`)
  await pause(75_000)
  console.log(`75 s later: ${grown()}`)
  for (const socket of sockets) socket.destroy()
}

async function media({ origin, child }: Server, store: BenchStore): Promise<void> {
  const key = newPhotoKey(store.storeEnvId, new Date())
  const path = join(bench.dataDir, 'files', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.alloc(20_000, 1))
  const id = /([0-9a-f-]{36})-[0-9a-f]{32}\.webp$/.exec(key)?.[1]
  await client.query(
    `insert into review_photos (store_env_id, id, review_id, position, state, storage_key, width, height, created_at)
     select store_env_id, $2, id, 0, 'ready', $3, 1, 1, now() from reviews where store_env_id = $1 and status = 'approved' limit 1`,
    [store.storeEnvId, id, key],
  )
  photo = `/media/${key}`
  const begin = { origin, connections: 8, ms: 1_000, paths: [photo], headers: [{}] }
  await load(begin)
  const before = [await transactions(), await cpuMs(child)] as const
  const { requests, errors } = await load({ ...begin, ms: 8_000 })
  const spentMs = (await cpuMs(child)) - before[1]
  await pause(1_500)
  const made = (await transactions()) - before[0]
  console.log(
    `\none approved photo: ${requests} requests (${errors} refused), ${(made / requests).toFixed(3)} transactions and ${((1000 * spentMs) / requests).toFixed(0)} µs of Node for each`,
  )
}

async function flood({ origin }: Server): Promise<void> {
  const { requests, errors } = await load({ origin, connections: 16, ms: 4_000, paths: [photo], headers: [{}] })
  console.log(`one address, limits on, 4 s: ${requests - errors} pictures served, ${errors} refused`)
}

async function transactions(): Promise<number> {
  const { rows } = await client.query(
    'select xact_commit::int as n from pg_stat_database where datname = current_database()',
  )
  return rows[0].n
}

function cpuMs(child: Server['child']): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      const { user, system } = message as NodeJS.CpuUsage
      resolve((user + system) / 1000)
    })
    child.send('cpu')
  })
}

type Asked = { as?: BenchStore; from?: string; body?: string }

async function table(origin: string, calls: Record<string, [string, Asked]>) {
  const rows = []
  for (const [what, [path, asked]] of Object.entries(calls)) rows.push({ what, ...(await ask(origin, path, asked)) })
  return rows
}

async function ask(origin: string, path: string, { as, from, body }: Asked) {
  const begun = performance.now()
  const status = await new Promise<number | string>((resolve) => {
    const call = request(
      `${origin}${path}`,
      {
        method: body === undefined ? 'GET' : 'PUT',
        headers: {
          ...(as && { authorization: `Bearer ${as.key}`, 'x-store-env-id': as.storeEnvId }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        agent: new Agent(),
        ...(from && { localAddress: from }),
        signal: AbortSignal.timeout(patienceMs),
      },
      (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    )
    call.once('error', (error) => resolve(error.name === 'AbortError' ? 'no answer' : error.message))
    call.end(body)
  })
  return { status, ms: Math.round(performance.now() - begun) }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
}
