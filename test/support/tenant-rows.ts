// Makes rows for any tenant table from the catalogue alone, so that a new table is filled and tested without being named
// here.
import type { Client } from 'pg'
import { compile, type Query, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'

export type Column = { name: string; type: string; required: boolean; check: string | null }
export type ForeignKey = { columns: string[]; target: string; targetColumns: string[] }
export type TenantTable = { name: string; columns: Column[]; foreignKeys: ForeignKey[] }
export type Row = Record<string, unknown>

export async function tenantTables(client: Client): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(catalogue)
  return inOrder(rows.map((table) => ({ ...table, foreignKeys: [...table.foreignKeys, ...namedIn(table, rows)] })))
}

/**
 * Finds references by column name. The `endpoint_id` of a delivery, for example, has no foreign key but refers to an
 * endpoint.
 */
function namedIn({ name, columns }: TenantTable, tables: TenantTable[]): ForeignKey[] {
  return columns
    .filter((column) => column.required && column.type === 'uuid')
    .flatMap((column) => {
      const plural = /^(.+)_id$/.exec(column.name)?.[1]?.concat('s')
      const named = tables.filter((each) => each.name === plural || each.name.endsWith(`_${plural}`))
      const [target] = named.filter((each) => each.name !== name && each.columns.some(({ name }) => name === 'id'))
      return target && named.length === 1
        ? [{ columns: [column.name], target: target.name, targetColumns: ['id'] }]
        : []
    })
}

/** Inserts a row into each of the tables. Unconstrained text gets the value of `marker`. */
export async function insertTenant(client: Client, tables: TenantTable[], storeEnvId: string, marker: string) {
  const made = new Map<string, Row>()
  for (const table of tables) {
    const row = makeRow(table, storeEnvId, marker, made)
    const { text, values = [] } = compile(buildInsert(table.name, row))
    await client.query(text, [...values])
    made.set(table.name, row)
  }
  return made
}

export function buildInsert(table: string, row: Row): Query<unknown> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  return sql`insert into ${sql.ref(table)} (${columns}) values (${sql.join(Object.values(row).map((value) => sql`${value}`))})`
}

export function makeRow(table: TenantTable, storeEnvId: string, marker: string, parents: Map<string, Row>): Row {
  const row: Row = {}
  for (const column of table.columns)
    if (column.required || (column.type === 'text' && column.check === null))
      row[column.name] = valueFor(column, marker)
  for (const { columns, target, targetColumns } of table.foreignKeys) {
    const parent = parents.get(target)
    if (parent) for (const [i, name] of columns.entries()) row[name] = parent[targetColumns[i] ?? '']
  }
  // The webhook belongs to the store, because a gallery's webhook is in no list.
  const ofStore = table.name === 'webhook_endpoints' && { gallery_id: null, shop_connection_id: null }
  // The planted entry is the first of the ledger, so that later entries come after it.
  const first =
    (table.name === 'evidence_entries' && { seq: 0 }) || (table.name === 'evidence_nodes' && { level: 0, place: 0 })
  return { ...row, ...ofStore, ...first, store_env_id: storeEnvId }
}

/** Returns all of a tenant's data as one text. Equal texts before and after a call prove that the call changed no data. */
export async function readContents(client: Client, tables: TenantTable[], storeEnvId: string): Promise<string> {
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, to_jsonb(t)::text as row from ${name} t where store_env_id = $1`,
  )
  const { rows } = await client.query(`${parts.join(' union all ')} order by 1, 2`, [storeEnvId])
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n')
}

/** Returns a valid value for a column. A column with a list of allowed values gets the first value. */
function valueFor({ name, type, check }: Column, marker: string): unknown {
  switch (type.replace(/\(.*\)/, '')) {
    case 'text':
      return /'([^']*)'::text/.exec(check ?? '')?.[1] ?? marker
    case 'text[]':
      return [marker]
    case 'uuid[]':
      return [newId()]
    case 'bigint[]':
    case 'integer[]':
      return [1]
    case 'uuid':
      return newId()
    case 'bytea':
      return Buffer.from(marker)
    case 'jsonb':
      return { marker }
    case 'boolean':
      return true
    case 'date':
    case 'timestamp with time zone':
      return '2026-11-01T00:00:00Z'
    case 'integer':
    case 'smallint':
    case 'bigint':
    case 'numeric':
      return 1
    default:
      throw new Error(`no value known for the column ${name} of type ${type}`)
  }
}

function inOrder(tables: TenantTable[]): TenantTable[] {
  const ordered: TenantTable[] = []
  const begun = new Set<TenantTable>()
  const add = (table: TenantTable) => {
    if (begun.has(table)) return
    begun.add(table)
    for (const { target } of table.foreignKeys) {
      const parent = tables.find((each) => each.name === target)
      if (parent) add(parent)
    }
    ordered.push(table)
  }
  tables.forEach(add)
  return ordered
}

const catalogue = `
select c.relname as name,
       (select json_agg(json_build_object(
                 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull and not a.atthasdef,
                 'check', (select string_agg(pg_get_constraintdef(k.oid), ' ' order by cardinality(k.conkey), k.conname) from pg_constraint k
                            where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey))) order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select json_agg(json_build_object(
                 'target', k.confrelid::regclass::text,
                 'columns', (select json_agg(attname order by place) from unnest(k.conkey) with ordinality u(n, place)
                               join pg_attribute on attrelid = k.conrelid and attnum = n),
                 'targetColumns', (select json_agg(attname order by place) from unnest(k.confkey) with ordinality u(n, place)
                               join pg_attribute on attrelid = k.confrelid and attnum = n)))
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys"
  from pg_class c
 where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   and exists (select from pg_policy where polrelid = c.oid and pg_get_expr(polqual, c.oid) like '%app.store_env_id%')
 order by 1`
