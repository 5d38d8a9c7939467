// Measures the ratings of 50 products for agents. Cached ratings are compared with a plain Fastify handler that sends the
// same bytes at the same URL. For uncached ratings it measures PostgreSQL's work, with and without product counts, beside
// its work for the storefront's summary of the same products.
// Run: node bin/run.mjs bench/machines/agents.ts [reviews, default 1000000]
import { Client } from 'pg'
import { compile } from '#platform/db/query.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { listProducts, listRatings } from '#resources/agents/answers/store.ts'
import { recount } from '#resources/reviews/changes/product-counts-store.ts'
import { countStars } from '#resources/storefront/store.ts'
import { median, nodeMs, startBenchService, startServer } from '../support/bench-service.ts'
import { keptAgainstPlain, type Server } from '../support/kept-answers.ts'
import { capture, explain } from '../support/plans.ts'
import { postgresMs } from '../support/postgres-time.ts'
import { fillStorefronts } from '../support/storefront-data.ts'

const [reviews = 1_000_000] = process.argv.slice(2).map(Number).filter(Boolean)
const rounds = 7
const products = Math.max(100, reviews / 100)
/** A few products have most of the reviews, and `p0` has more than any other. */
const spread = Array.from({ length: 50 }, (_, i) => `p${Math.floor(((i + 0.5) * products) / 50)}`)
const most = Array.from({ length: 50 }, (_, i) => `p${i}`)

const bench = await startBenchService()
try {
  const shop = await fillStorefronts(bench.url, { reviews, products })
  await openDoor(bench.url, shop.storeEnvId)
  await showPlans(bench.url, shop.storeEnvId)
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const plain = await startServer('plain-server.ts', env)
  const full = await startServer('plain-server.ts', env)
  const service = await startServer('service-server.ts', env)
  const query = spread.map((id) => `platformProductId=${id}`).join('&')
  const path = `/agents/${shop.storeEnvId}/ratings?${query}`
  await keptAgainstPlain({ plain, full, service }, { what: 'ratings of 50 products', path, page: {}, rounds })
  await uncached(service, shop.storeEnvId)
  await Promise.all([plain.stop(), full.stop(), service.stop()])
} finally {
  await bench.stop()
}

async function openDoor(url: string, storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  await client.query(`
    insert into agent_doors values ('${storeEnvId}', true, true, true, now());
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, sku, position, created_at, updated_at)
      select p.store_env_id, gen_random_uuid(), p.id, p.platform_product_id || '-1', 'SKU-' || p.platform_product_id, 0, now(), now()
        from products p;
    analyze product_variants`)
  await client.end()
}

async function showPlans(url: string, storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  await client.query('vacuum analyze reviews')
  console.table(await plansOf(client, storeEnvId))
  for (const query of await capture(storeEnvId, recount)) {
    const { text, values } = compile(query)
    const begun = performance.now()
    await client.query(text, [...(values ?? [])])
    console.log(`All products counted in ${Math.round(performance.now() - begun)} ms`)
  }
  await client.query('vacuum analyze product_review_counts')
  console.table(await plansOf(client, storeEnvId))
  await client.end()
}

async function plansOf(client: Client, storeEnvId: string) {
  const idsOf = (ids: readonly string[]) => ids.map((value) => ({ type: 'platformProductId' as const, value }))
  const queries = await capture(storeEnvId, async (tx) => {
    for (const ids of [spread, most]) await listRatings(tx, idsOf(ids))
    for (const ids of [spread, most]) await countStars(tx, ids)
    await listProducts(tx, { type: 'platformProductId', value: 'p0' })
  })
  await client.query('set enable_sort = off')
  const plans = []
  for (const query of queries.filter((each) => !compile(each).text.includes('set_local'))) {
    // The first runs load the database's pages into memory.
    for (let i = 0; i < 3; i++) await explain(client, compile(query))
    plans.push(await explain(client, compile(query)))
  }
  return plans
}

/** Each request has a new URL: the same 49 products and a different fiftieth one. */
async function uncached({ origin, child }: Server, storeEnvId: string): Promise<void> {
  const requests = 200
  const kinds = { 'spread over the store': spread.slice(1), 'with most reviews': most.slice(1) }
  const rows = []
  for (const [what, ids] of Object.entries(kinds)) {
    const query = ids.map((id) => `platformProductId=${id}`).join('&')
    const costs: { node: number; postgres: number }[] = []
    for (let round = -1; round < rounds; round++) {
      const before = { node: await nodeMs(child), postgres: postgresMs(bench.dataDir) }
      for (let i = 0; i < requests; i++) {
        const last = `p${100 + (round + 1) * requests + i}`
        const answer = await fetch(`${origin}/agents/${storeEnvId}/ratings?${query}&platformProductId=${last}`)
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${last}: ${answer.status}`)
      }
      const after = { node: await nodeMs(child), postgres: postgresMs(bench.dataDir) }
      const perRequest = (name: keyof typeof before) => (after[name] - before[name]) / requests
      if (round >= 0) costs.push({ node: perRequest('node'), postgres: perRequest('postgres') })
    }
    const middle = (name: 'node' | 'postgres') => median(costs.map((cost) => cost[name])).toFixed(2)
    rows.push({ 'uncached, 50 products': what, 'PostgreSQL ms': middle('postgres'), 'Node ms': middle('node') })
  }
  console.table(rows)
}
