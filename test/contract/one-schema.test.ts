// A migration that is put in before others leaves no difference between databases that are new and those that have run the others.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Client } from 'pg'
import { migrateSchema } from '#platform/db/migrate.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { describeDatabase } from '../../tools/schema-dump.ts'

const folder = new URL('../../migrations/', import.meta.url)
const putIn = '0124_uuidv7.sql'
const afterIt = '0380_drop_uuidv7.sql'

/** As an operator did by hand where the server has no function of that name. */
const byHand = 'create function public.uuidv7() returns uuid language sql as $$ select gen_random_uuid() $$'

test('a new database and one from before a migration was put in end with one schema', async () => {
  const isNewServer = await withEmpty(hasFunction)
  const fresh = await withEmpty(async (client, url) => {
    await migrateSchema({ url, log: () => {} })
    return { schema: await describeDatabase(url), functions: await functionsOf(client) }
  })
  const old = await withEmpty(async (client, url) => {
    if (!isNewServer) await client.query(byHand)
    await migrateAsBefore(client)
    await migrateSchema({ url, log: () => {} })
    if (!isNewServer) assert.ok(await hasFunction(client), 'the function that an operator made was dropped')
    await client.query('drop function if exists public.uuidv7()')
    return { schema: await describeDatabase(url), functions: await functionsOf(client) }
  })
  assert.equal(old.schema, fresh.schema)
  assert.deepEqual(old.functions, fresh.functions)
  assert.equal(fresh.schema, readFileSync(new URL('../contracts/schema.sql', folder), 'utf8'))
  assert.ok(fresh.functions.length > 20)
  assert.ok(!fresh.functions.some(({ name }) => name.includes('uuidv7')))
})

test('the function for older servers makes UUIDs of version 7 in the order of time, and goes again', async () => {
  await withEmpty(async (client) => {
    // Where the server has the function itself, the text is run as an older server would.
    const text = readFileSync(new URL(putIn, folder), 'utf8')
    await client.query(text.replace("to_regprocedure('uuidv7()')", "to_regprocedure('public.uuidv7()')"))
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const { rows } = await client.query('select public.uuidv7() as id, pg_sleep(0.002)')
      ids.push(rows[0].id)
    }
    for (const id of ids) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const ms = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
      assert.ok(Math.abs(ms - Date.now()) < 60_000, `${id} is of ${new Date(ms).toISOString()}`)
    }
    assert.deepEqual(ids, ids.toSorted())
    await client.query(readFileSync(new URL(afterIt, folder), 'utf8'))
    const { rows } = await client.query("select to_regprocedure('public.uuidv7()') is null as gone")
    assert.ok(rows[0].gone)
  })
})

async function withEmpty<T>(work: (client: Client, url: string) => Promise<T>): Promise<T> {
  const database = await createEmptyDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return await work(client, database.url)
  } finally {
    await client.end()
    await database.drop()
  }
}

async function hasFunction(client: Client): Promise<boolean> {
  const { rows } = await client.query("select to_regprocedure('uuidv7()') is not null as there")
  return rows[0].there
}

/** Runs the files that there were when this one was not, in their order. */
async function migrateAsBefore(client: Client): Promise<void> {
  await client.query(
    'create table schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
  )
  for (const name of readdirSync(folder).sort()) {
    if (name === putIn || name >= '0380') continue
    const text = readFileSync(new URL(name, folder), 'utf8')
    await client.query('begin')
    await client.query(text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  }
}

async function functionsOf(client: Client): Promise<{ name: string }[]> {
  const { rows } = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name, p.prosrc as body, p.prosecdef as definer, p.proconfig as settings,
           p.proowner::regrole::text as owner,
           (select array_agg(a::text order by a::text) from unnest(p.proacl) a) as rights
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) order by 1`)
  return rows
}
