// Sends POST /reviews over 8 connections, through the whole chain. The floor is support/bare-writes-server.ts, alternated
// in one run. Prints calls a second, and the cost per call for Node and PostgreSQL. Run: node bench/review-writes.ts
// [existing reviews, default 200000]
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import { postgresMs } from './support/postgres-time.ts'
import { fillReviews } from './support/reviews-data.ts'

const reviews = Number(process.argv[2] ?? 200_000)
const rounds = 7
const ms = 3000
const connections = 8
const body = JSON.stringify({
  platformProductId: 'p7',
  rating: 5,
  title: 'Daily companion',
  body: 'Keeps tea hot for an hour, and looks well on the table. {i}',
  authorName: 'Jane D.',
  authorEmail: 'jane.{i}@customer.example',
})

const bench = await startBenchService()
try {
  const stores = await fillReviews(bench.url, { reviews, stores: 20, large: reviews / 5 })
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const servers = {
    'bare Fastify + pg': { server: await startServer('bare-writes-server.ts', env), path: '/reviews' },
    'POST /reviews': { server: await startServer('service-server.ts', env), path: '/api/v1/reviews' },
  }
  const buildHeaders = ({ key, storeEnvId }: { key: string; storeEnvId: string }) => ({
    authorization: `Bearer ${key}`,
    'x-store-env-id': storeEnvId,
    'content-type': 'application/json',
  })
  for (const [spread, chosen] of Object.entries({ 'one store': stores.slice(0, 1), 'twenty stores': stores })) {
    const headers = chosen.map(buildHeaders)
    const results: Record<string, { rates: number[]; node: number[]; postgres: number[] }> = {}
    for (let round = -1; round < rounds; round++) {
      const order = Object.entries(servers)
      for (const [name, { server, path }] of round % 2 === 0 ? order : order.reverse()) {
        const [nodeBefore, postgresBefore] = [await nodeMs(server.child), postgresMs(bench.dataDir)]
        const measured = await load({
          origin: server.origin,
          connections,
          ms,
          paths: [path],
          headers,
          body,
          status: 201,
        })
        if (measured.errors > 0) throw new Error(`${name}: ${measured.errors} answers were not 201`)
        if (round < 0) continue
        results[name] ??= { rates: [], node: [], postgres: [] }
        results[name].rates.push((measured.requests / measured.ms) * 1000)
        results[name].node.push(((await nodeMs(server.child)) - nodeBefore) / measured.requests)
        results[name].postgres.push((postgresMs(bench.dataDir) - postgresBefore) / measured.requests)
      }
    }
    const floor = median(results['bare Fastify + pg']?.rates ?? [])
    console.log(spread)
    console.table(
      Object.entries(results).map(([what, { rates, node, postgres }]) => ({
        what,
        'a second': Math.round(median(rates)),
        'Node ms each': median(node).toFixed(2),
        'PostgreSQL ms each': median(postgres).toFixed(2),
        ratio: (median(rates) / floor).toFixed(2),
      })),
    )
  }
  await Promise.all(Object.values(servers).map(({ server }) => server.stop()))
} finally {
  await bench.stop()
}
