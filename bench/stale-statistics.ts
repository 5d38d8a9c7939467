// Compares the hot requests of a new store before and after ANALYZE. Before ANALYZE, the planner's statistics do not know
// the store. No statement may depend on current statistics. The store's 200,000 reviews are inserted among a million
// others. Run: node bench/stale-statistics.ts [reviews of the store, default 200000]
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { median, startBenchService, startServer } from './support/bench-service.ts'
import { type BenchStore, fillReviews } from './support/reviews-data.ts'

const size = Number(process.argv[2] ?? 200_000)
const rounds = 3
/** The service's own limit for a statement. */
const patienceMs = 31_000
/** Shorter times vary too much for a comparison of before and after. */
const notableMs = 100
const maxRatio = 3

const tables = ['reviews', 'products', 'product_variants', 'orders', 'order_line_items', 'customers', 'review_requests']

const product = '00000003-0000-7000-9000-00000000000a'
const requests = [
  'POST /products/review-feed {}',
  'GET /products/review-feed',
  'GET /products/identifier-coverage',
  'GET /products/identifier-gaps',
  'GET /reviews',
  'GET /reviews?includeTotal=true',
  'GET /reviews?status=approved&rating=5',
  `GET /reviews?productId=${product}`,
  'GET /reviews?q=lorem',
  'GET /reviews?q=nowhere&includeTotal=true',
  'GET /reviews/summary',
  `GET /reviews/summary?productId=${product}`,
  'GET /storefront/reviews?platformProductId=late{round}',
  'GET /storefront/reviews?platformProductId=late{round}&rating=5&sort=highest',
  'GET /storefront/reviews?platformProductId=late{round}&sort=highest',
  'GET /storefront/reviews?limit=20&sort=lowest&hasPhotos=false',
  'GET /storefront/summary?platformProductIds=late{round},late7,late8',
  'GET /storefront/json-ld?platformProductId=late{round}',
  'GET /products?includeTotal=true',
  'GET /products?q=4711',
  'GET /products?hasReviews=true',
  'GET /products?hasReviews=false',
  'GET /customers?includeTotal=true',
  'GET /customers?q=buyer%2099',
  'GET /customers/by-email/buyer77@example.com/activity',
  'GET /orders?includeTotal=true',
  'GET /orders?email=buyer77@example.com',
  'GET /orders/review-request-funnel?days=30',
  'POST /orders/resolve-line-items {}',
  'GET /imports',
  'GET /email/messages',
]

const bench = await startBenchService()
const client = new Client(parseConnection(bench.url))
await client.connect()
try {
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
  console.log('filling other stores …')
  const stores = await fillReviews(bench.url, { reviews: size * 5, stores: 200, large: size })
  // The statistics show no approved reviews for this store, because its import is approved after the first ANALYZE.
  const store = stores[7] as BenchStore
  console.log('filling one store more …')
  await client.query(`update reviews set status = 'pending'; analyze ${tables.join(', ')}`)
  await grow(store.storeEnvId)
  const stale = await measure(store)
  await client.query(`analyze ${tables.join(', ')}`)
  const fresh = await measure(store)
  const shown = [...stale].map(([what, staleMs]) => {
    const freshMs = fresh.get(what) ?? Number.NaN
    return { what, stale: ms(staleMs), fresh: ms(freshMs), ratio: (staleMs / freshMs).toFixed(2), staleMs, freshMs }
  })
  console.table(shown.map(({ staleMs: _, freshMs: __, ...row }) => row))
  const slow = shown.filter(({ staleMs, freshMs }) => staleMs > notableMs && staleMs > maxRatio * freshMs)
  console.log(
    slow.length === 0
      ? 'none depends on fresh statistics'
      : `DEPENDS ON STATISTICS: ${slow.map(({ what }) => what).join('; ')}`,
  )
} finally {
  await client.end()
  await bench.stop()
}

