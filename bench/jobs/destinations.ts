// Compares a store's reviews with those at Google. The first run adopts all reviews. The second run is a night with
// few differences. Measures time and memory. Run: node --expose-gc bench/jobs/destinations.ts [reviews, default
// 100000] [differences of each kind, default 100]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { auditAs } from '#platform/audit/audit.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { loadConfig } from '#platform/process/config.ts'
import { createDestination } from '#resources/destinations/commands.ts'
import { compareDue } from '#resources/destinations/comparing.ts'
import { sendDueItems } from '#resources/destinations/sending.ts'
import { composeService } from '../../server/entry/service.ts'
import { startBenchService, startServer } from '../support/bench-service.ts'
import { heapMb } from '../support/heap.ts'
import { idsOf, insertStores } from '../support/many-stores.ts'
import { productId, reviewAt } from './outside-reviews.ts'

const size = Number(process.argv[2] ?? 100_000)
const moved = Number(process.argv[3] ?? 100)
const products = 50
const maxMinutes = 10
const maxGrowthMb = 80

const bench = await startBenchService()
const keyFile = join(bench.dataDir, 'google-key.json')
const google = await startServer('../jobs/google-server.ts', {
  ...{ REVIEWS: String(size), MOVED: String(moved), KEY_FILE: keyFile },
})
const client = new Client(parseConnection(bench.url))
await client.connect()
const config = loadConfig({
  ...{ DATA_DIR: bench.dataDir, SECRET_KEY: bench.secretKey, LOG_LEVEL: 'silent', WEBHOOK_ALLOW_PRIVATE: 'true' },
  GOOGLE_MERCHANT_ORIGIN: google.origin,
})
const { db, services, close } = composeService(config, bench.url)
try {
  const scope = await fill()
  const credentials = { accountId: '123456789', serviceAccount: JSON.parse(readFileSync(keyFile, 'utf8')) }
  const audit = auditAs({ type: 'system', name: 'bench' })
  const { id } = await createDestination({ db, services, audit }, scope, { kind: 'google_product', credentials })
  const stopping = new AbortController().signal
  const context = { db, services, stopping, paceMs: 0, now: new Date() }
  const before = { heap: heapMb(), rss: process.memoryUsage().rss / 1_048_576 }
  let peak = before.heap
  const watch = setInterval(() => {
    peak = Math.max(peak, heapMb())
  }, 1_000)
  for (const round of ['everything adopted', 'a night later']) {
    await client.query('update destinations set compare_at = now()')
    const started = { at: performance.now(), cpu: process.cpuUsage() }
    await compareDue(context as never, scope)
    const seconds = (performance.now() - started.at) / 1000
    const cpu = process.cpuUsage(started.cpu)
    const { rows } = await client.query('select last_comparison from destinations where id = $1', [id])
    console.log(
      `${round}: ${seconds.toFixed(1)} s, ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of processor time, ` +
        `${JSON.stringify(rows[0].last_comparison)}`,
    )
    if (seconds > maxMinutes * 60) throw new Error(`It took more than ${maxMinutes} minutes.`)
    if (rows[0].last_comparison.checked !== size) throw new Error(`${size} reviews should have been compared.`)
    await sendDueItems(context as never, scope)
    const queued = await client.query('select count(*)::int as n from destination_items where operation is not null')
    if (queued.rows[0].n !== 0) throw new Error(`${queued.rows[0].n} items were not sent.`)
  }
  clearInterval(watch)
  peak = Math.max(peak, heapMb())
  const rss = process.memoryUsage().rss / 1_048_576
  console.log(
    `heap ${before.heap.toFixed(0)} MB, at most ${peak.toFixed(0)} MB; RSS ${before.rss.toFixed(0)} MB, then ${rss.toFixed(0)} MB`,
  )
  if (peak - before.heap > maxGrowthMb) throw new Error(`The heap grew by more than ${maxGrowthMb} MB.`)
} finally {
  await close()
  await client.end()
  await google.stop()
  await bench.stop()
}

async function fill() {
  await insertStores(client, 1)
  await client.query(
    `insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
     select ${idsOf('2')}, ${idsOf('1')}, 'scale', 'active', now(), now() from generate_series(1, 1) i`,
  )
  const { rows } = await client.query('select id as "storeEnvId", organization_id as "organizationId" from stores')
  const [scope] = rows
  for (let n = 0; n < products; n++) {
    const values = [scope.storeEnvId, productId(n), `p${n}`]
    await client.query(
      `insert into products (store_env_id, id, platform_product_id, title, url, created_at, updated_at)
       values ($1, $2, $3, 'Product ' || $3, 'https://shop.example/' || $3, now(), now())`,
      values,
    )
    await client.query(
      `insert into product_variants (store_env_id, id, product_id, platform_variant_id, sku, gtin, brand, position, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, 'SKU-' || $3, '4006381333931', 'Acme', 0, now(), now())`,
      values,
    )
  }
  for (let from = 0; from < size; from += 5_000) {
    const some = Array.from({ length: Math.min(5_000, size - from) }, (_, i) => ({
      ...reviewAt(from + i),
      product: productId((from + i) % products),
    }))
    await client.query(
      `insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status, source,
                            submitted_at, approved_at, created_at, updated_at)
       select $1, r.id, r.product, r.rating, r.title, r.body, 'Jane Author', 'jane@customer.example', true, 'approved', 'api', now(),
              now(), now(), now()
         from json_to_recordset($2) as r(id uuid, product uuid, rating int, title text, body text)`,
      [scope.storeEnvId, JSON.stringify(some)],
    )
  }
  await client.query('vacuum analyze')
  return scope as { storeEnvId: string; organizationId: string }
}
