import type { ArchivedTable, StoreTable } from '#platform/areas/archive.ts'
import { beyondText, cursorText, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, type Sql, sql } from '#platform/db/query.ts'
import type { RestoredId } from './schema.ts'

export type Column = { table: string; name: string; type: string; isId: boolean; isRequired: boolean }
export type Reference = { table: string; to: string; isRequired: boolean }

export const listColumns = (tx: StoreReads, tables: readonly string[]) =>
  tx.all<Column>(sql`
    select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type, a.atttypid = 'uuid'::regtype as "isId",
           a.attnotnull as "isRequired"
      from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[])
     order by c.relname, a.attnum`)

export const listReferences = (tx: StoreReads, tables: readonly string[]) =>
  tx.all<Reference>(sql`
    select c.relname::text as table, t.relname::text as to,
           coalesce((select bool_and(a.attnotnull) from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum = any(f.conkey)), false) as "isRequired"
      from pg_catalog.pg_constraint f
      join pg_catalog.pg_class c on c.oid = f.conrelid join pg_catalog.pg_class t on t.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace and c.oid <> t.oid
       and c.relname = any(${tables}::text[]) and t.relname = any(${tables}::text[])
     order by 1, 2`)

export const countContents = (tx: StoreReads) =>
  tx.first<{ products: number; orders: number; reviews: number; loyalty_members: number }>(sql`
    select (select count(*) from products where store_env_id = ${tx.storeEnvId}) as products,
           (select count(*) from orders where store_env_id = ${tx.storeEnvId}) as orders,
           (select count(*) from reviews where store_env_id = ${tx.storeEnvId}) as reviews,
           (select count(*) from loyalty_members where store_env_id = ${tx.storeEnvId}) as loyalty_members`)

export const hasContents = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from (select) one
     where exists (select from products where store_env_id = ${tx.storeEnvId})
        or exists (select from orders where store_env_id = ${tx.storeEnvId})
        or exists (select from reviews where store_env_id = ${tx.storeEnvId})
        or exists (select from loyalty_members where store_env_id = ${tx.storeEnvId})`)) !== undefined

export const deleteRows = (tx: StoreTx, table: StoreTable): Promise<number> =>
  tx.run(sql`delete from ${sql.ref(table)} where store_env_id = ${tx.storeEnvId}`)

/**
 * Any column name from the database's catalogue. The type lists only `store_env_id`, because the check of SQL
 * statements inserts each listed name, and every table has this column.
 */
export type ColumnName = 'store_env_id'

/** A type name as the database writes it. The check of SQL statements inserts `uuid`, the type of `store_env_id`. */
export type TypeName = 'uuid'
export type Columns = ReadonlyMap<ColumnName, TypeName>

export type Rows = {
  columns: Columns
  texts: readonly string[]
  changed: Columns
  changes: readonly string[]
  listed: Columns
  lists: ReadonlyMap<ColumnName, readonly (string | null)[]>
  empty: ReadonlySet<ColumnName>
}

/**
 * Inserts a batch. Each column of a plain type is sent as a list, and all other columns as one JSON list. With one
 * JSONB value per row, building and unpacking JSONB took half of the total time.
 */
export function insertingRows(tx: StoreTx, { table, made = {}, isAddedTo }: ArchivedTable, rows: Rows) {
  const { columns, texts, changed, changes, listed, lists, empty } = rows
  const names = [...columns.keys(), ...[...changed.keys()].map((_, at) => `changed${at}`), ...lists.keys()]
  // If a column has two values, the later one applies. The store's id is always this store's.
  const values = new Map<string, Sql>([
    ...[...columns.keys()].map((column) => [column, sql.ref(`r.${column}`)] as const),
    ...[...changed.keys()].map((column, at) => [column, sql.ref(`r.changed${at}`)] as const),
    ...[...lists.keys()].map((column) => [column, sql.ref(`r.${column}`)] as const),
    ...[...empty].map((column) => [column, sql.raw('null')] as const),
    ...Object.entries(made as Record<string, Sql>),
    ['store_env_id', sql`${tx.storeEnvId}`],
  ])
  return sql`
    insert into ${sql.ref(table)} (${sql.join([...values.keys()].map((column) => sql.ref(column)))})
    select ${sql.join([...values.values()])}
      from rows from (${sql.join([
        ...buildRecordset(columns, texts),
        ...buildRecordset(changed, changes),
        ...[...lists].map(([column, each]) => sql`unnest(${each}::${sql.raw(`${listed.get(column)}[]`)})`),
      ])}) as r(${sql.join(names.map((name) => sql.ref(name)))})
    ${isAddedTo ? sql`on conflict do nothing` : sql``}
    returning 1`
}

const buildRecordset = (columns: Columns, texts: readonly string[]) =>
  columns.size === 0
    ? []
    : [
        sql`json_to_recordset(${`[${texts.join(',')}]`}::json) as (${sql.join(
          [...columns].map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
        )})`,
      ]

export const insertingIds = (
  tx: StoreTx,
  importId: string,
  type: string,
  from: readonly string[],
  to: readonly string[],
) => sql`
    insert into restored_ids (store_env_id, import_id, type, from_id, to_id)
    select ${tx.storeEnvId}, ${importId}, ${type}, i.old, i.new
      from unnest(${from}::uuid[], ${to}::uuid[]) as i(old, new)
    returning 1`

export async function listIds(tx: StoreReads, importId: string, request: PageRequest & { type?: string }) {
  const isOfType = request.type === undefined ? sql`` : sql`and r.type = ${request.type}`
  const isBehind = beyondText(request, { at: 'r.type', id: 'r.to_id', direction: 'asc' })
  const total = request.includeTotal
    ? sql`(select count(*) from restored_ids r where r.store_env_id = ${tx.storeEnvId} and r.import_id = ${importId} ${isOfType})`
    : sql`null::bigint`
  const rows = await tx.all<{ total: number | null } & (RestoredId | { type: null })>(sql`
    select ${total} as total, r.* from imports i left join lateral (
      select r.type, r.from_id as from, r.to_id as to from restored_ids r
       where r.store_env_id = ${tx.storeEnvId} and r.import_id = ${importId} ${isOfType} ${isBehind}
       order by r.type, r.to_id limit ${fetchLimit(request)}) r on true
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${importId}`)
  if (rows.length === 0) return undefined
  const found = rows.filter((row): row is RestoredId & { total: number | null } => row.type !== null)
  return toPage(
    found,
    request,
    (row) => ({ at: cursorText(row.type), id: row.to }),
    ({ type, from, to }): RestoredId => ({ type, from, to }),
    rows[0]?.total ?? undefined,
  )
}

export const insertRestore = (tx: StoreTx, importId: string, fileKey: string) =>
  tx.run(sql`
    insert into archive_restores (store_env_id, import_id, file_key, created_at)
    values (${tx.storeEnvId}, ${importId}, ${fileKey}, ${tx.now})`)

export type Work = { fileKey: string | null; tries: number; status: string; dryRun: boolean }

export const lockRestore = (tx: StoreTx, importId: string) =>
  tx.first<Work>(sql`
    select a.file_key as "fileKey", a.tries, i.status, i.dry_run as "dryRun"
      from archive_restores a join imports i on i.store_env_id = ${tx.storeEnvId} and i.id = a.import_id
     where a.store_env_id = ${tx.storeEnvId} and a.import_id = ${importId} for update of a`)

/** `tries` identifies the run. Reads without a lock, because the restore's transaction has a lock until it commits. */
export const isRunning = async (tx: StoreReads, importId: string, tries: number): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from archive_restores a join imports i on i.store_env_id = ${tx.storeEnvId} and i.id = a.import_id
     where a.store_env_id = ${tx.storeEnvId} and a.import_id = ${importId} and a.tries = ${tries}
       and i.status = 'running'`)) !== undefined

