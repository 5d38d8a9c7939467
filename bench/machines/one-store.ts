// Sends POST /reviews to one store over 16 connections: to one process, and to two processes that share its database. The
// two are alternated in one run. Run: node bench/machines/one-store.ts [existing reviews, default 20000]
import { Client } from 'pg'
import { load, median, nodeMs, startBenchService, startServer } from '../support/bench-service.ts'
import type { Measured } from '../support/load.ts'
import { postgresMs } from '../support/postgres-time.ts'
import { fillReviews } from '../support/reviews-data.ts'

const reviews = Number(process.argv[2] ?? 20_000)
const rounds = Number(process.env.ROUNDS ?? 5)
const ms = 4_000
const clients = 16
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
  const [shop] = await fillReviews(bench.url, { reviews, stores: 20, large: reviews / 5 })
  if (!shop) throw new Error('no store was filled')
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const servers = [await startServer('service-server.ts', env), await startServer('service-server.ts', env)]
  const headers = [
    {
      authorization: `Bearer ${shop.key}`,
      'x-store-env-id': shop.storeEnvId,
      'content-type': 'application/json',
    },
  ]
  const results: Record<string, { rates: number[]; node: number[]; postgres: number[]; p99: number[] }> = {}
  const waits: Record<string, Record<string, number>> = {}
  for (let round = -1; round < rounds; round++) {
    for (const count of round % 2 === 0 ? [1, 2] : [2, 1]) {
      const chosen = servers.slice(0, count)
      const sumNode = async () => (await Promise.all(chosen.map(({ child }) => nodeMs(child)))).reduce((a, b) => a + b)
      const [nodeBefore, postgresBefore] = [await sumNode(), postgresMs(bench.dataDir)]
      const looking = lookAtWaits(bench.url)
      const parts: Measured[] = await Promise.all(
        chosen.map(({ origin }) =>
          load({ origin, connections: clients / count, ms, paths: ['/api/v1/reviews'], headers, body, status: 201 }),
        ),
      )
      const seen = await looking.stop()
      if (parts.some(({ errors }) => errors > 0)) throw new Error('an answer was not 201')
      if (round < 0) continue
      const name = `${count} ${count === 1 ? 'process' : 'processes'}`
      const requests = parts.reduce((sum, part) => sum + part.requests, 0)
      results[name] ??= { rates: [], node: [], postgres: [], p99: [] }
      results[name].rates.push((requests / (parts[0]?.ms ?? ms)) * 1000)
      results[name].node.push(((await sumNode()) - nodeBefore) / requests)
      results[name].postgres.push((postgresMs(bench.dataDir) - postgresBefore) / requests)
      results[name].p99.push(Math.max(...parts.map(({ p99Ms }) => p99Ms)))
      const sums = waits[name] ?? {}
      waits[name] = sums
      for (const [wait, times] of Object.entries(seen)) sums[wait] = (sums[wait] ?? 0) + times
    }
  }
  console.table(
    Object.entries(results).map(([what, { rates, node, postgres, p99 }]) => ({
      what,
      'a second': Math.round(median(rates)),
      'p99, ms': Math.round(median(p99)),
      'Node ms each': median(node).toFixed(2),
      'PostgreSQL ms each': median(postgres).toFixed(2),
    })),
  )
  console.log('Waits of active connections, in samples:', waits)
  await Promise.all(servers.map((server) => server.stop()))
} finally {
  await bench.stop()
}

/** Samples the wait events of PostgreSQL's active connections. */
function lookAtWaits(url: string) {
  let isStopping = false
  const seen: Record<string, number> = {}
  const looking = (async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    while (!isStopping) {
      const { rows } = await client.query<{ wait: string; query: string }>(
        `select coalesce(wait_event_type || ':' || wait_event, 'running') as wait, left(regexp_replace(query, '\\s+', ' ', 'g'), 70) as query
           from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      for (const { wait, query } of rows) {
        const name = wait.startsWith('Lock') ? `${wait} ${query}` : wait
        seen[name] = (seen[name] ?? 0) + 1
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await client.end()
  })()
  return {
    async stop() {
      isStopping = true
      await looking
      return seen
    },
  }
}
