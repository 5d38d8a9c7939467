// Sends GET /reviews, a page of 20, through the whole chain (key, limits off, tenant, schema). The floor is
// support/bare-server.ts, alternated in one run. It uses 16 and 64 connections and prints the cost per call for Node and
// PostgreSQL. Every page is new, so none is cached. "poller" repeats one page of each store.
// Run: node bench/reviews.ts [reviews, default 1000000]
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import { postgresMs } from './support/postgres-time.ts'
import { fillReviews } from './support/reviews-data.ts'

const reviews = Number(process.argv[2] ?? 1_000_000)
const rounds = 7
const ms = 2000
let served = 0

const bench = await startBenchService()
try {
  console.log(`filling ${reviews} reviews in 200 stores …`)
  const stores = await fillReviews(bench.url, { reviews, stores: 200, large: reviews / 5 })
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const bare = await startServer('bare-server.ts', env)
  const service = await startServer('service-server.ts', env)
  const headers = stores.map(({ key, storeEnvId }) => ({
    authorization: `Bearer ${key}`,
    'x-store-env-id': storeEnvId,
  }))
  const subjects = [
    { name: 'bare Fastify + pg', server: bare, pathsOf: listPages('/reviews', '') },
    {
      name: 'GET /reviews',
      server: service,
      pathsOf: listPages('/api/v1/reviews', await readMark(service, headers[0])),
    },
    { name: 'poller', server: service, pathsOf: () => ['/api/v1/reviews'] },
  ]
  for (const connections of [16, 64]) await compare(connections, subjects, headers)
  await deepPages(service.origin, headers[0] ?? {})
  await Promise.all([bare.stop(), service.stop()])
} finally {
  await bench.stop()
}

type Server = Awaited<ReturnType<typeof startServer>>
type Subject = { name: string; server: Server; pathsOf: (round: number) => string[] }

/**
 * 399 pages and 200 stores have no common factor, so the load generator requests each page from each store. Each round
 * gets other pages, because a page that a slow machine reads three times is cached.
 */
function listPages(path: string, mark: string): Subject['pathsOf'] {
  const begun = Date.parse('2024-01-01T00:00:00Z')
  return (round) =>
    Array.from({ length: 399 }, (_, i) => {
      const at = new Date(begun + reviews * 60_000 * (0.3 + (0.69 * i) / 399) + round * 1_000).toISOString()
      return `${path}?cursor=${Buffer.from(`${at}|00000004-0000-7000-8000-000000000000`).toString('base64url')}${mark}`
    })
}

/** Reads the mark at the end of a cursor. The service refuses cursors whose mark belongs to another list. */
async function readMark({ origin }: Server, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/reviews?limit=1`, { headers })
  const { pagination } = (await answer.json()) as { pagination: { nextCursor: string } }
  return pagination.nextCursor.slice(pagination.nextCursor.indexOf('.'))
}

async function compare(connections: number, subjects: Subject[], headers: Record<string, string>[]): Promise<void> {
  const results = subjects.map(({ name }) => ({
    name,
    rates: [] as number[],
    p50: [] as number[],
    node: [] as number[],
    postgres: [] as number[],
  }))
  for (let round = -1; round < rounds; round++) {
    served++
    const order = [...subjects.entries()]
    for (const [i, { name, server, pathsOf }] of round % 2 === 0 ? order : order.reverse()) {
      const before = [await nodeMs(server.child), postgresMs(bench.dataDir)] as const
      const measured = await load({ origin: server.origin, connections, ms, paths: pathsOf(served), headers })
      if (measured.errors > 0) throw new Error(`${name}: ${measured.errors} answers were not 200`)
      const result = results[i]
      if (round < 0 || !result) continue
      result.rates.push((measured.requests / measured.ms) * 1000)
      result.p50.push(measured.p50Ms)
      result.node.push(((await nodeMs(server.child)) - before[0]) / measured.requests)
      result.postgres.push((postgresMs(bench.dataDir) - before[1]) / measured.requests)
    }
  }
  const [floor = [], ours = []] = results.map(({ rates }) => rates)
  console.log(`${connections} connections`)
  console.table(
    results.map(({ name, rates, p50, node, postgres }) => ({
      what: name,
      'req/s': Math.round(median(rates)),
      'p50 ms': median(p50).toFixed(2),
      'Node ms each': median(node).toFixed(3),
      'PostgreSQL ms each': median(postgres).toFixed(3),
      ratio: (median(rates) / median(floor)).toFixed(2),
    })),
  )
  const pairs = floor.map((rate, i) => (ours[i] ?? 0) / rate)
  console.log(
    `ratio to the floor: ${(median(ours) / median(floor)).toFixed(2)} (median of pairs ${median(pairs).toFixed(2)}; goal at least 0.80 by processor time)`,
  )
}

async function deepPages(origin: string, headers: Record<string, string>): Promise<void> {
  const page = 5000
  let path = '/api/v1/reviews?limit=20'
  for (let walked = 0; walked < page / 5; walked++) {
    const answer = await fetch(
      `${origin}/api/v1/reviews?limit=100${path.includes('cursor') ? `&cursor=${path.split('cursor=')[1]}` : ''}`,
      { headers },
    )
    const { pagination } = (await answer.json()) as { pagination: { nextCursor: string | null } }
    if (!pagination.nextCursor) break
    path = `/api/v1/reviews?limit=20&cursor=${pagination.nextCursor}`
  }
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 7; round++) {
    for (const [i, each] of ['/api/v1/reviews?limit=20', path].entries()) {
      const { requests, ms: tookMs } = await load({
        origin,
        connections: 1,
        ms: 700,
        paths: [each],
        headers: [headers],
      })
      times[i as 0 | 1].push(tookMs / requests)
    }
  }
  const [first, far] = times.map(median) as [number, number]
  console.log(
    `page ${page} costs ${(far / first).toFixed(2)} × page 1 (${far.toFixed(2)} ms against ${first.toFixed(2)} ms; goal at most 1.3)`,
  )
}
