// Checks the application's database rights, in case every other guard fails. Reads the rights from the catalogue, and
// also tries statements as each role.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { deriveLogin, ensureLogins, type Group, groups } from '#platform/db/roles.ts'
import { asApplication, createDatabase, type TestDatabase, withUser } from '#test/database.ts'
import { tenantTables } from '#test/tenant-rows.ts'

let database: TestDatabase
let owner: Client
let tables: string[]
before(async () => {
  database = await createDatabase()
  owner = new Client({ connectionString: database.url })
  await owner.connect()
  tables = (await tenantTables(owner)).map(({ name }) => name)
})
after(async () => {
  await owner.end()
  await database.drop()
})

const login = (group: Group) => deriveLogin(group, database.secretKey).user
const column = async (text: string, values: unknown[] = []): Promise<string[]> =>
  (await owner.query({ text, values, rowMode: 'array' })).rows.map(([value]) => String(value))

test("no service role bypasses row-level security; each login has one group's rights", async () => {
  for (const group of groups) {
    const both = [group, login(group)]
    const strong = await column(
      `select rolname from pg_roles where rolname = any($1)
          and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)`,
      [both],
    )
    assert.deepEqual(strong, [])
    const memberGroups = await column(
      'select roleid::regrole::text from pg_auth_members where member = any(select oid from pg_roles where rolname = any($1))',
      [both],
    )
    assert.deepEqual(memberGroups, [group])
  }
})

test('if the database server refuses settings on a login, the error names the statement to run', async () => {
  const secretKey = randomBytes(32).toString('hex')
  const user = `weak_${randomBytes(4).toString('hex')}`
  await owner.query(`create role ${user} login password 'weak'`)
  await owner.query(`grant select, insert on app.login_roles to ${user}; grant usage on schema app to ${user}`)
  for (const group of groups) await owner.query(`create role ${deriveLogin(group, secretKey).user} login`)
  const weak = new Client({ connectionString: withUser(database.url, user, 'weak') })
  await weak.connect()
  try {
    await assert.rejects(ensureLogins(weak, database.url, secretKey), ({ message }: Error) => {
      assert.match(
        message,
        /refuses settings .* run as an administrator: alter role "evident_app_\w+" set TimeZone = 'UTC';$/,
      )
      return !message.includes('\n')
    })
  } finally {
    await weak.end()
    for (const group of groups) await owner.query(`drop role ${deriveLogin(group, secretKey).user}`)
    await owner.query(`drop owned by ${user}; drop role ${user}`)
  }
})

test('the application owns no object', async () => {
  for (const group of ['evident_app', 'evident_system', 'evident_auth'] as const) {
    const owned = await column(
      `select classid::regclass || ' ' || objid from pg_shdepend where deptype = 'o' and refclassid = 'pg_authid'::regclass
          and refobjid in (select oid from pg_roles where rolname = any($1)) and dbid in (0, (select oid from pg_database where datname = current_database()))`,
      [[group, login(group)]],
    )
    assert.deepEqual(owned, [], group)
  }
})

test('the application can read neither sign-ins nor the queue, and cannot create objects', async () => {
  const reach = await column(
    `select nspname from pg_namespace where nspname in ('auth', 'graphile_worker') and has_schema_privilege($1, oid, 'usage')
     union all select nspname from pg_namespace where has_schema_privilege($1, oid, 'create') and nspname !~ '^pg_temp'
     union all select 'the database' where has_database_privilege($1, current_database(), 'create')`,
    [login('evident_app')],
  )
  assert.deepEqual(reach, [])
})

test('in tables of stores, the application can read and write rows, but not TRUNCATE', async () => {
  const rights = await column(
    `select t || ' ' || p from unnest($2::text[]) t, unnest('{truncate,references,trigger}'::text[]) p where has_table_privilege($1, t, p)`,
    [login('evident_app'), tables],
  )
  assert.deepEqual(rights, [])
  // Proves that the query works: it reports a right that the application does have.
  const reads = await column("select has_table_privilege($1, 'products', 'delete')", [login('evident_app')])
  assert.deepEqual(reads, ['true'])
})

test('no other role has any right to a table of stores', async () => {
  const others = [...groups.filter((group) => group !== 'evident_app').map(login), 'public']
  const rights = await column(
    `select r || ' ' || t || ' ' || p from unnest($1::text[]) r, unnest($2::text[]) t, unnest('{select,insert,update,delete,truncate}'::text[]) p
      where has_table_privilege(r, t, p)`,
    [others, tables],
  )
  assert.deepEqual(rights, [])
})

test('the audit log is append-only', async () => {
  const rights = await column(
    `select p from unnest('{update,delete,truncate}'::text[]) p where has_table_privilege($1, 'audit_log', p) or has_table_privilege($2, 'audit_log', p)`,
    [login('evident_app'), login('evident_system')],
  )
  assert.deepEqual(rights, [])
})

test('as the application, no statement disables row-level security or changes the role', async () => {
  const attempts: [string, string][] = [
    ['set row_security = off; select * from reviews', '42501'],
    ['truncate reviews', '42501'],
    ['alter table reviews disable row level security', '42501'],
    ['alter table reviews no force row level security', '42501'],
    ['create policy open on reviews using (true)', '42501'],
    ['drop policy tenant on reviews', '42501'],
    ['alter role current_user bypassrls', '42501'],
    ['set role evident_system', '42501'],
    ['set role evident_worker', '42501'],
    [`set session authorization ${owner.escapeIdentifier(owner.user ?? '')}`, '42501'],
    [`set role ${owner.escapeIdentifier(owner.user ?? '')}`, '42501'],
    ["copy reviews from program 'true'", '42501'],
    ["select pg_read_file('/etc/hostname')", '42501'],
    ['select * from auth.session', '42501'],
    ['select * from graphile_worker._private_jobs', '42501'],
    [`create function public.bad() returns int language sql as 'select 1'`, '42501'],
    ['create extension if not exists dblink', '42501'],
  ]
  await asApplication(database, async (client) => {
    for (const [statement, code] of attempts) {
      const outcome = await client.query(statement).then(
        () => 'done',
        (error) => error.code,
      )
      assert.equal(outcome, code, statement)
      await client.query('reset row_security')
    }
  })
})
