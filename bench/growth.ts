// Measures how the cost of a request grows with its store: a store of 20,000 reviews and one of a million in the same
// database, alternated. Prints processor milliseconds of Node and PostgreSQL per request, and the ratio of the large
// store to the small one. With BENCH_DATA_DIR the filled database is stored there for the next run.
// Run: node bench/growth.ts [reviews of the large store, default 1000000] [part of a request's name]. BENCH_SERVER is the path
// of another version's service-server.ts.
import { Client } from 'pg'
import { sumRowCounts } from '#platform/calls/paging/row-counts.ts'
import { createDb } from '#platform/db/db.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { createClock } from '#platform/process/clock.ts'
import { createLog } from '#platform/process/log.ts'
import { sumStore } from '#resources/analytics/engine/commands.ts'
import { sumCounts } from '#resources/reviews/changes/counts-commands.ts'
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import { fillStores, type GrowthStore } from './support/growth-data.ts'
import { postgresMs } from './support/postgres-time.ts'

const [large = 1_000_000] = process.argv.slice(2).map(Number).filter(Boolean)
const only = process.argv.slice(2).filter((each) => !Number(each))[0] ?? ''
const rounds = 3
const ms = 500
const maxRatio = 1.5

const requests: Record<string, string> = {
  'list, newest': '/reviews',
  'list, deep page': '/reviews?cursor={deep}',
  'list, filters': '/reviews?status=approved&rating=5&hasPhotos=true&verified=true',
  total: '/reviews?includeTotal=true',
  'total, status': '/reviews?includeTotal=true&status=pending',
  'total, rating': '/reviews?includeTotal=true&rating=4,5',
  'total, status and rating': '/reviews?includeTotal=true&status=approved&rating=1',
  'total, four filters': '/reviews?includeTotal=true&status=approved&rating=5&hasPhotos=true&verified=true',
  'total, unreported': '/reviews?includeTotal=true&reported=false',
  'total, product': '/reviews?includeTotal=true&productId={product}',
  'total, since a day': '/reviews?includeTotal=true&submittedAfter=2025-06-01T00:00:00Z',
  'total, q': '/reviews?includeTotal=true&q=lo',
  summary: '/reviews/summary',
  'summary, product': '/reviews/summary?productId={product}',
  'q, no hit': '/reviews?q=nowherewolf',
  'q, rare hit': '/reviews?q=quokka',
  'q, common': '/reviews?q=ann',
  'q, two words': '/reviews?q=kaka%20lo',
  'products, list': '/products',
  'products, total': '/products?includeTotal=true',
  'products, q rare': '/products?q=zephyr',
  'products, q no hit': '/products?q=nowherewolf',
  'products, q common': '/products?q=lamp',
  'products, q SKU': '/products?q=SKU-77-1',
  'products, by rating': '/products?sort=rating',
  'products, by reviews': '/products?sort=reviewCount',
  'customers, list': '/customers',
  'customers, total': '/customers?includeTotal=true',
  'customers, q common': '/customers?q=ann',
  'customers, q no hit': '/customers?q=nowherewolf',
  'customers, q two letters': '/customers?q=an',
  'customers, email': '/customers?email=buyer77@example.com',
  'customers, with orders': '/customers?hasOrders=true',
  'customers, without reviews': '/customers?hasReviews=false',
  'customers, with reviews': '/customers?hasReviews=true',
  'customers, total with reviews': '/customers?hasReviews=true&includeTotal=true',
  'customers, by orders': '/customers?sort=orderCount',
  'customers, by reviews': '/customers?sort=reviewCount',
  'customers with reviews, by orders': '/customers?sort=orderCount&hasReviews=true',
  'orders, list': '/orders',
  'orders, total': '/orders?includeTotal=true',
  attention: '/analytics/attention',
}

const bench = await startBenchService(process.env.BENCH_DATA_DIR)
const client = new Client(parseConnection(bench.url))
await client.connect()
try {
  const stores = await fillStores(bench.url, [20_000, large])
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  await sumAll(stores)
  const service = await startServer(process.env.BENCH_SERVER ?? 'service-server.ts', env)
  const deep = await Promise.all(stores.map((store) => findDeepCursor(service.origin, store)))
  const rows: Record<string, string>[] = []
  for (const [name, template] of Object.entries(requests)) {
    if (!name.includes(only)) continue
    const costs: { node: number; postgres: number }[][] = stores.map(() => [])
    for (let round = -1; round < rounds; round++)
      for (const [i, store] of stores.entries()) {
        const path = `/api/v1${template.replace('{product}', store.productId).replace('{deep}', deep[i] ?? '')}`
        const cost = await measure(service, store, path)
        if (round >= 0) costs[i]?.push(cost)
      }
    rows.push(toRow(name, costs))
    console.log(Object.values(rows.at(-1) ?? {}).join(' | '))
  }
  console.table(rows)
  await service.stop()
} finally {
  await client.end()
  await bench.stop()
}

/** Sums the days and the counts of each store, as a job of the service does every ten minutes. */
async function sumAll(stores: readonly GrowthStore[]): Promise<void> {
  const db = createDb({ url: bench.url, secretKey: bench.secretKey, clock: createClock(), log: createLog('warn') })
  for (const scope of stores) {
    await sumStore(db, scope, new AbortController().signal)
    await db.store(scope, 'write', sumCounts)
    await db.store(scope, 'write', sumRowCounts)
  }
  await db.close()
}

async function measure(service: Awaited<ReturnType<typeof startServer>>, store: GrowthStore, path: string) {
  const before = [await nodeMs(service.child), postgresMs(bench.dataDir)] as const
  const request = { origin: service.origin, connections: 2, ms, paths: [path], headers: [headersOf(store)] }
  const { requests: count, errors } = await load(request)
  if (errors > 0) throw new Error(`${path}: ${errors} answers were not 200`)
  return {
    node: ((await nodeMs(service.child)) - before[0]) / count,
    postgres: (postgresMs(bench.dataDir) - before[1]) / count,
  }
}

function toRow(name: string, costs: { node: number; postgres: number }[][]): Record<string, string> {
  const [small, big] = costs.map((each) => ({
    node: median(each.map(({ node }) => node)),
    postgres: median(each.map(({ postgres }) => postgres)),
  }))
  const total = ({ node, postgres } = { node: Number.NaN, postgres: Number.NaN }) => node + postgres
  const ratio = total(big) / total(small)
  return {
    request: name,
    '20k': `${small?.node.toFixed(2)} + ${small?.postgres.toFixed(2)}`,
    large: `${big?.node.toFixed(2)} + ${big?.postgres.toFixed(2)}`,
    ratio: `${ratio.toFixed(2)}${ratio > maxRatio ? ' !' : ''}`,
  }
}

async function findDeepCursor(origin: string, store: GrowthStore): Promise<string> {
  let cursor = ''
  for (let page = 0; page < 150; page++) {
    const answer = await fetch(`${origin}/api/v1/reviews?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: headersOf(store),
    })
    const { pagination } = (await answer.json()) as { pagination: { nextCursor: string } }
    cursor = pagination.nextCursor
  }
  return cursor
}

function headersOf({ key, storeEnvId }: GrowthStore): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'x-store-env-id': storeEnvId }
}
