import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { canConnect } from '#platform/db/can-connect.ts'
import { withLock } from '#platform/db/migrating/lock.ts'
import { parseConnection } from '#platform/db/roles.ts'
import type { TestDatabase } from '#test/database.ts'
import { newPgBouncer, type PoolMode, pgbouncer, startPgBouncer } from '#test/pgbouncer.ts'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#test/postgres-15.ts'
import { until } from '#test/until.ts'
import { type Installation, install } from './installation.ts'

const skip = pgbouncer && hasPostgres15() ? false : 'no pgbouncer or no PostgreSQL 15'
const skipNew = newPgBouncer && !skip ? false : 'PGBOUNCER names no PgBouncer of version 1.21 or newer'
const now = new Date('2026-11-21T12:00:00Z')
const migrationLock = 7_302_118

let server: Postgres15
let ownerUrl: string
const stops: (() => unknown)[] = []

before(async () => {
  if (skip) return
  server = await startPostgres15()
  stops.unshift(server.stop)
  const password = randomBytes(16).toString('hex')
  const client = new Client(server.superuserUrl)
  await client.connect()
  await client.query(`alter role evident password '${password}'`)
  await client.end()
  ownerUrl = server.ownerUrl.replace('evident@', `evident:${password}@`)
})
after(async () => {
  for (const stop of stops) await stop()
})

type Through = { mode: PoolMode; program?: string | undefined; settings?: string }

/** Returns URLs of a database, through a new pooler and without it. Creates the database if it does not exist. */
async function through(name: string, { mode, ...options }: Through): Promise<TestDatabase & { direct: string }> {
  const client = new Client(server.superuserUrl)
  await client.connect()
  await client.query(`create database ${name} owner evident`).catch(() => {})
  await client.end()
  const direct = ownerUrl.replace(/\/evident$/, `/${name}`)
  const pooler = await startPgBouncer(server.superuserUrl, mode, options as never)
  stops.unshift(pooler.stop)
  return { url: pooler.through(direct), direct, secretKey: randomBytes(32).toString('hex'), drop: async () => {} }
}

async function installed(database: TestDatabase, env: Record<string, string> = {}): Promise<Installation> {
  const made = await install({ now, database, env: { RATE_LIMITS: 'off', ...env } })
  stops.unshift(made.remove)
  return made
}

