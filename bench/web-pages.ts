// Measures a hosted page of a store with 500 approved reviews: its cost with and without the cache, and its compressed
// size. The floor of the cached page is a plain Fastify handler that sends the same bytes. Run: node bench/web-pages.ts
import { Client } from 'pg'
import { Pool } from 'undici'
import { parseConnection } from '#platform/db/roles.ts'
import { load, median, nodeMs, startBenchService, startServer } from './support/bench-service.ts'
import type { FixedAnswer } from './support/plain-server.ts'
import { postgresMs } from './support/postgres-time.ts'
import { fillStorefronts } from './support/storefront-data.ts'

const rounds = 7
const ms = 1_500
const connections = 8
const usual = '/p/bench/usual'
const longest = '/p/bench/longest'

const bench = await startBenchService()
try {
  const { storeEnvId } = await fillStorefronts(bench.url, { reviews: 700, products: 50 })
  await fillPages(storeEnvId)
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const plain = await startServer('plain-server.ts', env)
  const service = await startServer('service-server.ts', env)
  await sizes(service.origin)
  const body = await (await fetch(service.origin + usual)).text()
  plain.child.send({ body, headers: {} } satisfies FixedAnswer)
  await keptAgainstPlain(plain.origin, service.origin)
  await madeAnew(service)
  await Promise.all([plain.stop(), service.stop()])
} finally {
  await bench.stop()
}

async function fillPages(storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(bench.url))
  await client.connect()
  const text = 'We throw every mug **by hand**, and [say how](https://shop.example.com/how). '.repeat(20)
  const pages = [
    { slug: 'usual', blocks: [{ type: 'markdown', text }, { type: 'reviews' }] },
    {
      slug: 'longest',
      blocks: [
        { type: 'markdown', text },
        { type: 'reviews', limit: 50 },
        { type: 'faqs' },
        { type: 'markdown', text },
      ],
    },
  ]
  await client.query(
    "insert into web_page_handles (handle, store_env_id, is_current, since) values ('bench', $1, true, now())",
    [storeEnvId],
  )
  await client.query(
    `insert into faqs (store_env_id, id, question, answer, status, position, translations, is_general, published_at, created_at, updated_at)
     select $1, gen_random_uuid(), 'Is number ' || n || ' dishwasher safe?', 'Yes, **all** of them are. Warm water will do.', 'published',
            n, '{}', true, now(), now(), now() from generate_series(0, 49) n`,
    [storeEnvId],
  )
  for (const { slug, blocks } of pages) {
    const { rows } = await client.query(
      `insert into web_pages (store_env_id, id, slug, version, published_version, published_at, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 1, 1, now(), now(), now()) returning id`,
      [storeEnvId, slug],
    )
    await client.query(
      `insert into web_page_versions (store_env_id, page_id, version, kind, title, blocks, noindex, variables, translations, saved_by_type, created_at)
       values ($1, $2, 1, 'reviews', 'What people say', $3, false, '{}', '{}', 'user', now())`,
      [storeEnvId, rows[0].id, JSON.stringify(blocks)],
    )
  }
  await client.query('vacuum analyze')
  await client.end()
}

/** Repeats each request, because the process caches and compresses responses only once it listens for changes. */
async function sizes(origin: string): Promise<void> {
  const pool = new Pool(origin)
  const rows = []
  for (const path of [usual, longest]) {
    const bytes: Record<string, number> = {}
    for (const coding of ['identity', 'gzip', 'br'])
      for (let i = 0; i < 20; i++) {
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'accept-encoding': coding } })
        const answer = Buffer.from(await body.arrayBuffer())
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode} ${answer}`)
        bytes[coding] = answer.length
      }
    rows.push({ page: path, 'bytes plain': bytes.identity, gzip: bytes.gzip, brotli: bytes.br })
  }
  await pool.close()
  console.table(rows)
}

async function keptAgainstPlain(floor: string, ours: string): Promise<void> {
  const rates: Record<string, number[]> = { floor: [], ours: [] }
  for (let round = -1; round < rounds; round++)
    for (const [what, origin] of round % 2 === 0
      ? [['floor', floor] as const, ['ours', ours] as const]
      : [['ours', ours] as const, ['floor', floor] as const]) {
      const measured = await load({ connections, ms, origin, paths: [usual], headers: [{}], status: 200 })
      if (measured.errors > 0) throw new Error(`${what}: ${measured.errors} answers were not 200`)
      if (round >= 0) rates[what]?.push((measured.requests / measured.ms) * 1000)
    }
  const ratio = median((rates.ours ?? []).map((rate, i) => rate / (rates.floor?.[i] ?? 1)))
  console.table([
    {
      'plain Fastify req/s': Math.round(median(rates.floor ?? [])),
      'page, kept req/s': Math.round(median(rates.ours ?? [])),
      'of the floor': ratio.toFixed(2),
    },
  ])
}

/** Requests each page in an unused language, which is a new cache key. */
async function madeAnew({ origin, child }: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  const pool = new Pool(origin)
  const rows = []
  for (const path of [usual, longest]) {
    const ask = async (turn: number) => {
      const address = `${path}?locale=en-${(turn + 46_656).toString(36).padStart(5, '0')}`
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: address,
        headers: { 'accept-encoding': 'br' },
      })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`)
    }
    for (let i = 0; i < 50; i++) await ask(i)
    const calls = 300
    const [node, postgres] = [await nodeMs(child), postgresMs(bench.dataDir)]
    const took: number[] = []
    for (let i = 0; i < calls; i++) {
      const at = performance.now()
      await ask(50 + i)
      took.push(performance.now() - at)
    }
    rows.push({
      page: `${path}, uncached and compressed`,
      'server CPU ms': ((await nodeMs(child)) - node) / calls,
      'PostgreSQL CPU ms': (postgresMs(bench.dataDir) - postgres) / calls,
      'ms, median': median(took),
    })
  }
  await pool.close()
  console.table(rows)
}
