import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'
import { buildApplicationName, ownRelease } from '../process-version.ts'
import { migrateSchema } from './migrate.ts'

const merged = join(import.meta.dirname, '../../../../migrations')
const [major = 0] = ownRelease.split('.').map(Number)
const nextRelease = `${major + 1}.0.0`
const contracts = '-- Migration: contracts, unused since 0.9.0.\nalter table stores drop column seen_by_test;'

suite('migrations', () => {
  let database: TestDatabase
  let folder: string
  let lines: string[]
  let clients: Client[]

  beforeEach(async () => {
    database = await createDatabase()
    folder = mkdtempSync(join(tmpdir(), 'evident-migrations-'))
    lines = []
    clients = []
    for (const name of readdirSync(merged)) copyFileSync(join(merged, name), join(folder, name))
  })
  afterEach(async () => {
    for (const client of clients) await client.end().catch(() => {})
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const migrate = () =>
    migrateSchema({
      url: database.url,
      log: (line) => void lines.push(line),
      folder: pathToFileURL(`${folder}/`),
    })
  const connect = async (name = '') => {
    const client = new Client({ connectionString: database.url, application_name: name })
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  const ran = async (name: string) =>
    (await (await connect()).query('select from schema_migrations where name = $1', [name])).rowCount === 1

  test('a file without a phase is refused, and the error lists the lines to choose from', async () => {
    write('9001_a.sql', 'create table a ();')
    await assert.rejects(migrate(), /9001_a\.sql does not say whether it expands or contracts.*-- Migration: expands\./)
    assert.equal(await ran('9001_a.sql'), false)
  })

  test('each connection names the release and the schema of its process', () => {
    assert.match(buildApplicationName(), /^evident\/\d+\.\d+\.\d+ schema\/\d{4}$/)
  })

  for (const name of ['evident', 'evident/0.8.2 schema/0400'])
    test(`a contracting file is refused in one line while "${name}" is connected`, async () => {
      write('9001_a.sql', '-- Migration: expands.\nalter table stores add column seen_by_test text;')
      write('9002_a.sql', contracts)
      const old = await connect(name)
      await assert.rejects(migrate(), (error: Error) => {
        assert.match(error.message, /^Migration 9002_a\.sql cannot run while .*End those processes/)
        assert.ok(error.message.includes(name) && !error.message.includes('\n'))
        return true
      })
      assert.deepEqual([await ran('9001_a.sql'), await ran('9002_a.sql')], [true, false])
      await old.end()
      await until(
        () =>
          migrate().then(
            () => true,
            () => false,
          ),
        'it runs without the older process',
      )
      assert.equal(await ran('9002_a.sql'), true)
    })

  test('a contracting file runs beside processes that no longer use its objects, and beside other programs', async () => {
    write('9001_a.sql', '-- Migration: expands.\nalter table stores add column seen_by_test text;')
    write('9002_a.sql', contracts)
    await connect('evident/0.9.0 schema/9001')
    await connect('psql')
    await migrate()
    assert.equal(await ran('9002_a.sql'), true)
  })

  test('a contracting file waits for the release after the one that stopped using its objects', async () => {
    write('9001_a.sql', `-- Migration: contracts, unused since ${ownRelease}.\nselect 1 / 0;`)
    write('9002_a.sql', '-- Migration: expands.\nselect 1;')
    await migrate()
    assert.deepEqual([await ran('9001_a.sql'), await ran('9002_a.sql')], [false, true])
  })

  test('a process runs on the schema of the next release and logs this; on a later schema it refuses to start', async () => {
    const client = await connect()
    const insert = 'insert into schema_migrations (name, sha256, release, oldest_release) values ($1, $2, $3, $4)'
    await client.query(insert, ['9001_next.sql', 'x', nextRelease, ownRelease])
    await migrate()
    assert.match(lines.join('\n'), /schema 9001 .* is newer than the schema .*The process continues/)
    await client.query(insert, ['9002_later.sql', 'x', `${major + 2}.0.0`, nextRelease])
    await assert.rejects(migrate(), (error: Error) => {
      assert.match(
        error.message,
        new RegExp(`^Release ${ownRelease} cannot run .* Start release ${nextRelease} or newer`),
      )
      return !error.message.includes('\n')
    })
  })

  const indexes = `-- Migration: expands concurrently.
    -- For a test.
    create index concurrently stores_a_idx on stores (name);
    create index concurrently stores_b_idx on stores (name, id);`

  test('indexes are built while writers are in the middle of a transaction', async () => {
    write('9001_a.sql', indexes)
    const [client, writer] = [await connect(), await connect()]
    await writer.query('begin')
    await writer.query('lock table stores in row exclusive mode')
    const migrating = migrate()
    await until(async () => (await isValid(client, 'stores_a_idx')) === false, 'the build has begun')
    const other = await connect()
    await other.query("set lock_timeout = '10s'")
    await other.query('begin; lock table stores in row exclusive mode; commit')
    await writer.query('commit')
    await migrating
    assert.equal(await ran('9001_a.sql'), true)
  })

  test('an invalid index of a killed build is built again, and complete indexes are not', async () => {
    write('9001_a.sql', indexes)
    const [client, blocker] = [await connect(), await connect()]
    await client.query('create index stores_a_idx on stores (name)')
    const complete = await oidOf(client, 'stores_a_idx')
    await blocker.query('begin')
    await blocker.query('lock table stores in row exclusive mode')
    const migrating = migrate().catch((error) => error)
    await until(async () => (await isValid(client, 'stores_b_idx')) === false, 'the build waits for the transaction')
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%stores_b_idx%' and pid <> pg_backend_pid()`)
    assert.ok((await migrating) instanceof Error)
    await blocker.query('rollback')
    assert.equal(await isValid(client, 'stores_b_idx'), false)
    await migrate()
    assert.equal(await isValid(client, 'stores_b_idx'), true)
    assert.equal(await oidOf(client, 'stores_a_idx'), complete)
  })

  test('a file waits for a busy table without blocking its readers, and logs the wait', async () => {
    write('9001_a.sql', '-- Migration: expands.\nalter table stores add column seen_by_test text;')
    const reader = await connect()
    await reader.query('begin')
    await reader.query('select from stores')
    const migrating = migrate()
    await until(() => lines.some((line) => /waiting for other transactions/.test(line)), 'the line')
    const other = await connect()
    await other.query("set statement_timeout = '20s'")
    await other.query('select from stores')
    await reader.query('rollback')
    await migrating
    assert.equal(await ran('9001_a.sql'), true)
  })

  test('parallel starts build an index once, and those that wait do not block the build', async () => {
    write('9001_a.sql', indexes)
    await Promise.all([migrate(), migrate(), migrate()])
    assert.equal(lines.filter((line) => line.startsWith('Applied 1 migration in')).length, 1)
    assert.match(lines.join('\n'), /Waiting for another process that is migrating this database: evident\//)
  })
})

const isValid = async (client: Client, index: string): Promise<boolean | undefined> =>
  (await client.query('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [index])).rows[0]
    ?.valid

const oidOf = async (client: Client, index: string): Promise<number> =>
  (await client.query('select to_regclass($1)::oid as oid', [index])).rows[0].oid
