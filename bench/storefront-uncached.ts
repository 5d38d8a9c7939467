// Measures visitors' reads that are not cached: every URL is new. With BENCH_BASE, the path of another version's
// service-server.ts, both versions alternate. Prints processor milliseconds of Node and PostgreSQL per request. Run:
// node bench/storefront-uncached.ts [reviews, default 100000]
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import { postgresMs } from './support/postgres-time.ts'
import { fillStorefronts } from './support/storefront-data.ts'

const reviews = Number(process.argv[2] ?? 100_000)
const products = 5_000
const rounds = 7
const warmUps = 3
const ms = 1_000
/** Number of URLs prepared for one round: more than a server can answer in it. */
const most = 1_500

/** Returns a different URL for each `turn`. */
const kinds: Record<string, (turn: number) => string> = {
  reviews: (turn) => `reviews?platformProductId=p${turn % products}&limit=${8 + Math.floor(turn / products)}`,
  summary: (turn) => `summary?platformProductIds=p${turn % products},p${Math.floor(turn / products)}`,
}

const bench = await startBenchService()
try {
  const shop = await fillStorefronts(bench.url, { reviews, products })
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const scripts = {
    'this version': 'service-server.ts',
    ...(process.env.BENCH_BASE && { base: process.env.BENCH_BASE }),
  }
  const servers = await Promise.all(
    Object.entries(scripts).map(async ([name, script]) => ({ name, ...(await startServer(script, env)) })),
  )
  const headers = [{ 'x-store-env-id': shop.storeEnvId, origin: shop.origin, 'accept-encoding': 'gzip, deflate, br' }]
  for (const [kind, pathAt] of Object.entries(kinds)) {
    const costs = servers.map(() => [] as { node: number; postgres: number; rate: number }[])
    for (let round = -warmUps; round < rounds; round++) {
      const order = [...servers.entries()]
      for (const [i, { name, origin, child }] of round % 2 === 0 ? order : order.reverse()) {
        const paths = Array.from(
          { length: most },
          (_, n) => `/api/v1/storefront/${pathAt((round + warmUps) * most + n)}`,
        )
        const before = [await nodeMs(child), postgresMs(bench.dataDir)] as const
        const measured = await load({ origin, connections: 16, ms, paths, headers })
        const { requests, errors } = measured
        if (errors > 0 || requests > most)
          throw new Error(`${name}: ${errors} errors, ${requests} of ${most} addresses`)
        const cost = {
          node: ((await nodeMs(child)) - before[0]) / requests,
          postgres: (postgresMs(bench.dataDir) - before[1]) / requests,
          rate: (requests / measured.ms) * 1000,
        }
        if (round >= 0) costs[i]?.push(cost)
      }
    }
    const totals = costs.map((each) => median(each.map(({ node, postgres }) => node + postgres)))
    console.table(
      servers.map(({ name }, i) => ({
        [kind]: name,
        'Node ms': median(costs[i]?.map(({ node }) => node) ?? []).toFixed(3),
        'PostgreSQL ms': median(costs[i]?.map(({ postgres }) => postgres) ?? []).toFixed(3),
        'req/s': Math.round(median(costs[i]?.map(({ rate }) => rate) ?? [])),
        'processor time of the first': ((totals[i] ?? 0) / (totals[0] ?? 1)).toFixed(2),
      })),
    )
  }
  await Promise.all(servers.map(({ stop }) => stop()))
} finally {
  await bench.stop()
}
