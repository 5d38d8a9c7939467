// Sends a shop's webhooks over 32 connections. Each is signed, unique and 2 kB long. The receivers are the service and a
// bare Fastify handler that writes the same bytes, alternated in one run. Run: node bench/jobs/inbound-webhooks.ts
// [existing webhooks, default 0]
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { load, median, nodeMs, startBenchService, startServer } from '../support/bench-service.ts'
import { postgresMs } from '../support/postgres-time.ts'
import { fillReviews } from '../support/reviews-data.ts'

const there = Number(process.argv[2] ?? 0)
const [connections, rounds, ms] = [32, 5, 4000]
const secret = 'app-secret'
const body = JSON.stringify({
  id: 77,
  title: 'Stoneware mug',
  updated_at: '2026-11-23T09:00:00Z',
  body_html: 'x'.repeat(1_900),
})
const signed = {
  'content-type': 'application/json',
  'x-shopify-topic': 'products/update',
  'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
  'x-shopify-shop-domain': 'acme.myshopify.com',
  'x-shopify-webhook-id': '{i}',
}

const bench = await startBenchService()
const shop = fork(new URL('../support/shop-server.ts', import.meta.url), {
  env: { ...process.env, PLATFORM: 'shopify', PRODUCTS: '1', VARIANTS: '1' },
})
try {
  const [origin] = (await once(shop, 'message')) as [string]
  const [store] = await fillReviews(bench.url, { reviews: 1_000, stores: 2, large: 200 })
  if (!store) throw new Error('no store was made')
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const service = await startServer('service-server.ts', {
    ...env,
    SHOPIFY_ORIGIN: origin,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  })
  const bare = await startServer('bare-webhooks-server.ts', { ...env, BENCH_STORE: store.storeEnvId })
  const connected = await fetch(`${service.origin}/api/v1/connectors/shops`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${store.key}`, 'x-store-env-id': store.storeEnvId },
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      ...{ platform: 'shopify', address: 'acme.myshopify.com' },
      credentials: { accessToken: 'shpat_good', clientSecret: secret },
    }),
  })
  const { id } = (await connected.json()) as { id: string }
  if (connected.status !== 201) throw new Error(`connecting the shop: ${connected.status}`)
  await fill(id, store.storeEnvId)
  const servers = {
    'bare Fastify + pg': { server: bare, path: '/webhooks' },
    'a signed webhook, kept': { server: service, path: `/api/v1/webhooks/shopify/${id}` },
  }
  const results: Record<string, { rates: number[]; p99: number[]; node: number[]; postgres: number[] }> = {}
  for (let round = -1; round < rounds; round++) {
    const order = Object.entries(servers)
    for (const [name, { server, path }] of round % 2 === 0 ? order : order.reverse()) {
      const [nodeBefore, postgresBefore] = [await nodeMs(server.child), postgresMs(bench.dataDir)]
      const sent = { origin: server.origin, connections, ms, paths: [path], headers: [signed], body }
      const measured = await load(sent)
      if (measured.errors > 0) throw new Error(`${name}: ${measured.errors} answers were not 200`)
      if (round < 0) continue
      results[name] ??= { rates: [], p99: [], node: [], postgres: [] }
      results[name].rates.push((measured.requests / measured.ms) * 1000)
      results[name].p99.push(measured.p99Ms)
      results[name].node.push(((await nodeMs(server.child)) - nodeBefore) / measured.requests)
      results[name].postgres.push((postgresMs(bench.dataDir) - postgresBefore) / measured.requests)
    }
  }
  const floor = median(results['bare Fastify + pg']?.rates ?? [])
  console.table(
    Object.entries(results).map(([what, { rates, p99, node, postgres }]) => ({
      what,
      'a second': Math.round(median(rates)),
      'p99 ms': median(p99).toFixed(1),
      'Node ms each': median(node).toFixed(3),
      'PostgreSQL ms each': median(postgres).toFixed(3),
      ratio: (median(rates) / floor).toFixed(2),
    })),
  )
  console.log('goal: 1,000 a second with a p99 of 50 ms')
  await Promise.all([service.stop(), bare.stop()])
} finally {
  shop.kill()
  await bench.stop()
}

async function fill(connectionId: string, storeEnvId: string): Promise<void> {
  if (there === 0) return
  const client = new Client(parseConnection(bench.url))
  await client.connect()
  await client.query(
    `insert into inbound_webhooks (store_env_id, id, connection_id, platform, topic, delivery_id, repeat_key, resource_id, body, state, received_at, processed_at)
     select $1, gen_random_uuid(), $2, 'shopify', 'products/update', n::text, sha256(n::text::bytea), n::text, convert_to(repeat('x', 200), 'utf8'), 'processed', now(), now()
       from generate_series(1, $3::int) n`,
    [storeEnvId, connectionId, there],
  )
  await client.query('analyze inbound_webhooks')
  await client.end()
}
