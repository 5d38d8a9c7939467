// Measures how much the plan gate adds to a read. It sends GET /reviews by the same keys without billing and with a
// subscription check per call, alternated in one run. Run: node bench/billing-gate.ts [reviews, default 100000]
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import { postgresMs } from './support/postgres-time.ts'
import { fillReviews } from './support/reviews-data.ts'

const reviews = Number(process.argv[2] ?? 100_000)
const rounds = 12
const ms = 1500
const connections = 16

const bench = await startBenchService()
try {
  const stores = await fillReviews(bench.url, { reviews, stores: 50, large: Math.round(reviews / 5) })
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const headers = stores.map(({ key, storeEnvId }) => ({
    authorization: `Bearer ${key}`,
    'x-store-env-id': storeEnvId,
  }))
  const subjects = await Promise.all(
    ['off', 'manual'].map(async (billing) => ({
      billing,
      server: await startServer('service-server.ts', { ...env, BILLING: billing }),
      node: [] as number[],
      postgres: [] as number[],
      rates: [] as number[],
    })),
  )
  for (let round = -1; round < rounds; round++) {
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const { server, billing, node, postgres, rates } = subject
      const before = [await nodeMs(server.child), postgresMs(bench.dataDir)] as const
      const measured = await load({ origin: server.origin, connections, ms, paths: ['/api/v1/reviews'], headers })
      if (measured.errors > 0) throw new Error(`${billing}: ${measured.errors} answers were not 200`)
      if (round < 0) continue
      node.push(((await nodeMs(server.child)) - before[0]) / measured.requests)
      postgres.push((postgresMs(bench.dataDir) - before[1]) / measured.requests)
      rates.push((measured.requests / measured.ms) * 1000)
    }
  }
  console.table(
    subjects.map(({ billing, node, postgres, rates }) => ({
      BILLING: billing,
      'req/s': Math.round(median(rates)),
      'Node ms each': median(node).toFixed(4),
      'PostgreSQL ms each': median(postgres).toFixed(4),
    })),
  )
  const [off, manual] = subjects
  const costs = (of: typeof off) => (of ? of.node.map((each, i) => each + (of.postgres[i] ?? 0)) : [])
  const pairs = costs(manual).map((each, i) => each / (costs(off)[i] ?? Number.NaN))
  const spread = [...pairs].sort((a, b) => a - b)
  console.log(
    `processor time of a call with the gate against without: ${median(pairs).toFixed(3)} (pairs ${spread[0]?.toFixed(3)} to ${spread.at(-1)?.toFixed(3)})`,
  )
  await Promise.all(subjects.map(({ server }) => server.stop()))
} finally {
  await bench.stop()
}
