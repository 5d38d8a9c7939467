// Fills every table with rows whose values are the samples of samples.ts, so that statements find, change and delete rows.
import type { Client } from 'pg'
import { sampleId, sampleInstant } from './samples.ts'

export type FilledRow = { table: string; text: string; values: unknown[] }

type Column = { table: string; name: string; type: string; required: boolean; inKey: boolean; words: string[] | null }

const tries = 300
/** Ids of the second and third sample rows. Only the third row belongs to another store and organization. */
const otherId = sampleId.replace(/0$/, '1')
const foreignId = sampleId.replace(/0$/, '2')

/** Foreign keys are not checked, so rows need no order. Returns the rows that the database accepted. */
export async function fillTables(client: Client): Promise<{ rows: FilledRow[]; empty: string[] }> {
  const { rows: columns } = await client.query<Column>(catalogue)
  const rows: FilledRow[] = []
  const empty: string[] = []
  await client.query('set session_replication_role = replica')
  for (const [table, own] of Map.groupBy(columns, (each) => each.table)) {
    const before = rows.length
    for (const id of [sampleId, otherId, foreignId]) {
      const row = await findRow(client, table, own, id)
      if (row) rows.push(row)
    }
    if (rows.length === before) empty.push(table)
  }
  await client.query('set session_replication_role = origin')
  return { rows, empty }
}

/** Check constraints allow few combinations, so others are tried until the database accepts one. */
async function findRow(client: Client, table: string, columns: Column[], id: string): Promise<FilledRow | undefined> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const random = startRandom(attempt)
    const values = columns.map((column) => makeValue(column, id, attempt, random))
    const text = `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')})`
    try {
      await client.query(text, values)
      return { table, text, values }
    } catch (error) {
      // A row with this key exists, such as the only row of a table.
      if ((error as { code?: string }).code === '23505') return undefined
    }
  }
  return undefined
}

function makeValue({ name, type, required, inKey, words }: Column, id: string, attempt: number, random: () => number) {
  const other = attempt > 0
  const isForeign = id === foreignId
  if (name === 'store_env_id' || name === 'organization_id') return isForeign ? foreignId : sampleId
  if (!required && other && random() < 0.5) return null
  const pick = <T>(all: readonly T[]): T => all[other ? Math.floor(random() * all.length) : 0] as T
  if (type.endsWith('[]')) return type === 'uuid[]' || type === 'text[]' ? (words ? [pick(words)] : [sampleId]) : []
  if (words && type === 'text') return pick(words)
  // Statements convert times to the zone of a row.
  if (name.endsWith('timezone')) return 'Europe/London'
  switch (type.replace(/\(.*\)/, '')) {
    case 'uuid':
      return inKey ? id : sampleId
    case 'timestamp with time zone':
      return pick([sampleInstant, '2026-01-02T00:00:00.000Z', '2025-12-31T00:00:00.000Z'])
    case 'date':
      return sampleInstant.slice(0, 10)
    case 'boolean':
      return pick([true, false])
    case 'jsonb':
      return pick(['{}', '[]', '{"a": 1}', '1', '"a"'])
    case 'bytea':
      return inKey
        ? Buffer.from(id)
        : pick([Buffer.from(sampleId), Buffer.alloc(32, 1), Buffer.alloc(64, 1), Buffer.alloc(16, 1)])
    case 'text':
      return inKey && id !== sampleId
        ? id
        : pick([sampleId, 'a', 'EUR', 'en', 'A1', 'a@example.com', 'a'.repeat(64), '2026-01', 'https://example.com/'])
    default:
      return pick([1, 0, 2, 5, 100])
  }
}

/** Empties the table. Rows of other tables that refer to the deleted rows are not deleted. */
export async function emptyTable(client: Client, table: string): Promise<void> {
  await client.query('begin; set local session_replication_role = replica')
  await client.query(`delete from ${table}`)
  await client.query('commit')
}

/** Replaces samples that their parameter's type does not accept. */
export function fitValue(value: unknown, type: string): unknown {
  if (Array.isArray(value)) return value.map((each) => fitValue(each, type.replace('[]', '')))
  if (typeof value !== 'string') return value
  if (type === 'date') return sampleInstant.slice(0, 10)
  if (type.startsWith('timestamp')) return sampleInstant
  return ['numeric', 'bigint', 'integer', 'smallint', 'xid'].includes(type) ? '1' : value
}

/** Generates the same numbers for a seed, so that two runs compare the same rows. */
function startRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const catalogue = `
  select n.nspname || '.' || quote_ident(c.relname) as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attnotnull as required,
         exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) as "inKey",
         (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m)
            from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey[1] = a.attnum and cardinality(k.conkey) = 1
             and pg_get_constraintdef(k.oid) like '%''::text%' limit 1) as words
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
   where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname <> 'schema_migrations'
   order by 1, a.attnum`
