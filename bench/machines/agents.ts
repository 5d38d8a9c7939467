// Measures the ratings of 50 products for agents: cached, against a plain Fastify handler that sends the same bytes at the
// same URL, and the database's work when they are not cached. Run: node bin/run.mjs bench/machines/agents.ts [reviews, default
// 1000000]
import { Client } from 'pg'
import type { StoreReads } from '#platform/db/db.ts'
import { compile, type Query } from '#platform/db/query.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { listProducts, listRatings } from '#resources/agents/answers/store.ts'
import { startBenchService, startServer } from '../support/bench-service.ts'
import { keptAgainstPlain } from '../support/kept-answers.ts'
import { explain } from '../support/plans.ts'
import { fillStorefronts } from '../support/storefront-data.ts'

const [reviews = 1_000_000] = process.argv.slice(2).map(Number).filter(Boolean)
const rounds = 7
const products = Math.max(100, reviews / 100)
/** Few products have most reviews, and the first product has most. */
const spread = Array.from({ length: 50 }, (_, i) => `p${Math.floor(((i + 0.5) * products) / 50)}`)
const most = Array.from({ length: 50 }, (_, i) => `p${i}`)

const bench = await startBenchService()
try {
  const shop = await fillStorefronts(bench.url, { reviews, products })
  await openDoor(bench.url, shop.storeEnvId)
  await showPlan(bench.url, shop.storeEnvId)
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const plain = await startServer('plain-server.ts', env)
  const full = await startServer('plain-server.ts', env)
  const service = await startServer('service-server.ts', env)
  const query = spread.map((id) => `platformProductId=${id}`).join('&')
  const path = `/agents/${shop.storeEnvId}/ratings?${query}`
  await keptAgainstPlain({ plain, full, service }, { what: 'ratings of 50 products', path, page: {}, rounds })
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

async function showPlan(url: string, storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  await client.query('vacuum analyze reviews')
  const asked: Query<unknown>[] = []
  const all = async (query: Query<unknown>) => {
    asked.push(query)
    return []
  }
  const tx = { storeEnvId, now: new Date(), all } as unknown as StoreReads
  for (const ids of [spread, most])
    await listRatings(
      tx,
      ids.map((value) => ({ type: 'platformProductId', value })),
    )
  await listProducts(tx, { type: 'platformProductId', value: 'p0' })
  const plans = []
  for (const query of asked) {
    // The first run reads the pages into memory.
    await explain(client, compile(query))
    plans.push(await explain(client, compile(query)))
  }
  console.table(plans)
  await client.end()
}
