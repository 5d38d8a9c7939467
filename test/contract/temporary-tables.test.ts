// PostgreSQL searches the temporary schema first unless search_path places it last.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { asApplication, createEmptyDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let owner: Client
let name: string
before(async () => {
  // Rights on a database are not copied from the template, so this database is migrated like a new installation.
  database = await createEmptyDatabase()
  await start()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
  name = owner.escapeIdentifier((await owner.query('select current_database() as name')).rows[0].name)
})
after(async () => {
  await owner.end()
  await database.drop()
})

const start = () => migrate({ url: database.url, secretKey: database.secretKey, log: () => {} })

const digest = randomBytes(32)
const organization = '01900000-0000-7000-8000-000000000001'
const store = '01900000-0000-7000-8000-000000000002'

/** Forged rows that would give a stranger access if the trusted functions read them: an API key, a paid store and its origin. */
const forgeries = [
  `create temporary table api_keys as select '${organization}'::uuid as id, '${organization}'::uuid as organization_id,
     'ADMIN' as role, '{}'::text[] as scopes, null::timestamptz as expires_at, now() as first_used_at,
     now() as last_used_at, '\\x${digest.toString('hex')}'::bytea as digest`,
  `create temporary table subscriptions as select '${store}'::uuid as store_env_id, '${organization}'::uuid as organization_id,
     'scale' as plan, 'active' as status, null::timestamptz as trial_ends_at, null::timestamptz as current_period_ends_at,
     null::timestamptz as past_due_since`,
  `create temporary view stores as select '${store}'::uuid as id, '${organization}'::uuid as organization_id,
     current_user::text as name, '{https://forged.example}'::text[] as origins, 'UTC' as timezone`,
]

test('the application creates no temporary table, view or function', async () => {
  await asApplication(database, async (client) => {
    for (const forgery of [...forgeries, "create function pg_temp.own() returns int language sql as 'select 1'"])
      await assert.rejects(client.query(forgery), { code: '42501' }, forgery)
  })
})

test('the trusted functions ignore a forged temporary table even where temporary tables are allowed', async () => {
  await owner.query(`grant temporary on database ${name} to public`)
  await asApplication(database, async (client) => {
    for (const forgery of forgeries) await client.query(forgery)
    const queryRows = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
    assert.deepEqual(await queryRows('select * from app.find_store($1)', [store]), [])
    const origins = [['https://forged.example']]
    assert.deepEqual(await queryRows('select app.is_storefront_origin($1) as found', origins), [{ found: false }])
    await client.query('begin')
    assert.deepEqual(await queryRows('select * from app.enter_as_key($1, $2)', [digest, store]), [])
    const entered = await queryRows("select current_setting('app.organization_id', true) as id", [])
    assert.ok(!entered[0].id)
  })
})

test('each start revokes the right to temporary tables, for example after restoring a dump', async () => {
  await owner.query(`grant temporary on database ${name} to public`)
  await start()
  await asApplication(database, (client) =>
    assert.rejects(client.query('create temporary table t (id int)'), { code: '42501' }),
  )
})

test('the role of the trusted functions can read API keys but neither reviews nor users', async () => {
  const { rows } = await owner.query(
    `select has_table_privilege('evident_definer', 'reviews', 'select') as reviews,
            has_schema_privilege('evident_definer', 'auth', 'usage') as users,
            has_table_privilege('evident_definer', 'api_keys', 'update') as writes,
            has_table_privilege('evident_definer', 'api_keys', 'select') as keys`,
  )
  assert.deepEqual(rows, [{ reviews: false, users: false, writes: false, keys: true }])
})