async function setUp(service: Installation) {
  const made = JSON.parse(
    await service.evident(
      ...['setup', '--org', 'Larkmoor', '--owner', 'ada@larkmoor.example', '--password', 'seven blue kettles'],
      ...['--store', 'Larkmoor', '--origin', 'https://larkmoor.example', '--json'],
    ),
  )
  return async (method: string, path: string, body?: unknown, at = service) => {
    const answer = await fetch(`${at.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${made.apiKey}`,
        'x-store-env-id': made.storeEnvId,
        origin: 'https://larkmoor.example',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
}

async function findingsOf(service: Installation): Promise<Record<string, string>> {
  const { findings } = JSON.parse(await service.evident('doctor', '--json'))
  return Object.fromEntries(
    findings.map(({ check, ok, detail }: { check: string; ok: boolean; detail: string }) => [
      check,
      `${ok ? 'ok' : 'FAIL'}: ${detail}`,
    ]),
  )
}

/**
 * `isCached`: the service caches responses, because LISTEN works. `isDirect`: the service also gets a URL that does not
 * lead through the pooler.
 */
function declareShop(
  name: string,
  way: Through,
  { isCached, isDirect = false }: { isCached: boolean; isDirect?: boolean },
) {
  let database: Awaited<ReturnType<typeof through>>
  let service: Installation
  const start = () => installed(database, isDirect ? { DATABASE_DIRECT_URL: database.direct } : {})
  before(async () => {
    database = await through(name, way)
    service = await start()
  })

  test('migrations print one line while they wait for another process, then complete', async () => {
    const other = new Client(database.direct)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [migrationLock])
    let heard = ''
    const running = service.attempt(['migrate'], (text) => {
      heard += text
    })
    await until(() => heard.includes('Waiting for another process'), 'the line that it waits')
    await other.end()
    const { code, printed } = await running
    assert.equal(code, 0, printed)
    assert.equal(printed.match(/Waiting for another process/g)?.length, 1)
  })

  test('processes that start together migrate once, and leave no lock', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => service.attempt(['migrate'])))
    for (const { code, printed } of outcomes) assert.equal(code, 0, printed)
    const client = new Client(database.direct)
    await client.connect()
    const { rows } = await client.query("select from pg_locks where locktype = 'advisory' and database is not null")
    const owners = await client.query(
      "select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'graphile_worker'::regnamespace",
    )
    await client.end()
    assert.equal(rows.length, 0)
    assert.deepEqual(owners.rows, [{ owner: 'evident_worker' }])
  })

  test('the doctor command counts the settings in effect, and says whether responses are cached', async () => {
    const findings = await findingsOf(service)
    assert.match(findings['session settings'] ?? '', /^ok: 5 settings/)
    assert.match(findings.listen ?? '', isCached ? /^ok: .* are cached$/ : /^ok: .*DATABASE_DIRECT_URL is not set/)
  })

  test('a shop works on two processes, and all its data survives a restart', { timeout: 240_000 }, async () => {
    await service.start()
    const call = await setUp(service)
    await call('PUT', '/products', [{ platformProductId: 'kettle', title: 'Kettle' }])
    const email = 'nora.quist@customer.example'
    const order = { platformOrderId: '1', email, customerName: 'Nora Quist', placedAt: '2026-11-01T08:00:00Z' }
    await call('PUT', '/orders', [{ ...order, lineItems: [{ platformProductId: 'kettle', quantity: 1 }] }])
    const review = { platformProductId: 'kettle', rating: 5, body: 'Boils at once.', authorName: 'Nora' }
    // Sends more parallel calls than a process has connections for them, so all these connections are in use.
    const reviews = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        call('POST', '/reviews', { ...review, authorEmail: `nora.${i}@customer.example` }),
      ),
    )
    const counted = async () => (await call('GET', '/reviews?includeTotal=true&limit=1')).pagination.total
    assert.equal(await counted(), 24)
    const exported: string = await call('GET', '/reviews/export')
    assert.equal(exported.match(/Boils at once/g)?.length, 24)

    const other = await start()
    await other.start()
    const shown = async (id: string, at = other) =>
      JSON.stringify(
        await call('GET', '/storefront/reviews?platformProductId=kettle&limit=50', undefined, at),
      ).includes(id)
    for (const { id } of reviews.slice(0, 6)) {
      await call('PUT', `/reviews/${id}`, { status: 'approved' })
      await until(() => shown(id), 'the other process shows the approved review', 10_000)
      await call('PUT', `/reviews/${id}`, { status: 'rejected', rejectReason: 'privacy' })
      if (isCached) await until(async () => !(await shown(id)), 'the other process hides it', 10_000)
      else assert.equal(await shown(id), false, 'the other process hides it at the first look')
      assert.equal(await shown(id, service), false)
    }

    // Both processes send the same reads and writes in parallel, through the same server sessions.
    const load = Array.from({ length: 200 }, (_, i) => {
      const at = i % 2 ? other : service
      const by = { ...review, authorEmail: `load.${i}@customer.example` }
      const reads = ['/reviews?limit=5', '/products', '/orders', '/storefront/reviews?platformProductId=kettle']
      return i % 4 === 0 ? call('POST', '/reviews', by, at) : call('GET', reads[i % reads.length] ?? '', undefined, at)
    })
    await Promise.all(load)
    assert.equal(await counted(), 74)
    await service.evident('jobs', 'run', 'review-requests')
    assert.ok((await service.stop()) < 10_000)
    await other.stop()
    await service.start()
    assert.equal(await counted(), 74)
    await service.stop()
  })
}

suite('a database behind PgBouncer in session mode', { skip }, () => {
  declareShop('sessions', { mode: 'session' }, { isCached: true })
})

const prepared = 'max_prepared_statements = 500'

suite('a database behind PgBouncer 1.21 or newer in transaction mode', { skip: skipNew }, () => {
  const way = { mode: 'transaction', program: newPgBouncer, settings: prepared } as const
  suite('without DATABASE_DIRECT_URL', () => declareShop('transactions', way, { isCached: false }))
  suite('with DATABASE_DIRECT_URL', () => declareShop('direct', way, { isCached: true, isDirect: true }))

  test('PgBouncer without prepared statements is refused', async () => {
    const database = await through('unprepared', { ...way, settings: 'max_prepared_statements = 0' })
    await refuses(database, /^evident: DATABASE_URL .*max_prepared_statements = 500.*$/)
  })
})

suite('a pooler that the service cannot use', { skip }, () => {
  const says = {
    transaction: /^evident: DATABASE_URL .*PgBouncer 1\.21 or newer.*pool_mode = session.*$/,
    statement: /^evident: DATABASE_URL .*statement mode.*pool_mode = transaction or session.*$/,
  }
  test('the migration lock is free after its process ends, also in transaction mode', async () => {
    const { url } = await through('locks', { mode: 'transaction' })
    const config = parseConnection(url)
    let running = 0
    const work = async () => {
      running += 1
      assert.equal(running, 1, 'one process migrates at a time')
      await canConnect(config)
      running -= 1
    }
    await Promise.all(Array.from({ length: 3 }, () => withLock(config, () => {}, work)))
    await withLock(config, () => assert.fail('the lock is still taken'), work)
  })

  for (const mode of ['transaction', 'statement'] as const) {
    test(`${mode} mode of an old PgBouncer is refused with one line that says what to set`, async () => {
      await refuses(await through('refused', { mode }), says[mode])
    })
  }
})

async function refuses(database: TestDatabase, line: RegExp): Promise<void> {
  const refused = await installed(database)
  for (const command of ['migrate', 'serve']) {
    const { code, printed } = await refused.attempt([command])
    assert.equal(code, 1, printed)
    assert.match(printed.trim(), line, printed)
  }
}