export const updateTried = (tx: StoreTx, importId: string) =>
  tx.run(sql`
    update archive_restores set tries = tries + 1 where store_env_id = ${tx.storeEnvId} and import_id = ${importId}`)

/** Only one run of a restore can hold the lock. The end of the transaction releases it. */
export const takeTurn = async (tx: StoreTx, importId: string): Promise<boolean> =>
  (
    await tx.first<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`restore ${importId}`}::text, 0)) as taken`)
  )?.taken === true

export const updateFileRemoved = (tx: StoreTx, importId: string) =>
  tx.run(sql`
    update archive_restores set file_key = null where store_env_id = ${tx.storeEnvId} and import_id = ${importId}`)

export const listStalled = (tx: StoreReads, since: Date) =>
  tx.all<{ id: string }>(sql`
    select a.import_id as id from archive_restores a
      join imports i on i.store_env_id = ${tx.storeEnvId} and i.id = a.import_id
     where a.store_env_id = ${tx.storeEnvId} and i.status in ('queued', 'running') and i.updated_at < ${since}`)

export const listEndedFiles = (tx: StoreReads) =>
  tx.all<{ id: string; fileKey: NotNull<string> }>(sql`
    select a.import_id as id, a.file_key as "fileKey" from archive_restores a
      join imports i on i.store_env_id = ${tx.storeEnvId} and i.id = a.import_id
     where a.store_env_id = ${tx.storeEnvId} and a.file_key is not null and i.status in ('completed', 'failed')
     order by a.import_id limit 100`)

export const listUnknownFiles = async (tx: StoreReads, keys: readonly string[]): Promise<string[]> => {
  const rows = await tx.all<{ key: string }>(sql`
    select k.key from unnest(${keys}::text[]) as k(key)
     where not exists (select from archive_restores a where a.store_env_id = ${tx.storeEnvId} and a.file_key = k.key)`)
  return rows.map((row) => row.key)
}

export const hasFiles = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(
    sql`select 1 as one from archive_restores a where a.store_env_id = ${tx.storeEnvId} and a.file_key is not null limit 1`,
  )) !== undefined
