import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { Client } from 'pg'
import { pgbouncer, startPgBouncer } from '#test/pgbouncer.ts'
import { hasPostgres15, type Postgres15, startPostgres15 } from '#test/postgres-15.ts'
import { readClusterState } from './cluster-state.ts'

const skip = pgbouncer && hasPostgres15() ? false : 'no pgbouncer or no PostgreSQL 15'

suite('the state of a database', { skip }, () => {
  let server: Postgres15
  let ownerUrl: string
  before(async () => {
    server = await startPostgres15()
    const password = randomBytes(16).toString('hex')
    const client = new Client(new URL('evident', server.superuserUrl).href)
    await client.connect()
    await client.query(`alter role evident password '${password}'`)
    await client.query('create schema app authorization evident')
    await client.query('create table app.job_workers (renewed_at timestamptz)')
    await client.query('grant select on app.job_workers to evident')
    await client.end()
    ownerUrl = server.ownerUrl.replace('evident@', `evident:${password}@`)
  })
  after(() => server.stop())

  test('a direct connection has no pooler', async () => {
    const { pooling, maxConnections, standbys, synchronousNames } = await readClusterState(ownerUrl)
    assert.deepEqual([pooling, maxConnections, standbys, synchronousNames], ['none', 197, 0, ''])
  })

  for (const mode of ['session', 'transaction'] as const) {
    test(`PgBouncer in ${mode} mode is recognised`, async () => {
      const pooler = await startPgBouncer(server.superuserUrl, mode)
      try {
        assert.equal((await readClusterState(pooler.through(ownerUrl))).pooling, mode)
      } finally {
        await pooler.stop()
      }
    })
  }
})
