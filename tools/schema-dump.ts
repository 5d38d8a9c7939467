// The dump is for readers only. A diff of contracts/schema.sql shows a migration's real effect.
import { Client } from 'pg'
import { startTestCluster } from '../test/support/cluster.ts'
import { withDatabase } from '../test/support/database.ts'

export async function withMigratedDatabase<T>(work: (url: string, secretKey: string) => Promise<T>): Promise<T> {
  const cluster = await startTestCluster(process.env.TEST_DATABASE_URL, process.env.TEST_OWNER_URL, '')
  const { TEST_DATABASE_URL = '', TEST_TEMPLATE = '', TEST_SECRET_KEY = '' } = cluster.environment
  const scratch = `${TEST_TEMPLATE}_schema`
  try {
    const admin = await connect(TEST_DATABASE_URL)
    await admin.query(`create database ${scratch} template ${TEST_TEMPLATE} strategy file_copy`)
    await admin.query(`revoke temporary on database ${scratch} from public`)
    await admin.end()
    return await work(withDatabase(TEST_DATABASE_URL, scratch), TEST_SECRET_KEY)
  } finally {
    await cluster.stop()
  }
}

export async function describeDatabase(url: string): Promise<string> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ text: string }>(catalogue)
    return `-- Generated from the migrated database; do not edit.\n\n${rows.map((row) => row.text).join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const catalogue = `
with tables as (
  select c.oid, n.nspname || '.' || c.relname as name, c.relrowsecurity, c.relforcerowsecurity
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and n.nspname in ('public', 'auth')
), lines as (
  select t.oid, 1 as part, a.attnum as place,
         '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end ||
         coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select t.oid, 2, row_number() over (partition by t.oid order by c.conname), '  constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
    from tables t join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c')
), afterwards as (
  select t.oid, 1 as part, indexdef || ';' as line
    from tables t join pg_index i on i.indrelid = t.oid and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    cross join lateral pg_get_indexdef(i.indexrelid) as indexdef
  union all
  select t.oid, 2, 'row level security: ' || case when relforcerowsecurity then 'forced' when relrowsecurity then 'enabled' else 'off' end from tables t
  union all
  select t.oid, 3, 'policy ' || p.polname || ' to ' || coalesce((select string_agg(rolname, ', ' order by rolname) from pg_roles where oid = any(p.polroles) and rolname ~ '^evident_(app|system|auth|worker|definer)$'), case when p.polroles = '{0}' then 'everyone' else 'the owner' end) ||
         ' using ' || pg_get_expr(p.polqual, p.polrelid)
    from tables t join pg_policy p on p.polrelid = t.oid
)
select 'create table ' || t.name || ' (' || e'\\n' ||
       (select string_agg(line, e',\\n' order by part, place) from lines l where l.oid = t.oid) || e'\\n);' ||
       (select string_agg(e'\\n-- ' || line, '' order by part, line) from afterwards a where a.oid = t.oid) as text
  from tables t order by t.name`
