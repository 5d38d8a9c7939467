import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { canConnect } from '#platform/db/can-connect.ts'
import { withLock } from '#platform/db/migrating/lock.ts'
import { parseConnection } from '#platform/db/roles.ts'
import type { TestDatabase } from '#test/database.ts'
import { type PoolMode, pgbouncer, startPgBouncer } from '#test/pgbouncer.ts'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#test/postgres-15.ts'
import { until } from '#test/until.ts'
import { type Installation, install } from './installation.ts'

const skip = pgbouncer && hasPostgres15() ? false : 'no pgbouncer or no PostgreSQL 15'
const now = new Date('2026-11-21T12:00:00Z')
const migrationLock = 7_302_118

suite('a database behind PgBouncer', { skip }, () => {
  let server: Postgres15
  let ownerUrl: string
  let database: TestDatabase
  const stops: (() => unknown)[] = []
  let service: Installation

  const through = async (mode: PoolMode) => {
    const pooler = await startPgBouncer(server.superuserUrl, mode)
    stops.unshift(pooler.stop)
    return pooler.through(ownerUrl)
  }
  const installed = async (mode: PoolMode) => {
    const made = await install({ now, database, env: { DATABASE_URL: await through(mode), RATE_LIMITS: 'off' } })
    stops.unshift(made.remove)
    return made
  }
  before(async () => {
    server = await startPostgres15()
    stops.unshift(server.stop)
    const password = randomBytes(16).toString('hex')
    const client = new Client(server.superuserUrl)
    await client.connect()
    await client.query(`alter role evident password '${password}'`)
    await client.end()
    ownerUrl = server.ownerUrl.replace('evident@', `evident:${password}@`)
    database = { url: ownerUrl, secretKey: randomBytes(32).toString('hex'), drop: async () => {} }
    service = await installed('session')
  })
  after(async () => {
    for (const stop of stops) await stop()
  })

  test('migrations print one line while they wait for another process, then complete', async () => {
    const other = new Client(ownerUrl)
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
    assert.match(await service.evident('doctor'), /database/i)
  })

  test('a shop works, and all its data survives a restart', { timeout: 180_000 }, async () => {
    await service.start()
    const made = JSON.parse(
      await service.evident(
        ...['setup', '--org', 'Larkmoor', '--owner', 'ada@larkmoor.example', '--password', 'seven blue kettles'],
        ...['--store', 'Larkmoor', '--origin', 'https://larkmoor.example', '--json'],
      ),
    )
    const call = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${service.origin}/api/v1${path}`, {
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
      return JSON.parse(text)
    }
    await call('PUT', '/products', [{ platformProductId: 'kettle', title: 'Kettle' }])
    const email = 'nora.quist@customer.example'
    const order = { platformOrderId: '1', email, customerName: 'Nora Quist', placedAt: '2026-11-01T08:00:00Z' }
    await call('PUT', '/orders', [{ ...order, lineItems: [{ platformProductId: 'kettle', quantity: 1 }] }])
    const review = { platformProductId: 'kettle', rating: 5, body: 'Boils at once.', authorName: 'Nora' }
    // Sends more parallel calls than a process has connections, so each call gets its own backend.
    await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        call('POST', '/reviews', { ...review, authorEmail: `nora.${i}@customer.example` }),
      ),
    )
    const counted = async () => (await call('GET', '/reviews?includeTotal=true&limit=1')).pagination.total
    assert.equal(await counted(), 24)
    const storefront = () => call('GET', '/storefront/reviews?platformProductId=kettle')
    await storefront()
    await service.evident('jobs', 'run', 'review-requests')
    assert.ok((await service.stop()) < 10_000)
    await service.start()
    assert.equal(await counted(), 24)
    await storefront()
  })

  test('the migration lock is free after its process ends, also in transaction mode', async () => {
    const config = parseConnection(await through('transaction'))
    let running = 0
    const work = async () => {
      running += 1
      assert.equal(running, 1, 'one process migrates at a time')
      await canConnect(config)
      running -= 1
    }
    const lines: string[] = []
    await Promise.all(Array.from({ length: 3 }, () => withLock(config, (line) => lines.push(line), work)))
    const direct = parseConnection(ownerUrl)
    await withLock(direct, () => assert.fail('the lock is still taken'), work)
  })

  for (const mode of ['transaction', 'statement'] as const) {
    test(`${mode} mode is refused with one line that says what to set`, async () => {
      const refused = await installed(mode)
      for (const command of ['migrate', 'serve']) {
        const { code, printed } = await refused.attempt([command])
        assert.equal(code, 1, printed)
        assert.match(printed.trim(), /^evident: .*pool_mode = session.*$/, 'one line')
      }
    })
  }
})
