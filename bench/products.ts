// Sends PUT /products over HTTP, with 250 products of 2 variants each. The floor is one plain multi-row upsert of the same
// rows by the same driver, alternated in one run. Also measures a call with one bad item, and the WAL of a repeated call.
// Run: node bench/products.ts
import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'
import { newId } from '#platform/values/ids.ts'
import { median, startBenchService, startServer } from './support/bench-service.ts'
import { type BenchStore, fillReviews } from './support/reviews-data.ts'

const rounds = 15
const items = 250

const bench = await startBenchService()
try {
  const [store] = (await fillReviews(bench.url, { reviews: 10, stores: 2, large: 2 })) as [BenchStore]
  const server = await startServer('service-server.ts', {
    BENCH_DATABASE_URL: bench.url,
    SECRET_KEY: bench.secretKey,
    DATA_DIR: bench.dataDir,
  })
  const client = new Client(parseConnection(bench.url))
  await client.connect()
  const plain = plainUpsert(client)
  const dated = plainUpsert(client, () => new Date())
  const push = (rows: object[]) => put(`${server.origin}/api/v1/products`, store, rows)

  await plain(0)
  await dated(0)
  await push(buildRows(0))
  await push([{ platformProductId: 'holder', variants: [{ platformVariantId: 'taken' }] }])
  const times: Record<string, number[]> = {
    plain: [],
    'plain, and when it changed': [],
    changed: [],
    'one bad': [],
    'sent again': [],
  }
  for (let round = 1; round <= rounds; round++) {
    times.plain?.push(await timed(() => plain(round)))
    times['plain, and when it changed']?.push(await timed(() => dated(round)))
    times.changed?.push(await timed(() => push(buildRows(round)), { updated: items }))
    times['sent again']?.push(await timed(() => push(buildRows(round)), { unchanged: items }))
    const bad = buildRows(round + 0.5)
    Object.assign(bad[100] as object, { variants: [{ platformVariantId: 'taken' }] })
    times['one bad']?.push(await timed(() => push(bad), { failed: 1 }))
    await push(buildRows(round))
  }
  const walBytes = await measureWal(client, () => push(buildRows(rounds)))
  const floor = median(times.plain ?? [])
  console.table(
    Object.entries(times).map(([what, ms]) => ({
      what,
      'median ms': median(ms).toFixed(1),
      ratio: (median(ms) / floor).toFixed(2),
    })),
  )
  console.log(`sent again, the same payload writes ${(walBytes / 1000).toFixed(1)} kB of WAL (goal at most 10)`)
  await client.end()
  await server.stop()
} finally {
  await bench.stop()
}

function buildRows(version: number): object[] {
  return Array.from({ length: items }, (_, i) => ({
    platformProductId: `p-${i}`,
    title: `Product ${i} version ${version}`,
    handle: `product-${i}`,
    url: `https://shop.example/products/product-${i}`,
    description: 'A product of the bench, described in a sentence or two, as products are.',
    categories: ['bench', 'things'],
    variants: [0, 1].map((v) => ({
      platformVariantId: `p-${i}-${v}`,
      title: `Size ${v} of ${version}`,
      sku: `SKU-${i}-${v}`,
      gtin: '4006381333931',
      brand: 'Acme',
      price: '12.50',
      currency: 'EUR',
    })),
  }))
}

/** The floor: the same rows without checks, comparison or isolation. A new change time prevents in-place updates. */
function plainUpsert(client: Client, whenChanged?: () => Date) {
  const store = newId()
  const ids = Array.from({ length: items }, () => newId())
  const variantIds = Array.from({ length: items * 2 }, () => newId())
  const begun = new Date()
  return async (version: number) => {
    const at = whenChanged?.() ?? begun
    const rows = buildRows(version) as {
      platformProductId: string
      title: string
      handle: string
      url: string
      description: string
    }[]
    await client.query('begin')
    await client.query({
      name: 'products',
      text: `insert into products (store_env_id, id, platform_product_id, title, handle, url, description, created_at, updated_at)
             select $1, r.id, r.p, r.title, r.handle, r.url, r.description, $2, $2
               from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) r(id, p, title, handle, url, description)
             on conflict (store_env_id, platform_product_id) do update set title = excluded.title, handle = excluded.handle,
               url = excluded.url, description = excluded.description, updated_at = excluded.updated_at returning id`,
      values: [
        store,
        at,
        ids,
        rows.map((r) => r.platformProductId),
        rows.map((r) => r.title),
        rows.map((r) => r.handle),
        rows.map((r) => r.url),
        rows.map((r) => r.description),
      ],
    })
    await client.query({
      name: 'variants',
      text: `insert into product_variants (store_env_id, id, product_id, platform_variant_id, title, sku, gtin, brand, price, currency, position, created_at, updated_at)
             select $1, r.id, r.product, r.v, r.title, r.sku, '4006381333931', 'Acme', 12.50, 'EUR', r.position, $2, $2
               from unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::int[]) r(id, product, v, title, sku, position)
             on conflict (store_env_id, product_id, platform_variant_id) do update set title = excluded.title, sku = excluded.sku,
               gtin = excluded.gtin, brand = excluded.brand, price = excluded.price, currency = excluded.currency, updated_at = excluded.updated_at`,
      values: [
        store,
        at,
        variantIds,
        ids.flatMap((id) => [id, id]),
        variantIds.map((id) => `v-${id}`),
        variantIds.map((_, i) => `Size ${i % 2} of ${version}`),
        variantIds.map((_, i) => `SKU-${i}`),
        variantIds.map((_, i) => i % 2),
      ],
    })
    await client.query('commit')
  }
}

async function put(url: string, { key, storeEnvId }: BenchStore, rows: object[]): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'x-store-env-id': storeEnvId },
    body: JSON.stringify(rows),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, unknown>
}

async function timed(work: () => Promise<unknown>, expected: Record<string, number> = {}): Promise<number> {
  const begun = performance.now()
  const answer = (await work()) as Record<string, unknown> | undefined
  const ms = performance.now() - begun
  for (const [name, value] of Object.entries(expected))
    if (answer?.[name] !== value)
      throw new Error(`${name} is ${answer?.[name]}, not ${value}: ${JSON.stringify(answer).slice(0, 300)}`)
  return ms
}

async function measureWal(client: Client, work: () => Promise<unknown>): Promise<number> {
  // Runs once unmeasured, because the first read after an update sets hint bits. With checksums, each setting of hint bits
  // writes a full page.
  await client.query('checkpoint')
  await work()
  const { rows: before } = await client.query('select pg_current_wal_insert_lsn() as lsn')
  await work()
  const { rows: after } = await client.query('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) as bytes', [
    before[0].lsn,
  ])
  return Number(after[0].bytes)
}
