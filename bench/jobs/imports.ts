// Imports a file of 100,000 reviews into a temporary database and prints rows a second and memory growth. The floor of the
// same run inserts the same reviews from memory, in batches of the same size. Each is measured in its own process.
// Run: node bench/jobs/imports.ts [rows]

import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { newId } from '#platform/values/ids.ts'
import importJobs from '#resources/imports/jobs.ts'
import { startTestCluster } from '#test/cluster.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { composeService, type Service } from '../../server/entry/service.ts'
import { measureAlone } from '../support/measured-child.ts'

const batch = 500
const products = 400
const words =
  'Holds its warmth for an hour and still looks new after a winter of daily use in a house with three children. '

type Task = { storeEnvId: string; organizationId: string } & ({ importId: string } | { rows: number })
type Measured = { ms: number; startMb: number; peakMb: number }

async function bench(rows: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService()
  try {
    const shop = await openShop(service)
    const file = buildFile(rows)
    console.log(`${rows} rows, ${(file.length / 1e6).toFixed(1)} MB`)
    const floor = await run(service, { ...idsOf(shop), rows })
    print('floor: insert of the same rows', rows, floor, floor)
    for (const [name, query] of [
      ['import, first time', ''],
      ['import, the same file again', ''],
      ['dry run', '?dryRun=true'],
    ] as const) {
      print(name, rows, await run(service, { ...idsOf(shop), importId: await upload(shop, file, query) }), floor)
    }
  } finally {
    await service.close()
    await cluster.stop()
  }
}

const idsOf = ({ storeEnvId, organizationId }: Shop) => ({ storeEnvId, organizationId })

async function openShop(service: TestService): Promise<Shop> {
  const shop = await service.shop()
  for (let from = 0; from < products; from += 200) {
    const rows = Array.from({ length: 200 }, (_, i) => from + i)
    await shop.api.put(
      '/products',
      rows.map((i) => ({ platformProductId: `p${i}`, handle: `product-${i}` })),
    )
  }
  return shop
}

const sampleBody = (i: number) => `${words.repeat(1 + (i % 4))}Number ${i}.`
const sampleEmail = (i: number) => `person${i % 60_000}@example.com`

function buildFile(rows: number): Buffer {
  const row = (i: number) =>
    `product-${i % products},${1 + (i % 5)},Person ${i},${sampleEmail(i)},"${sampleBody(i)}",2024-07-18 15:23:00 UTC`
  const lines = Array.from({ length: rows }, (_, i) => row(i))
  return Buffer.from(`product_handle,rating,author,email,body,created_at\n${lines.join('\n')}\n`)
}

async function upload(shop: Shop, file: Buffer, query: string): Promise<string> {
  const { status, body, text } = await shop.api.post(`/imports/reviews${query}`, file, { 'content-type': 'text/csv' })
  if (status !== 202) throw new Error(text)
  return body.id
}

const run = (service: TestService, work: Task) => measureAlone<Measured>(import.meta.filename, service, work)

function print(name: string, rows: number, own: Measured, floor: Measured): void {
  const speed = `${Math.round(own.ms)} ms  ${Math.round((rows / own.ms) * 1000)} rows/s  ${(own.ms / floor.ms).toFixed(2)} × floor`
  console.log(`${name.padEnd(32)}${speed.padEnd(44)}RSS ${own.startMb} MB, at most ${own.peakMb} MB`)
}

async function measure(work: Task): Promise<void> {
  const service = composeService(loadConfig(), process.env.BENCH_DATABASE ?? '', { poolSize: 4 })
  const mb = () => Math.round(process.memoryUsage.rss() / 1e6)
  const startMb = mb()
  const startedAt = performance.now()
  await ('rows' in work ? insertAll(service, work) : importAll(service, work))
  const ms = performance.now() - startedAt
  process.send?.({ ms, startMb, peakMb: Math.round(process.resourceUsage().maxRSS / 1000) } satisfies Measured)
  await service.close()
}

async function importAll({ db, services }: Service, work: Task): Promise<void> {
  const job = importJobs.find((each) => each.id === 'imports.run')
  if (!job) throw new Error('there is no such job')
  const isDone = () =>
    db.store(work, 'read', (tx) =>
      tx.first(sql`select from imports where store_env_id = ${work.storeEnvId} and finished_at is not null
                      and id = ${'importId' in work ? work.importId : null}`),
    )
  // A long job yields to other jobs, and continues when they are done.
  do await perform(job, { db, services, stopping: new AbortController().signal }, work)
  while (!(await isDone()))
}

async function insertAll({ db }: Service, work: Task & { rows: number }): Promise<void> {
  const { storeEnvId } = work
  const ids = await db.store(work, 'read', (tx) =>
    tx.all<{ id: string }>(sql`select id from products where store_env_id = ${storeEnvId} order by id`),
  )
  for (let from = 0; from < work.rows; from += batch) {
    const rows = Array.from({ length: Math.min(batch, work.rows - from) }, (_, i) => from + i)
    await db.store(work, 'write', (tx) =>
      tx.run(sql`
        insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source,
                             imported_from, import_key, submitted_at, created_at, updated_at)
        select ${storeEnvId}, r.id, r.product_id, r.rating, r.body, r.author_name, r.author_email, 'pending', 'import',
               'floor', r.import_key, ${tx.now}, ${tx.now}, ${tx.now}
          from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((i) => ids[i % products]?.id)}::uuid[],
                      ${rows.map((i) => 1 + (i % 5))}::smallint[], ${rows.map(sampleBody)}::text[],
                      ${rows.map((i) => `Person ${i}`)}::text[], ${rows.map(sampleEmail)}::text[],
                      ${rows.map((i) => Buffer.from(`floor ${i}`))}::bytea[])
            as r(id, product_id, rating, body, author_name, author_email, import_key)`),
    )
  }
}

// This call comes last, because it uses the constants and functions above.
if (process.argv[2] === 'measure') await measure(JSON.parse(process.argv[3] ?? ''))
else await bench(Number(process.argv[2] ?? 100_000))
