// Measures five writes: a review created with a key, a review submitted by a visitor, an approval, 250 approvals in one
// call, and a pushed order. With the folder of another checkout, both versions alternate in one run. STATEMENTS=yes
// prints the statements of each write instead.
// Run: node bench/write-costs.ts [folder of another checkout]
import { resolve } from 'node:path'
import { Client } from 'pg'
import { Pool } from 'undici'
import { median } from './support/bench-service.ts'
import { postgresMs } from './support/postgres-time.ts'
import { readStatements, restartWithStatements } from './support/statements.ts'

const reviews = Number(process.env.REVIEWS ?? 20_000)
const rounds = Number(process.env.ROUNDS ?? 5)
const only = process.env.ONLY?.split(',')
const origin = 'https://shop.example'
const bulk = 250

type Side = Awaited<ReturnType<typeof startSide>>
type Work = { calls: number; connections: number; status: number; prepare?: Prepare; request: (i: number) => Request }
type Prepare = (side: Side, calls: number) => Promise<(i: number) => Request>
type Request = { method: 'POST' | 'PUT'; path: string; body: unknown; visitor?: true }

const buildReview = (i: number) => ({
  platformProductId: `p${i % 50}`,
  rating: 5,
  title: 'Daily companion',
  body: `Keeps tea hot for an hour, and looks well on the table. ${i}`,
  authorName: `Jane Doe${i}`,
  authorEmail: `jane.${i}@customer.example`,
})

const approve: Prepare = async (side, calls) => {
  const ids = await insertPending(side, calls)
  return (i) => ({ method: 'PUT', path: `/reviews/${ids[i % calls]}`, body: { status: 'approved' } })
}
const approveMany: Prepare = async (side, calls) => {
  const ids = await insertPending(side, calls * bulk)
  return (i) => {
    const at = (i % calls) * bulk
    const updates = ids.slice(at, at + bulk).map((id) => ({ id, status: 'approved' }))
    return { method: 'POST', path: '/reviews/bulk-update', body: { updates } }
  }
}
const none = (): Request => {
  throw new Error('prepare makes the requests of this work')
}

const works: Record<string, Work> = {
  'create, 8 connections': {
    ...{ calls: 300, connections: 8, status: 201 },
    request: (i) => ({ method: 'POST', path: '/reviews', body: buildReview(i) }),
  },
  'storefront submission': {
    ...{ calls: 150, connections: 8, status: 202 },
    request: (i) => ({
      ...{ method: 'POST', path: '/storefront/reviews', visitor: true },
      body: { ...buildReview(i), consent: true },
    }),
  },
  'approve one': { calls: 200, connections: 8, status: 200, prepare: approve, request: none },
  'approve 250': { calls: 4, connections: 1, status: 200, prepare: approveMany, request: none },
  'order upsert': {
    ...{ calls: 200, connections: 8, status: 200 },
    request: (i) => ({
      ...{ method: 'PUT', path: '/orders' },
      body: [
        {
          platformOrderId: `o${i}`,
          placedAt: '2026-11-02T09:30:00Z',
          email: `buyer.${i}@customer.example`,
          customerName: `Jane Doe${i}`,
          currency: 'EUR',
          total: '24.00',
          lineItems: [{ platformProductId: `p${i % 50}`, quantity: 1 }],
        },
      ],
    }),
  },
}

async function startSide(folder: string) {
  const [service, data] = await Promise.all([
    import(resolve(folder, 'bench/support/bench-service.ts')) as Promise<typeof import('./support/bench-service.ts')>,
    import(resolve(folder, 'bench/support/reviews-data.ts')) as Promise<typeof import('./support/reviews-data.ts')>,
  ])
  const bench = await service.startBenchService()
  const [shop] = await data.fillReviews(bench.url, { reviews, stores: 20, large: Math.round(reviews / 5) })
  if (!shop) throw new Error('no store was filled')
  if (process.env.STATEMENTS) await restartWithStatements(bench)
  const client = new Client({ connectionString: bench.url })
  await client.connect()
  await client.query('update stores set origins = array[$1] where id = $2', [origin, shop.storeEnvId])
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const server = await service.startServer('service-server.ts', env)
  return { folder, bench, client, shop, server, nodeMs: () => service.nodeMs(server.child) }
}

