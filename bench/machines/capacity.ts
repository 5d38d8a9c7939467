// Fills a database by the service's own calls and jobs, measures its rows after VACUUM, and writes docs/guides/capacity.md.
// Run: node bench/machines/capacity.ts [reviews, default 20000] [orders, default 8000] [stores, default 500]

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { startEmbedded } from '#platform/postgres/embedded.ts'
import { loadConfig } from '#platform/process/config.ts'
import { runQueue } from '#test/queue.ts'
import { createApi } from '../../server/entry/api.ts'
import { setup } from '../../server/entry/commands/setup.ts'
import { composeService } from '../../server/entry/service.ts'
import { type Capacity, capacityPage } from '../support/capacity-page.ts'
import { insertStores } from '../support/many-stores.ts'
import { postgresMs } from '../support/postgres-time.ts'

const warmUp = 1_000
const [reviews = 20_000, orders = 8_000, stores = 500] = process.argv.slice(2).map(Number)
const atOnce = 16
const perCall = 100

const dataDir = mkdtempSync(join(tmpdir(), 'evident-capacity-'))
const secretKey = randomBytes(32).toString('base64url')
const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
const client = new Client({ connectionString: url })
try {
  const { tokenKey } = await migrate({ url, secretKey, log: () => {} })
  await client.connect()
  const env = { DATA_DIR: dataDir, SECRET_KEY: secretKey, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const service = composeService(loadConfig(env), url, { tokenKey })
  const app = await createApi(service)
  await app.ready()
  const shop = await setup(service, {
    ...{ org: 'Larkmoor', owner: 'ada@larkmoor.example', password: 'seven blue kettles', store: 'Larkmoor' },
    origins: ['https://larkmoor.example'],
  })
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<{ id: string }> => {
    const answer = await app.inject({
      ...{ method, url: `/api/v1${path}` },
      headers: {
        ...{ authorization: `Bearer ${shop.apiKey}`, 'x-store-env-id': shop.storeEnvId },
        'content-type': 'application/json',
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  await call(
    'PUT',
    '/products',
    Array.from({ length: 50 }, (_, i) => ({ platformProductId: `p${i}`, title: `Product ${i}` })),
  )
  const terms = { pointsPerUnit: 1, startsAt: '2026-01-01T00:00:00Z', timezone: 'UTC' }
  await call('PUT', '/loyalty/program', { enabled: true, ...terms })
  await runQueue(service)

  const steps: Capacity['steps'] = {}
  const measure = async (name: string, count: number, work: () => Promise<void>) => {
    const [before, walBefore] = [await readSizes(client), await readWal(client)]
    const [cpuBefore, postgresBefore, startedAt] = [process.cpuUsage(), postgresMs(dataDir), performance.now()]
    await work()
    const { user, system } = process.cpuUsage(cpuBefore)
    const [seconds, postgres] = [(performance.now() - startedAt) / 1000, postgresMs(dataDir) - postgresBefore]
    const wal = (await readWal(client)) - walBefore
    await client.query('vacuum (analyze)')
    const after = await readSizes(client)
    const grown = [...after].map(([table, { bytes, indexes }]) => {
      const from = before.get(table) ?? { bytes: 0, indexes: 0 }
      return { table, bytes: (bytes - from.bytes) / count, indexes: (indexes - from.indexes) / count }
    })
    steps[name] = {
      ...{ count, aSecond: count / seconds, nodeMs: (user + system) / 1000 / count, postgresMs: postgres / count },
      wal: wal / count,
      tables: grown.filter(({ bytes }) => bytes >= 1).sort((a, b) => b.bytes - a.bytes),
    }
    console.error(name, steps[name])
  }

  await measure('store', stores, () => insertStores(client, stores))
  const ids: string[] = []
  const writeReview = async (i: number) => {
    const { id } = await call('POST', '/reviews', {
      platformProductId: `p${i % 50}`,
      rating: 1 + (i % 5),
      title: 'Daily companion',
      body: `Keeps tea hot for an hour, and looks well on the table. ${'I use it each morning. '.repeat(i % 12)}${i}`,
      authorName: `Jane Doe${i}`,
      authorEmail: `jane.${i}@customer.example`,
    })
    ids.push(id)
  }
  // The warm-up is not measured, because the planner chooses different plans while the database is almost empty.
  await inParallel(warmUp, (i) => writeReview(reviews + i))
  await client.query('vacuum (analyze)')
  ids.length = 0
  await measure('review', reviews, () => inParallel(reviews, writeReview))
  await measure('approval', reviews, () =>
    inParallel(Math.ceil(reviews / perCall), async (i) => {
      const updates = ids.slice(i * perCall, (i + 1) * perCall).map((id) => ({ id, status: 'approved' }))
      await call('POST', '/reviews/bulk-update', { updates })
    }).then(() => void 0),
  )
  await measure('jobs of reviews', reviews, async () => void (await runQueue(service)))
  const pushOrders = async (from: number, count: number) => {
    await inParallel(Math.ceil(count / perCall), async (i) => {
      const some = Array.from({ length: perCall }, (_, n) => buildOrder(from + i * perCall + n))
      await call('PUT', '/orders', some)
    })
    await runQueue(service)
  }
  await pushOrders(orders, warmUp)
  await client.query('vacuum (analyze)')
  await measure('order', orders, () => pushOrders(0, orders))
  const { rows } = await client.query<{ lines: number }>('select count(*)::int as lines from loyalty_journal')
  const { rows: versions } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const journal = (await readSizes(client)).get('loyalty_journal') ?? { bytes: 0, indexes: 0 }
  const lines = rows[0]?.lines ?? 0
  if (lines < orders) throw new Error(`only ${lines} journal lines were written`)
  await app.close()
  await service.close()
  writeFileSync(
    new URL('../../docs/guides/capacity.md', import.meta.url),
    capacityPage({
      steps,
      journalLine: { bytes: journal.bytes / lines, indexes: journal.indexes / lines },
      linesOfOrder: lines / (orders + warmUp),
      postgres: versions[0]?.version ?? '',
      machine: `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
      date: new Date(),
    }),
  )
} finally {
  await client.end()
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function buildOrder(i: number) {
  return {
    platformOrderId: `o${i}`,
    placedAt: new Date(Date.UTC(2026, 5, 1) + i * 60_000).toISOString(),
    // A customer orders four times.
    email: `buyer.${i >> 2}@customer.example`,
    customerName: `Jane Doe${i >> 2}`,
    ...{ currency: 'EUR', total: '24.00' },
    lineItems: [
      { platformProductId: `p${i % 50}`, quantity: 1 },
      { platformProductId: `p${(i + 7) % 50}`, quantity: 2 },
    ],
  }
}

async function inParallel(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const loop = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
}

type Sizes = Map<string, { bytes: number; indexes: number }>

async function readSizes(from: Client): Promise<Sizes> {
  const { rows } = await from.query<{ table: string; bytes: string; indexes: string }>(
    `select c.relname as table, pg_total_relation_size(c.oid) as bytes, pg_indexes_size(c.oid) as indexes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'app', 'auth', 'graphile_worker')`,
  )
  return new Map(rows.map(({ table, bytes, indexes }) => [table, { bytes: Number(bytes), indexes: Number(indexes) }]))
}

async function readWal(from: Client): Promise<number> {
  const { rows } = await from.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0]?.bytes)
}
