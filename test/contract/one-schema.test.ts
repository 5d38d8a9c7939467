// The baseline replaced 130 migrations. New databases have the same schema as databases that ran the replaced files.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { lastCommitWithReplacedFiles } from '#platform/db/migrating/baseline.ts'
import { migrateSchema } from '#platform/db/migrating/migrate.ts'
import { listObjects } from '#test/baseline/catalogue.ts'
import { createDatabase, createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { describeDatabase } from '../../tools/schema-dump.ts'

const folder = new URL('../../migrations/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const files = readdirSync(folder).sort()
const baseline = files.filter((name) => name <= '0370')
const later = files.filter((name) => name > '0370')
/** Lists all objects of a database that ran the replaced files. The list was made before those files were deleted. */
const objectsAt0370 = read('../support/baseline/objects-at-0370.txt').trim().split('\n')
const replaced = read('../support/baseline/replaced-migrations.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [name: string, sha256: string])

/**
 * A database that is marked as if it had run the replaced files. The second test proves that the baseline creates the same
 * schema.
 */
let old: TestDatabase
before(async () => {
  old = await createEmptyDatabase()
  await connected(old.url, async (client) => {
    await runBaseline(client)
    await createBookkeeping(client)
    for (const [name, sha256] of replaced) await record(client, name, sha256)
  })
})
after(() => old.drop())

describe('the baseline', () => {
  test('the baseline has at most 25 files, and none has the name of a replaced file', () => {
    assert.ok(baseline.length <= 25, `${baseline.length} files`)
    const names = new Set(replaced.map(([name]) => name))
    assert.deepEqual(
      baseline.filter((name) => names.has(name)),
      [],
    )
    assert.equal(names.size, 130)
  })

  test('the baseline creates every object of the replaced files and no other', async () => {
    await withOld(async (client) => {
      assert.deepEqual(await listObjects(client), objectsAt0370)
      await client.query('revoke delete on reviews from evident_app')
      const changed = (await listObjects(client)).filter((line) => !objectsAt0370.includes(line))
      assert.equal(changed.length, 1)
      assert.match(changed[0] ?? '', /^relation public\.reviews /)
    })
  })

  test('the baseline creates no rows', async () => {
    await withOld(async (client) => {
      const { rows } = await client.query<{ table: string }>(
        `select c.oid::regclass::text as table from pg_class c
          where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
            and c.relname <> 'schema_migrations'`,
      )
      assert.ok(rows.length > 180)
      for (const { table } of rows)
        assert.equal((await client.query(`select from ${table} limit 1`)).rowCount, 0, table)
    })
  })
})

describe('a database that was migrated with the replaced files', () => {
  test('a database of the replaced files runs only the later migrations and ends with the schema of a new database', async () => {
    const fresh = await withEmpty(async (client, url) => {
      assert.deepEqual(await migrate(url), files)
      assert.deepEqual(await migrate(url), [])
      return { schema: await describeDatabase(url), objects: await listObjects(client) }
    })
    await withOld(async (client, url) => {
      assert.deepEqual(await migrate(url), later)
      assert.deepEqual(await migrate(url), [])
      assert.deepEqual(await listObjects(client), fresh.objects)
      assert.equal(await describeDatabase(url), fresh.schema)
    })
    assert.equal(fresh.schema, readFileSync(new URL('../contracts/schema.sql', folder), 'utf8'))
  })

  test('a database that ran the replaced files and some later ones runs only the rest', async () => {
    await withOld(async (client, url) => {
      for (const name of later.slice(0, 5)) await run(client, name)
      assert.deepEqual(await migrate(url), later.slice(5))
    })
  })

  test('a database that ran all replaced files except the optional 0124 runs the later ones', async () => {
    await withOld(async (client, url) => {
      await client.query("delete from schema_migrations where name = '0124_uuidv7.sql'")
      assert.deepEqual(await migrate(url), later)
    })
  })

  test('a database of the replaced files loses their uuidv7 function, but not one that an operator created', async () => {
    const create = 'create function public.uuidv7() returns uuid language sql as $$ select gen_random_uuid() $$'
    const isThere = async (comment: string) =>
      withOld(async (client, url) => {
        await client.query(`${create}; comment on function public.uuidv7() is '${comment}'`)
        await migrate(url)
        const { rows } = await client.query("select to_regprocedure('public.uuidv7()') is not null as there")
        return rows[0].there
      })
    assert.deepEqual([await isThere('evident: dropped by 0380_drop_uuidv7.sql'), await isThere('ours')], [false, true])
  })

  const incomplete: Record<string, string> = {
    'is at 0360': "delete from schema_migrations where name > '0361'",
    'is at its first file': "delete from schema_migrations where name > '0002'",
    'lacks a file': "delete from schema_migrations where name = '0183_analytics.sql'",
    'ran another text of a file':
      "update schema_migrations set sha256 = repeat('0', 64) where name = '0110_loyalty.sql'",
    'lacks its last file, and has later ones':
      "update schema_migrations set name = '0380_drop_uuidv7.sql' where name = '0370_packed_products.sql'",
  }
  for (const [state, change] of Object.entries(incomplete))
    test(`a database of the replaced files is refused and stays unchanged if it ${state}`, async () => {
      await withOld(async (client, url) => {
        await client.query(change)
        const before = await readContents(client)
        await assert.rejects(migrate(url), (error: Error) => {
          assert.match(error.message, new RegExp(`^[^\\n]*\\b${lastCommitWithReplacedFiles}\\b[^\\n]*$`))
          return true
        })
        assert.deepEqual(await readContents(client), before)
      })
    })

  test('a database that cannot continue is refused by every command that migrates, with an error of one line', async () => {
    assert.match(lastCommitWithReplacedFiles, /^[0-9a-f]{40}$/)
    const dataDir = mkdtempSync(join(tmpdir(), 'evident-old-'))
    try {
      await withOld(async (client, url) => {
        await client.query("delete from schema_migrations where name > '0361'")
        const keys = { SECRET_KEY: 'a'.repeat(32), OLD_SECRET_KEY: 'b'.repeat(32) }
        for (const command of ['migrate', 'rotate-secret']) {
          const { PATH, NODE_COMPILE_CACHE } = process.env
          const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: dataDir, ...keys }
          const { status, stderr } = await evident(command, env)
          assert.equal(status, 1, command)
          assert.match(stderr, /^evident: this database is too old for this version\. [^\n]*`evident migrate`[^\n]*\n$/)
        }
      })
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

test('a migration that was interrupted within the baseline continues with the next file', async () => {
  await withEmpty(async (client, url) => {
    await createBookkeeping(client)
    for (const name of files.slice(0, 3)) await run(client, name)
    assert.deepEqual(await migrate(url), files.slice(3))
    assert.equal(await describeDatabase(url), readFileSync(new URL('../contracts/schema.sql', folder), 'utf8'))
  })
})

type Work<T> = (client: Client, url: string) => Promise<T>

const withEmpty = <T>(work: Work<T>): Promise<T> => within(createEmptyDatabase(), work)
const withOld = <T>(work: Work<T>): Promise<T> => within(createDatabase(nameOf(old)), work)
const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)

async function within<T>(creating: Promise<TestDatabase>, work: Work<T>): Promise<T> {
  const database = await creating
  try {
    return await connected(database.url, work)
  } finally {
    await database.drop()
  }
}

async function connected<T>(url: string, work: Work<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client, url)
  } finally {
    await client.end()
  }
}

/** Returns the files that ran, in order. */
async function migrate(url: string): Promise<string[]> {
  const before = new Set(await listApplied(url))
  await migrateSchema({ url, log: () => {} })
  return (await listApplied(url)).filter((name) => !before.has(name))
}

const listApplied = (url: string): Promise<string[]> =>
  connected(url, async (client) => {
    const { rows: tables } = await client.query("select to_regclass('schema_migrations') is not null as exists")
    if (!tables[0].exists) return []
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by at, name')
    return rows.map(({ name }) => name)
  })

async function runBaseline(client: Client): Promise<void> {
  for (const name of baseline) await client.query(readFileSync(new URL(name, folder), 'utf8'))
}

const createBookkeeping = (client: Client) =>
  client.query(
    'create table schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
  )

async function run(client: Client, name: string): Promise<void> {
  const text = readFileSync(new URL(name, folder), 'utf8')
  await client.query(text)
  await record(client, name, createHash('sha256').update(text).digest('hex'))
}

const record = (client: Client, name: string, sha256: string) =>
  client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])

const readContents = async (client: Client) => ({
  objects: await listObjects(client),
  applied: (await client.query('select * from schema_migrations order by name')).rows,
})

const evident = (command: string, env: NodeJS.ProcessEnv): Promise<{ status: number; stderr: string }> =>
  new Promise((resolve) => {
    const cli = new URL('../../server/entry/cli.ts', import.meta.url).pathname
    execFile(process.execPath, [cli, command], { env }, (error, _stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stderr }),
    )
  })
