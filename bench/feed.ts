// Fetches the review feed of a store with 200,000 approved reviews over HTTP and prints the memory growth of the server.
// The floor is COPY of the same rows through Node. Run: node bench/feed.ts [reviews, default 200000]
import { readFileSync } from 'node:fs'
import { Client, type Connection, type Submittable } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { median, startBenchService, startServer } from './support/bench-service.ts'
import { type BenchStore, fillReviews } from './support/reviews-data.ts'

const reviews = Number(process.argv[2] ?? 200_000)
const rounds = 5

const bench = await startBenchService()
try {
  console.log(`filling ${reviews} approved reviews of one store, and four times as many of others …`)
  const [store] = (await fillReviews(bench.url, { reviews: reviews * 5, stores: 50, large: reviews })) as [BenchStore]
  const client = new Client(parseConnection(bench.url))
  await client.connect()
  await client.query(`update reviews set status = 'approved' where store_env_id = '${store.storeEnvId}'`)
  await client.query('vacuum analyze reviews')
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const server = await startServer('service-server.ts', env)
  const created = await fetch(`${server.origin}/api/v1/products/review-feed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.key}`, 'x-store-env-id': store.storeEnvId },
  })
  const { pathname } = new URL(((await created.json()) as { url: string }).url)
  await fetchAll(`${server.origin}${pathname}`)
  const atRest = residentMb(server.child.pid ?? 0)
  let peak = atRest
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMb(server.child.pid ?? 0))
  }, 20)
  const times = { copy: [] as number[], feed: [] as number[] }
  let bytes = { copy: 0, feed: 0 }
  for (let round = 0; round < rounds; round++) {
    const copied = await timed(() => copyOut(client, buildRowsSql(store.storeEnvId)))
    const fed = await timed(() => fetchAll(`${server.origin}${pathname}`))
    times.copy.push(copied.seconds)
    times.feed.push(fed.seconds)
    bytes = { copy: copied.result, feed: fed.result }
  }
  clearInterval(watch)
  const floor = median(times.copy)
  console.table(
    (['copy', 'feed'] as const).map((what) => ({
      what,
      seconds: median(times[what]).toFixed(2),
      MB: (bytes[what] / 1e6).toFixed(0),
      ratio: (median(times[what]) / floor).toFixed(2),
    })),
  )
  console.log(
    `ratio ${(median(times.feed) / floor).toFixed(2)} (goal at most 3); the process grew by ${(peak - atRest).toFixed(0)} MB over ${atRest.toFixed(0)} (goal at most 100)`,
  )
  await client.end()
  await server.stop()
} finally {
  await bench.stop()
}

function buildRowsSql(storeEnvId: string): string {
  return `
  copy (select r.id, r.author_name, r.author_email, r.verified, r.incentive, r.submitted_at, r.title, r.body, r.locale, r.country, r.rating,
               r.order_id, r.source, r.product_id
          from reviews r where r.store_env_id = '${storeEnvId}' and r.status = 'approved' order by r.submitted_at desc, r.id desc) to stdout`
}

/** Runs COPY through the bare protocol, to measure the driver's cost without any processing of the rows. */
function copyOut(client: Client, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const query: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => (connection as unknown as { query(text: string): void }).query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => {
        bytes += chunk.length
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    }
    client.query(query)
  })
}

async function fetchAll(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  if (answer.status !== 200 || !answer.body) throw new Error(`the feed answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length
  return bytes
}

async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const begun = performance.now()
  const result = await work()
  return { seconds: (performance.now() - begun) / 1000, result }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
}
