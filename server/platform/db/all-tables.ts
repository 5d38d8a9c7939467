// Backups contain no schema: migrations create it, and a backup names its migrations.
import type { Client } from 'pg'

export type Table = { schema: string; name: string; columns: string[] }
export type Migration = { name: string; sha256: string }

const rowsAtOnce = 500
const batchBytes = 4 * 1024 ** 2

export const quoted = ({ schema, name }: Pick<Table, 'schema' | 'name'>, client: Client) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`

export const listMigrations = async (client: Client): Promise<Migration[]> =>
  (await client.query<Migration>('select name, sha256 from schema_migrations order by name')).rows

/**
 * Login roles, worker leases and store visits are not included: processes create new ones, and after a restore the
 * nightly job visits every store.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
           array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('app', 'auth', 'public', 'graphile_worker')
       and not (n.nspname = 'public' and c.relname = 'schema_migrations')
       and not (n.nspname = 'graphile_worker' and c.relname = 'migrations')
       and not (n.nspname = 'app' and c.relname in ('login_roles', 'job_workers', 'store_visits'))
     group by 1, 2 order by 1, 2`)
  return rows
}

/** Every later read sees the database as of this moment. A policy that would hide a row raises an error instead. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local row_security = off; set local timezone = 'UTC'; set local datestyle = 'ISO';
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
}

/**
 * Yields batches of lines, one row per line, in PostgreSQL's JSON, so no digit is lost. `counted` is called with the
 * number of rows of each batch.
 */
export async function* streamLines(
  client: Client,
  table: Table,
  counted: (rows: number) => void,
): AsyncGenerator<string> {
  await client.query(
    `declare backup no scroll cursor for select to_json(t)::text as row from only ${quoted(table, client)} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from backup`)
    if (rows.length === 0) break
    counted(rows.length)
    yield rows.map(({ row }) => `${row.replaceAll('\n', ' ')}\n`).join('')
  }
  await client.query('close backup')
}

export const endSnapshot = (client: Client) => client.query('commit')

/** True if the database contains data of an installation. */
export const isInUse = async (client: Client): Promise<boolean> =>
  Boolean((await client.query('select from organizations limit 1')).rowCount)

/** Foreign keys are not checked during the load: the snapshot was consistent, and tables refer to each other in circles. */
export async function beginFilling(client: Client, tables: readonly Table[]): Promise<void> {
  await client.query('begin')
  await client.query(`set local session_replication_role = replica; set local row_security = off;
    set local timezone = 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = 0`)
  // `store_visits` refers to `stores`, so both must be truncated together.
  await client.query(`truncate app.store_visits, ${tables.map((table) => quoted(table, client)).join(', ')}`)
}

export async function fill(client: Client, table: Table, lines: AsyncIterable<string>): Promise<number> {
  const into = quoted(table, client)
  const columns = table.columns.map((column) => client.escapeIdentifier(column))
  const insert = `insert into ${into} (${columns.join(', ')}) overriding system value
    select ${columns.map((column) => `r.${column}`).join(', ')}
      from unnest($1::text[]) as l(line) cross join lateral json_populate_record(null::${into}, l.line::json) r`
  let rows = 0
  let batch: string[] = []
  let bytes = 0
  const write = async () => {
    rows += (await client.query(insert, [batch])).rowCount ?? 0
    batch = []
    bytes = 0
  }
  for await (const line of lines) {
    batch.push(line)
    bytes += line.length
    if (batch.length >= rowsAtOnce || bytes > batchBytes) await write()
  }
  if (batch.length > 0) await write()
  return rows
}

/** Sets sequences to continue after the loaded rows, and unlocks jobs that former processes had locked. */
export async function finishFilling(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string; column: string }>(`
    select n.nspname as schema, c.relname as name, a.attname as column from pg_class c
      join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and n.nspname in ('app', 'auth', 'public', 'graphile_worker') and a.attidentity <> ''
       and not a.attisdropped`)
  for (const { column, ...table } of rows) {
    const [name, of] = [client.escapeLiteral(quoted(table, client)), client.escapeIdentifier(column)]
    await client.query(
      `select setval(pg_get_serial_sequence(${name}, ${client.escapeLiteral(column)}), coalesce(max(${of}), 0) + 1, false)
         from ${quoted(table, client)}`,
    )
  }
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
}

export const keepFilled = (client: Client) => client.query('commit')
