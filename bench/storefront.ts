// What visitors of a shop cost: answers that are kept against a plain Fastify handler that sends the same bytes, answers that
// have not changed, and the stars of a page of 100 products. Run: node bench/storefront.ts [reviews, default 1000000]
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { load, median, startBenchService, startServer } from './support/bench-service.ts'
import type { Load } from './support/load.ts'
import type { FixedAnswer } from './support/plain-server.ts'
import { postgresMs } from './support/postgres-time.ts'
import { fillStorefronts } from './support/storefront-data.ts'

const reviews = Number(process.argv[2] ?? 1_000_000)
const products = 5_000
const rounds = 7
const ms = 2_000
const connections = 16
const list = '/api/v1/storefront/reviews?platformProductId=p0'

const bench = await startBenchService()
try {
  console.log(`filling ${reviews} reviews, most of them in one store …`)
  const shop = await fillStorefronts(bench.url, { reviews, products })
  const page = { 'x-store-env-id': shop.storeEnvId, origin: shop.origin }
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const plain = await startServer('plain-server.ts', env)
  const full = await startServer('plain-server.ts', env)
  const service = await startServer('service-server.ts', env)
  const first = await settled(service.origin + list, page)
  const body = await first.text()
  plain.child.send({ body, headers: {} } satisfies FixedAnswer)
  full.child.send({ body, headers: ownHeadersOf(first) } satisfies FixedAnswer)
  await keptAgainstPlain({ plain, full, service }, page, first.headers.get('etag') ?? '')
  await readAnew(service, page)
  await stars(service, page)
  await Promise.all([plain.stop(), full.stop(), service.stop()])
} finally {
  await bench.stop()
}