function ms(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(1)} ms` : 'no answer'
}

async function grow(store: string): Promise<void> {
  const products = size / 40
  const id = (kind: number) => `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const at = `timestamptz '2026-01-01' + n * interval '10 seconds'`
  await client.query(`
    insert into products (store_env_id, id, platform_product_id, title, url, created_at, updated_at)
      select '${store}', ${id(3)}, 'late' || n, 'Product ' || n, 'https://shop.example/p/' || n, ${at}, ${at} from generate_series(1, ${products}) n;
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, sku, gtin, brand, position, created_at, updated_at)
      select store_env_id, gen_random_uuid(), id, platform_product_id || '-' || v, 'L-' || platform_product_id || '-' || v, '4006381333931', 'Acme', v, now(), now()
        from products, generate_series(0, 1) v where store_env_id = '${store}' and platform_product_id like 'late%';
    insert into customers (store_env_id, id, email, name, created_at, updated_at)
      select '${store}', ${id(6)}, 'buyer' || n || '@example.com', 'Buyer ' || n, ${at}, ${at} from generate_series(1, ${size / 2}) n;
    insert into orders (store_env_id, id, platform_order_id, order_number, order_number_folded, email, total, currency, placed_at, created_at, updated_at)
      select '${store}', ${id(7)}, 'o' || n, '' || n, '' || n, 'buyer' || n || '@example.com', 20, 'EUR', ${at}, ${at}, ${at} from generate_series(1, ${size / 2}) n;
    insert into order_line_items (store_env_id, id, order_id, position, platform_product_id, title, quantity, product_id)
      select '${store}', gen_random_uuid(), ${id(7)}, line, 'late' || (1 + (n + line) % ${products}), 'Product', 1,
             ('00000003-0000-7000-9000-' || lpad(to_hex(1 + (n + line) % ${products}), 12, '0'))::uuid
        from generate_series(1, ${size / 2}) n, generate_series(0, 1) line;
    insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, status, source, submitted_at, created_at, updated_at)
      select '${store}', ${id(8)}, ('00000003-0000-7000-9000-' || lpad(to_hex(1 + n % ${products}), 12, '0'))::uuid, 1 + n % 5, 'Title of ' || n % 97,
             'A review of ' || n % 997 || ' words' || repeat(' lorem ipsum dolor sit amet', 8), 'Jane Author', 'buyer' || (1 + n % ${size / 2}) || '@example.com',
             'pending', 'import', ${at}, ${at}, ${at}
        from generate_series(1, ${size}) n;
    update stores set origins = '{https://bench.example}' where id = '${store}';
    update reviews set status = 'approved', approved_at = updated_at where store_env_id = '${store}' and status = 'pending';`)
}

async function measure({ storeEnvId, key }: BenchStore): Promise<Map<string, number>> {
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const server = await startServer('service-server.ts', env)
  const call = async (what: string, round: number) => {
    const [method = '', path = '', body] = what.replaceAll('{round}', String(100 + round)).split(' ')
    const headers = new Headers({ 'x-store-env-id': storeEnvId, 'content-type': 'application/json' })
    if (path.startsWith('/storefront')) headers.set('origin', 'https://bench.example')
    else headers.set('authorization', `Bearer ${key}`)
    const answer = await fetch(`${server.origin}/api/v1${path}`, {
      ...{ method, headers, signal: AbortSignal.timeout(patienceMs) },
      ...(body !== undefined && { body }),
    })
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${what}: ${answer.status}`)
    if (answer.status >= 400) throw new Error(`${what} is wrong: ${answer.status} ${text}`)
  }
  const times = new Map<string, number>()
  for (const what of requests) {
    const taken: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now()
      const failed = await call(what, round).catch((error: Error) => error)
      if (failed instanceof Error && failed.message.includes('is wrong')) throw failed
      taken.push(failed ? Number.POSITIVE_INFINITY : performance.now() - startedAt)
      if (failed) break
    }
    times.set(what, median(taken))
    console.log(what, ms(median(taken)))
  }
  await server.stop()
  return times
}
