import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { test } from 'node:test'
import { Client } from 'pg'
import { createDatabase } from '#test/database.ts'
import { AppError, fromDatabase, isViolationOf } from './errors.ts'

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
  await other.query('select pg_terminate_backend($1::integer)', [rows[0].pid])
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

test('a violated constraint is recognized by its field, and on Citus in the message of the worker', () => {
  const violation = (message: string, fields: object) => Object.assign(new Error(message), fields)
  const slugTaken = new AppError(409, 'conflict', 'The slug is taken.')
  const meanings = { pages_slug_once: () => slugTaken }
  const known: [message: string, fields: object][] = [
    ['refused', { code: '23505', constraint: 'pages_slug_once' }],
    ['refused', { code: '23505', constraint: 'pages_slug_once_102041' }],
    ['duplicate key value violates unique constraint "pages_slug_once_102041"', { code: '23505' }],
    ['doppelter Schlüsselwert verletzt Unique-Constraint »pages_slug_once_102041«', { code: '23505' }],
    [
      'insert or update on table "pages_102040" violates foreign key constraint "pages_slug_once_102041"',
      { code: '23503' },
    ],
  ]
  for (const [message, fields] of known) {
    const error = violation(message, fields)
    assert.equal(fromDatabase(error, meanings), slugTaken, message)
    assert.ok(isViolationOf(error, 'pages_slug_once'), message)
    assert.ok(!isViolationOf(error, 'pages_slug'), message)
  }
  const others: [message: string, fields: object][] = [
    ['refused', { code: '23505', constraint: 'pages_id_once' }],
    ['value too long: pages_slug_once_102041', { code: '22001' }],
    ['pages_slug_once_102041', {}],
  ]
  for (const [message, fields] of others) {
    const error = violation(message, fields)
    assert.equal(fromDatabase(error, meanings), error, message)
    assert.ok(!isViolationOf(error, 'pages_slug_once'), message)
  }
})
