// Exports a store of 200,000 reviews and restores it into an empty one: MB and rows a second, and memory growth. Floors of
// the same run: the same rows read as JSON and dropped, and the same reviews inserted alone. Each is measured in its own
// process.
// Run: node bin/run.mjs bench/jobs/archives.ts [reviews]
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { newId } from '#platform/values/ids.ts'
import { startRestore } from '#resources/backups/restore/commands.ts'
import { restoreJobs } from '#resources/backups/restore/jobs.ts'
import { readStore, streamRows } from '#resources/backups/store.ts'
import { writeArchive } from '#resources/backups/write-archive.ts'
import { startTestCluster } from '#test/cluster.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { areas } from '../../server/entry/areas.ts'
import { composeService, type Service } from '../../server/entry/service.ts'
import { measureAlone } from '../support/measured-child.ts'

const batch = 500
const products = 400
const words =
  'Holds its warmth for an hour and still looks new after a winter of daily use in a house with three children. '

type Scope = { storeEnvId: string; organizationId: string }
type Task = Scope & { what: 'fill' | 'read' | 'archive' | 'restore'; reviews: number; path: string }
/** `nodeMs`, `postgresMs`: processor time, which is comparable even on a busy machine. */
type Measured = { ms: number; rows: number; startMb: number; peakMb: number; nodeMs: number; postgresMs: number }

async function bench(reviews: number): Promise<void> {
  const cluster = await startTestCluster(undefined)
  Object.assign(process.env, cluster.environment)
  const service = await startService()
  const folder = mkdtempSync(join(tmpdir(), 'evident-bench-'))
  const path = join(folder, 'store.zip')
  try {
    const [full, empty] = [await openShop(service, products), await service.shop()]
    const of = ({ storeEnvId, organizationId }: Shop, what: Task['what']) =>
      run(service, { storeEnvId, organizationId, what, reviews, path })
    const filled = await of(full, 'fill')
    const read = await of(full, 'read')
    print('floor: rows read as JSON', read, read)
    const archived = await of(full, 'archive')
    print('archive', archived, read)
    const megabytes = statSync(path).size / 1e6
    console.log(`${megabytes.toFixed(1)} MB packed, ${((megabytes / archived.ms) * 1000).toFixed(1)} MB/s`)
    print('floor: insert of the reviews', filled, filled)
    print('restore', await of(empty, 'restore'), filled)
  } finally {
    await service.close()
    await cluster.stop()
    rmSync(folder, { recursive: true })
  }
}

async function openShop(service: TestService, count: number): Promise<Shop> {
  const shop = await service.shop()
  for (let from = 0; from < count; from += 200)
    await shop.api.put(
      '/products',
      Array.from({ length: 200 }, (_, i) => ({ platformProductId: `p${from + i}`, title: `Product ${from + i}` })),
    )
  return shop
}

const run = (service: TestService, work: Task) => measureAlone<Measured>(import.meta.filename, service, work)

function print(name: string, own: Measured, floor: Measured): void {
  const perSecond = ({ rows, ms }: Measured) => (rows / ms) * 1000
  const speed = `${Math.round(own.ms)} ms  ${Math.round(perSecond(own))} rows/s  ${(perSecond(floor) / perSecond(own)).toFixed(2)} × floor`
  const each = (ms: number) => `${((ms / own.rows) * 1000).toFixed(0)} µs`
  console.log(
    `${name.padEnd(32)}${speed.padEnd(44)}Node ${each(own.nodeMs)} and PostgreSQL ${each(own.postgresMs)} a row  RSS ${own.startMb} MB, at most ${own.peakMb} MB`,
  )
}

async function measure(work: Task): Promise<void> {
  const service = composeService(loadConfig(), process.env.BENCH_DATABASE ?? '', { poolSize: 4 })
  const prepared = work.what === 'restore' ? await upload(service, work) : ''
  const startMb = Math.round(process.memoryUsage.rss() / 1e6)
  const [startedAt, node, postgres] = [performance.now(), process.cpuUsage(), await backendsMs(service)]
  const rows = await works[work.what](service, work, prepared)
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(node)
  const measured: Measured = {
    ...{ ms, rows, startMb, peakMb: Math.round(process.resourceUsage().maxRSS / 1000) },
    ...{ nodeMs: (user + system) / 1000, postgresMs: (await backendsMs(service)) - postgres },
  }
  process.send?.(measured)
  await service.close()
}

