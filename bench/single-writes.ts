// Sends each of the hot single writes over 8 connections, through the whole chain: a review by key, a review by a widget's
// form, an order, an approval. With the path of another checkout, both are alternated in one run. Prints calls a second and
// the cost per call. Run: node bench/single-writes.ts [other checkout] [rounds, default 5] [cases, comma-separated]
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { type BenchService, load, median, nodeMs, type startServer } from './support/bench-service.ts'
import type { Load } from './support/load.ts'
import { postgresMs } from './support/postgres-time.ts'
import type { BenchStore } from './support/reviews-data.ts'

const [other, rounds = '5', chosen] = process.argv.slice(2)
const ms = Number(process.env.BENCH_MS ?? 2500)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8)
const approvals = 120_000
const page = 'https://shop.example'

type Support = {
  startBenchService(): Promise<BenchService>
  startServer: typeof startServer
  fillReviews(url: string, options: { reviews: number; stores: number; large: number }): Promise<BenchStore[]>
}
type Side = Awaited<ReturnType<typeof start>>

async function start(checkout: string) {
  const { startBenchService, startServer }: Support = await import(`${checkout}/bench/support/bench-service.ts`)
  const { fillReviews }: Support = await import(`${checkout}/bench/support/reviews-data.ts`)
  const service = await startBenchService()
  const stores = await fillReviews(service.url, { reviews: 20_000, stores: 20, large: 4_000 })
  await prepare(service.url, stores[0] as BenchStore)
  const env = { BENCH_DATABASE_URL: service.url, SECRET_KEY: service.secretKey, DATA_DIR: service.dataDir }
  return { service, stores, server: await startServer('service-server.ts', env), approved: 0 }
}

/** Adds pages to the first store, and reviews that wait for an approval. */
async function prepare(url: string, { storeEnvId }: BenchStore): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  await client.query('update stores set origins = $1', [[page]])
  await client.query(
    `insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status, source, submitted_at, created_at, updated_at)
     select $1, ('00000005-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, p.id, 4, 'Waits', 'Waits for the store.', 'Jane Author',
            'waits' || n || '@customer.example', false, 'pending', 'api', at, at, at
       from (select n, timestamptz '2026-01-01' + n * interval '1 second' as at from generate_series(0, $2::int - 1) n) numbered
       join products p on p.store_env_id = $1 and p.platform_product_id = 'p' || n % 50`,
    [storeEnvId, approvals],
  )
  // Without earlier orders, statements would be planned for an empty table.
  await client.query(
    `with made as (
       insert into orders (store_env_id, id, platform_order_id, email, placed_at, created_at, updated_at)
       select $1, ('00000006-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'before-' || n, 'waits' || n || '@customer.example', at, at, at
         from (select n, timestamptz '2026-01-01' + n * interval '1 second' as at from generate_series(0, 19999) n) numbered
       returning id)
     insert into order_line_items (store_env_id, id, order_id, position, quantity, product_id)
     select $1, gen_random_uuid(), o.id, 0, 1, p.id from made o
       join products p on p.store_env_id = $1 and p.platform_product_id = 'p7'`,
    [storeEnvId],
  )
  await client.query('vacuum analyze')
  await client.end()
}

const byKey = ({ storeEnvId, key }: BenchStore) => ({
  authorization: `Bearer ${key}`,
  'x-store-env-id': storeEnvId,
  'content-type': 'application/json',
})

const written = {
  platformProductId: 'p7',
  rating: 5,
  title: 'Daily companion',
  body: 'Keeps tea hot for an hour, and looks well on the table. {i}',
  authorName: 'Jane D.',
  authorEmail: 'jane.{i}@customer.example',
}

const order = {
  platformOrderId: '{i}',
  placedAt: new Date(Date.now() - 86_400_000).toISOString(),
  email: 'jane.{i}@customer.example',
  customerName: 'Jane Doe',
  currency: 'EUR',
  total: '24.00',
  lineItems: [{ platformProductId: 'p7', title: 'Mug', quantity: 1 }],
}

type Asked = Omit<Load, 'origin' | 'connections' | 'ms'>
const cases: Record<string, (side: Side) => Asked> = {
  'review by key': ({ stores: [store] }) => ({
    ...{ paths: ['/api/v1/reviews'], headers: [byKey(store as BenchStore)] },
    ...{ body: JSON.stringify(written), status: 201 },
  }),
  'review by key, twenty stores': ({ stores }) => ({
    ...{ paths: ['/api/v1/reviews'], headers: stores.map(byKey) },
    ...{ body: JSON.stringify(written), status: 201 },
  }),
  'review by form': ({ stores: [store] }) => ({
    paths: ['/api/v1/storefront/reviews'],
    headers: [{ origin: page, 'x-store-env-id': store?.storeEnvId ?? '', 'content-type': 'application/json' }],
    body: JSON.stringify({ ...written, consent: true }),
    status: 202,
  }),
  order: ({ stores: [store] }) => ({
    ...{ method: 'PUT', paths: ['/api/v1/orders'], headers: [byKey(store as BenchStore)] },
    body: JSON.stringify([order]),
  }),
  approval: ({ stores: [store], approved }) => ({
    ...{ method: 'PUT', paths: ['/api/v1/reviews/00000005-0000-7000-8000-{n}'], headers: [byKey(store as BenchStore)] },
    ...{ body: JSON.stringify({ status: 'approved' }), from: approved },
  }),
}

const checkouts = [new URL('..', import.meta.url).pathname, ...(other ? [other] : [])]
const sides = new Map<string, Side>()
try {
  for (const checkout of checkouts) sides.set(checkout, await start(checkout))
  for (const [what, ask] of Object.entries(cases)) {
    if (chosen && !chosen.split(',').includes(what)) continue
    const results: Record<
      string,
      { rate: number[]; node: number[]; postgres: number[]; p50: number[]; p99: number[] }
    > = {}
    for (let round = -1; round < Number(rounds); round++) {
      const turn = [...sides]
      for (const [name, side] of round % 2 === 0 ? turn : turn.reverse()) {
        const { server, service } = side
        const [nodeBefore, postgresBefore] = [await nodeMs(server.child), postgresMs(service.dataDir)]
        const measured = await load({ origin: server.origin, connections, ms, ...ask(side) })
        if (what === 'approval') side.approved += measured.requests
        if (measured.errors > 0) throw new Error(`${what}, ${name}: ${measured.errors} answers had another status`)
        if (round < 0) continue
        const result = results[name] ?? { rate: [], node: [], postgres: [], p50: [], p99: [] }
        results[name] = result
        result.rate.push((measured.requests / measured.ms) * 1000)
        result.node.push(((await nodeMs(server.child)) - nodeBefore) / measured.requests)
        result.postgres.push((postgresMs(service.dataDir) - postgresBefore) / measured.requests)
        result.p50.push(measured.p50Ms)
        result.p99.push(measured.p99Ms)
      }
    }
    const floor = median(results[checkouts.at(-1) as string]?.rate ?? [])
    console.log(what)
    console.table(
      Object.entries(results).map(([checkout, { rate, node, postgres, p50, p99 }]) => ({
        checkout,
        'a second': Math.round(median(rate)),
        'Node ms each': median(node).toFixed(2),
        'PostgreSQL ms each': median(postgres).toFixed(2),
        'p50, p99 ms': `${median(p50).toFixed(1)}, ${median(p99).toFixed(1)}`,
        ratio: (median(rate) / floor).toFixed(2),
      })),
    )
  }
} finally {
  for (const { server, service } of sides.values()) {
    await server.stop()
    await service.stop()
  }
}
