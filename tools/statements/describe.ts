// Asks a migrated database what it makes of a statement: the types of its parameters, and the names, types and nullability of
// its columns. The statement is never run: it is prepared, and made the body of a function whose parse tree is read.
import type { Client, QueryResult } from 'pg'
import { type Catalogue, type Column, readTree } from './parse-tree.ts'

export type Described = {
  /** As PostgreSQL names them: `uuid`, `text[]`. */
  parameters: string[]
  requiredParameters: ReadonlySet<number>
  columns: (Column & { type: string; words?: readonly string[] | undefined })[]
}

export type Describe = (text: string) => Promise<Described | { refusal: string }>

export async function openDescriber(client: Client): Promise<Describe> {
  const catalogue = await readCatalogue(client)
  await client.query('create schema if not exists check_statements')
  return async (text) => {
    try {
      // What sets something for the transaction has neither parameters nor columns, and cannot be prepared.
      if (/^\s*set local /.test(text)) {
        await client.query(`begin; ${text}; rollback`)
        return { parameters: [], requiredParameters: new Set(), columns: [] }
      }
      // Several at a time, since there are more than a thousand to ask for.
      const prepared = await client.query(`deallocate all; prepare described as ${text}; ${typesOfPrepared}`)
      const { parameters, columns } = lastRow<{ parameters: string[]; columns: string[] | null }>(prepared)
      const made = await client.query(
        `begin; create function check_statements.described(${parameters.join(', ')}) returns void language sql begin atomic ${text}; end; ${bodyOfMade}; rollback`,
      )
      const tree = readTree(lastRow<{ tree: string }>(made).tree, catalogue)
      return {
        parameters,
        requiredParameters: tree.requiredParameters,
        columns: (columns ?? []).map((type, at) => {
          const column = tree.columns[at] ?? { name: '?', nulls: 'unknown' as const, from: '' }
          return { ...column, type, words: catalogue.words.get(column.from) }
        }),
      }
    } catch (error) {
      await client.query('rollback')
      return { refusal: (error as Error).message }
    }
  }
}

const typesOfPrepared = `
  select parameter_types::text[] as parameters, result_types::text[] as columns from pg_prepared_statements where name = 'described'`
const bodyOfMade = "select prosqlbody::text as tree from pg_proc where pronamespace = 'check_statements'::regnamespace"

/** Of the one statement among several that answers rows. */
function lastRow<Row>(results: unknown): Row {
  const row = (results as QueryResult[]).flatMap(({ rows }) => rows as unknown[]).at(-1)
  if (row === undefined) throw new Error('The database does not know what it has just been told.')
  return row as Row
}

async function readCatalogue(client: Client): Promise<Catalogue & { words: Map<string, string[]> }> {
  const { rows: columns } = await client.query<{ place: string }>(
    "select attrelid || '.' || attnum as place from pg_attribute where attnotnull and attnum > 0",
  )
  const { rows: functions } = await client.query<{ oid: number; name: string }>(
    'select oid::int, proname as name from pg_proc',
  )
  const { rows: operators } = await client.query<{ oid: number; name: string }>(
    'select oid::int, oprname as name from pg_operator',
  )
  const { rows: words } = await client.query<{ place: string; words: string[] }>(
    `select conrelid || '.' || conkey[1] as place,
            array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') m) as words
       from pg_constraint
      where contype = 'c' and cardinality(conkey) = 1 and pg_get_constraintdef(oid) ~ '^CHECK \\(\\([a-z_]+ = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$'`,
  )
  return {
    notNull: new Set(columns.map(({ place }) => place)),
    functions: new Map(functions.map(({ oid, name }) => [oid, name])),
    operators: new Map(operators.map(({ oid, name }) => [oid, name])),
    words: new Map(words.map((each) => [each.place, each.words])),
  }
}
