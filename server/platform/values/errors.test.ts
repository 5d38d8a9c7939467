import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '#test/database.ts'
import { fromDatabase } from './errors.ts'

test('every driver error for a lost connection is mapped to an unavailable database', async (t) => {
  const { url, drop } = await createDatabase()
  const [cut, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  t.after(async () => {
    await other.end()
    await drop()
  })
  await Promise.all([cut.connect(), other.connect()])
  const { rows } = await cut.query('select pg_backend_pid() as pid')
  // The driver sometimes emits two errors: the server's error, then the end of the connection.
  cut.on('error', () => {})
  const noticed = once(cut, 'error')
  await other.query('select pg_terminate_backend($1)', [rows[0].pid])
  await noticed
  const failures = [
    () => cut.query('select 1'),
    () => new Client({ port: 1, host: '127.0.0.1' }).connect(),
    () => new Client({ host: '/nowhere' }).connect(),
  ]
  await cut.end()
  failures.push(() => cut.query('select 1'))
  for (const failing of failures) {
    await assert.rejects(
      failing().catch((error) => Promise.reject(fromDatabase(error))),
      { status: 503, code: 'database_unavailable' },
    )
  }
})

test('a missing file is not mapped to an unavailable database', async () => {
  for (const read of [readFile, stat]) {
    const error = await read('/nowhere/picture.webp').catch((error) => error)
    assert.equal(error.code, 'ENOENT')
    assert.equal(fromDatabase(error), error)
  }
})