/** Processor time of this database's backends, which all live until the end of the work. Linux only. */
async function backendsMs({ db }: Service): Promise<number> {
  const pids = await db.ask<{ pid: number }>(
    sql.raw('select pid from pg_stat_activity where datname = current_database()'),
  )
  return pids.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return sum + 10 * (Number(fields[11]) + Number(fields[12]))
  }, 0)
}

const works = { fill, read, archive, restore }

async function fill({ db }: Service, work: Task): Promise<number> {
  const { storeEnvId, reviews } = work
  const ids = await db.store(work, 'read', (tx) =>
    tx.all<{ id: string }>(sql`select id from products where store_env_id = ${storeEnvId} order by id`),
  )
  for (let from = 0; from < reviews; from += batch) {
    const rows = Array.from({ length: Math.min(batch, reviews - from) }, (_, i) => from + i)
    await db.store(work, 'write', (tx) =>
      tx.run(sql`
        insert into reviews (store_env_id, id, product_id, rating, body, author_name, author_email, status, source,
                             submitted_at, approved_at, created_at, updated_at)
        select ${storeEnvId}, r.id, r.product_id, r.rating, r.body, r.author_name, r.author_email, 'approved', 'api',
               ${tx.now}, ${tx.now}, ${tx.now}, ${tx.now}
          from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((i) => ids[i % products]?.id)}::uuid[],
                      ${rows.map((i) => 1 + (i % 5))}::smallint[], ${rows.map((i) => `${words.repeat(1 + (i % 4))}Number ${i}.`)}::text[],
                      ${rows.map((i) => `Person ${i}`)}::text[], ${rows.map((i) => `person${i}@example.com`)}::text[])
            as r(id, product_id, rating, body, author_name, author_email)`),
    )
  }
  return reviews
}

async function read({ db }: Service, work: Task): Promise<number> {
  let rows = 0
  await db.stream('export', work).read(async (tx) => {
    for (const table of areas.archive.flatMap(({ tables }) => tables))
      for await (const found of streamRows(tx, table, ['store_env_id'])) rows += found.length
  })
  return rows
}

async function archive({ db, services }: Service, work: Task): Promise<number> {
  const store = await db.store(work, 'read', readStore)
  if (!store) throw new Error('there is no such store')
  const stream = db.stream('export', work)
  const content = writeArchive(stream, services, { areas: areas.archive, store, withAddresses: true })
  await pipeline(content, createWriteStream(work.path))
  return work.reviews + products
}

async function upload({ db, services }: Service, work: Task): Promise<string> {
  const fileKey = `restores/${work.storeEnvId}/${newId()}`
  await services.storage.put(fileKey, createReadStream(work.path))
  const row = {
    id: newId(),
    format: 'evident_archive',
    fileName: null,
    fileBytes: statSync(work.path).size,
    sha256: Buffer.alloc(32),
    dryRun: false,
    createdBy: { type: 'system' as const },
  }
  await db.store(work, 'write', (tx) => startRestore(tx, row, fileKey))
  return row.id
}

async function restore({ db, services }: Service, work: Task, importId: string): Promise<number> {
  const [job] = restoreJobs(areas.archive)
  if (!job) throw new Error('there is no such job')
  const { storeEnvId, organizationId } = work
  const ctx = { db, services, stopping: new AbortController().signal }
  await perform(job, ctx, { storeEnvId, organizationId, importId })
  const done = await db.store(work, 'read', (tx) =>
    tx.first<{ status: string; imported: number; error: unknown }>(
      sql`select status, imported, error from imports where store_env_id = ${storeEnvId} and id = ${importId}`,
    ),
  )
  if (done?.status !== 'completed') throw new Error(JSON.stringify(done))
  return done.imported
}

// This call comes last, because it uses the constants and functions above.
if (process.argv[2] === 'measure') await measure(JSON.parse(process.argv[3] ?? ''))
else await bench(Number(process.argv[2] ?? 200_000))