async function insertPending({ client, shop }: Side, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status,
                          source, submitted_at, created_at, updated_at)
     select p.store_env_id, gen_random_uuid(), p.id, 1 + n % 5, 'Title ' || n, 'A text of ' || n, 'Jane', 'a' || n || '@example.com',
            false, 'pending', 'api', at, at, at
       from (select n, now() - n * interval '1 minute' as at from generate_series(1, $2::integer) n) s
       join products p on p.store_env_id = $1 and p.platform_product_id = 'p' || n % 50
     returning id`,
    [shop.storeEnvId, count],
  )
  return rows.map(({ id }) => id)
}

let sent = 0

async function measure(side: Side, { calls, connections, status, prepare, request }: Work) {
  const { server, bench, shop } = side
  const build = (await prepare?.(side, calls)) ?? request
  const pool = new Pool(server.origin, { connections, pipelining: 1 })
  const known = { authorization: `Bearer ${shop.key}`, 'x-store-env-id': shop.storeEnvId }
  const visiting = { origin, 'x-store-env-id': shop.storeEnvId }
  const first = sent
  const offset = prepare ? first : 0
  sent += calls
  let next = first
  const [nodeBefore, postgresBefore, begun] = [await side.nodeMs(), postgresMs(bench.dataDir), performance.now()]
  const worker = async () => {
    while (next < first + calls) {
      const { method, path, body, visitor } = build(next++ - offset)
      const headers = { ...(visitor ? visiting : known), 'content-type': 'application/json' }
      const answer = await pool.request({ method, path: `/api/v1${path}`, headers, body: JSON.stringify(body) })
      const text = await answer.body.text()
      if (answer.statusCode !== status) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const tookMs = performance.now() - begun
  const node = ((await side.nodeMs()) - nodeBefore) / calls
  const postgres = (postgresMs(bench.dataDir) - postgresBefore) / calls
  await pool.close()
  return { rate: (calls / tookMs) * 1000, node, postgres }
}

const folders = [resolve(import.meta.dirname, '..'), ...process.argv.slice(2)]
const sides: Side[] = []
try {
  for (const folder of folders) sides.push(await startSide(folder))
  for (const [name, work] of Object.entries(works)) {
    if (only && !only.some((each) => name.startsWith(each))) continue
    const results = new Map(sides.map((side) => [side, [] as Awaited<ReturnType<typeof measure>>[]]))
    for (let round = -1; round < rounds; round++) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        if (process.env.STATEMENTS && round === 0) await readStatements(side.client)
        const result = await measure(side, work)
        if (round >= 0) results.get(side)?.push(result)
      }
    }
    if (process.env.STATEMENTS) {
      for (const side of sides) {
        console.log(name, side.folder)
        console.table(await readStatements(side.client, work.calls * rounds))
      }
    }
    const medians = sides.map((side) => {
      const found = results.get(side) ?? []
      const middle = (read: (result: (typeof found)[number]) => number) => median(found.map(read))
      return {
        side,
        rate: middle(({ rate }) => rate),
        node: middle(({ node }) => node),
        postgres: middle(({ postgres }) => postgres),
      }
    })
    const other = medians[1]
    console.log(name)
    console.table(
      medians.map(({ side, rate, node, postgres }) => ({
        folder: side.folder,
        'a second': rate.toFixed(1),
        'Node ms': node.toFixed(2),
        'PostgreSQL ms': postgres.toFixed(2),
        ...(other && {
          'rate, times the other': (rate / other.rate).toFixed(2),
          'processor, of the other': ((node + postgres) / (other.node + other.postgres)).toFixed(2),
        }),
      })),
    )
  }
} finally {
  for (const { client, server, bench } of sides) {
    await client.end()
    await server.stop()
    await bench.stop()
  }
}