/** Asks until the process listens for changes, and so keeps what it answers. */
async function settled(url: string, headers: Record<string, string>): Promise<Response> {
  for (let i = 0; i < 20; i++) {
    await (await fetch(url, { headers })).text()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return fetch(url, { headers })
}

/** What the service says beyond what any server says. */
function ownHeadersOf({ headers }: Response): Record<string, string> {
  const common = ['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'content-encoding']
  return Object.fromEntries([...headers].filter(([name]) => !common.includes(name)))
}

type Server = { origin: string; child: ChildProcess }
type Subject = { what: string; server: Server; request: Load; rates: number[]; p50: number[]; cpuUs: number[] }

async function keptAgainstPlain(
  { plain, full, service }: Record<'plain' | 'full' | 'service', Server>,
  page: Record<string, string>,
  etag: string,
) {
  const subject = (what: string, server: Server, headers: Record<string, string>, status = 200): Subject => {
    const request = { connections, ms, origin: server.origin, paths: [list], headers: [headers], status }
    return { what, server, request, rates: [], p50: [], cpuUs: [] }
  }
  const subjects = [
    subject('plain Fastify', plain, page),
    subject('plain Fastify, with our headers', full, page),
    subject('reviews, kept', service, page),
    subject('reviews, kept, gzip', service, { ...page, 'accept-encoding': 'gzip' }),
    subject('reviews, not changed (304)', service, { ...page, 'if-none-match': etag }, 304),
  ]
  for (let round = -1; round < rounds; round++) {
    for (const each of round % 2 === 0 ? subjects : subjects.toReversed()) await measure(each, round < 0)
  }
  const [floor, fullFloor] = subjects as [Subject, Subject]
  const ratio = (ours: number[], theirs: number[]) =>
    median(ours.map((value, i) => value / (theirs[i] ?? 1))).toFixed(2)
  console.table(
    subjects.map(({ what, rates, p50, cpuUs }) => ({
      what,
      'req/s': Math.round(median(rates)),
      'p50 ms': median(p50).toFixed(2),
      'of the floor': ratio(rates, floor.rates),
      'of the floor with our headers': ratio(rates, fullFloor.rates),
      'server CPU µs': median(cpuUs).toFixed(1),
      'CPU of the floor': ratio(cpuUs, floor.cpuUs),
    })),
  )
}

async function measure({ what, server, request, rates, p50, cpuUs }: Subject, isWarmUp: boolean): Promise<void> {
  const before = await cpuOf(server.child)
  const measured = await load(request)
  const after = await cpuOf(server.child)
  if (measured.errors > 0) throw new Error(`${what}: ${measured.errors} answers were not ${request.status}`)
  if (isWarmUp) return
  rates.push((measured.requests / measured.ms) * 1000)
  p50.push(measured.p50Ms)
  cpuUs.push((after.user + after.system - before.user - before.system) / measured.requests)
}

/** Pages asked for the first time, as a browser asks, from 16 connections of this process. */
async function readAnew({ origin, child }: Server, page: Record<string, string>) {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const headers = { ...page, 'accept-encoding': 'gzip, deflate, br' }
  let next = 0
  const ask = async (until: number) => {
    while (next < until) {
      const turn = next++
      const path = `/api/v1/storefront/reviews?platformProductId=p${turn % products}&limit=${10 + Math.floor(turn / products)}`
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
  }
  const askAll = (until: number) => Promise.all(Array.from({ length: connections }, () => ask(until)))
  await askAll(2_000)
  const calls = 20_000
  const [before, postgresBefore, at] = [await cpuOf(child), postgresMs(bench.dataDir), performance.now()]
  await askAll(2_000 + calls)
  const took = performance.now() - at
  const [after, postgresAfter] = [await cpuOf(child), postgresMs(bench.dataDir)]
  await pool.close()
  const cpuMs = (after.user + after.system - before.user - before.system) / 1000 / calls
  console.table([
    {
      what: 'pages of 10 to 14 reviews, read anew, packed',
      'req/s': Math.round((calls / took) * 1000),
      'server CPU ms': cpuMs.toFixed(3),
      'PostgreSQL CPU ms': ((postgresAfter - postgresBefore) / calls).toFixed(3),
    },
  ])
}

/** One call for 100 products: kept, and read anew (each time in another order, which is another answer). */
async function stars({ origin, child }: Server, page: Record<string, string>) {
  const busiest = Array.from({ length: 100 }, (_, i) => `p${i}`)
  const usual = Array.from({ length: 100 }, (_, i) => `p${1000 + 7 * i}`)
  const cases: [string, string[], boolean][] = [
    ['100 products, kept', busiest, true],
    ['100 usual products, read anew', usual, false],
    ['the 100 with most reviews, read anew', busiest, false],
  ]
  const rows = []
  for (const [what, ids, isKept] of cases) {
    for (let i = 0; i < 20; i++) await ask(origin, page, ids, isKept ? 0 : i)
    const [calls, before, at] = [200, await cpuOf(child), performance.now()]
    for (let i = 0; i < calls; i++) await ask(origin, page, ids, isKept ? 0 : 20 + i)
    const took = performance.now() - at
    const after = await cpuOf(child)
    const cpuMs = (after.user + after.system - before.user - before.system) / 1000 / calls
    rows.push({ what, 'server CPU ms': cpuMs.toFixed(2), 'ms a call': (took / calls).toFixed(2) })
  }
  console.table(rows)
}

/** `turn` moves the first ids to the end, and swaps two, so that there are enough orders. */
async function ask(origin: string, headers: Record<string, string>, ids: string[], turn: number): Promise<void> {
  const turned = [...ids.slice(turn % 100), ...ids.slice(0, turn % 100)]
  if (turn >= 100) turned.reverse()
  if (turn >= 200) turned.push(turned.shift() ?? '', turned.shift() ?? '')
  const answer = await fetch(`${origin}/api/v1/storefront/summary?platformProductIds=${turned.join(',')}`, { headers })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.text()
}

async function cpuOf(child: ChildProcess): Promise<NodeJS.CpuUsage> {
  const answer = once(child, 'message')
  child.send('cpu')
  const [usage] = await answer
  return usage as NodeJS.CpuUsage
}
