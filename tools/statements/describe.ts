// The statement never runs. It is parsed and becomes the body of a function, whose parse tree is read. Servers before
// PostgreSQL 18 write other trees, so only names and types are checked there.
import type { Client, Connection, FieldDef, QueryResult, Submittable } from 'pg'
import { type Catalogue, type Column, readTree } from './parse-tree.ts'

export type Described = {
  /** Types by PostgreSQL's names, such as `uuid` or `text[]`. */
  parameters: string[]
  requiredParameters: ReadonlySet<number>
  columns: (Column & { type: string; words?: readonly string[] | undefined })[]
}

export type Describe = (text: string) => Promise<Described | { refusal: string }>

/** The reader expects the parse tree in the format of this PostgreSQL version. */
const versionOfTrees = 180_000

export async function openDescriber(client: Client): Promise<Describe> {
  const catalogue = await readCatalogue(client)
  const readsTrees = catalogue.version >= versionOfTrees
  await client.query('create schema if not exists check_statements')
  return async (text) => {
    try {
      // A `set local` statement has neither parameters nor columns and cannot be prepared.
      if (/^\s*set local /.test(text)) {
        await client.query(`begin; ${text}; rollback`)
        return { parameters: [], requiredParameters: new Set(), columns: [] }
      }
      const types = await fetchTypes(client, text)
      const parameters = types.parameters.map((oid) => catalogue.types.get(oid) ?? '?')
      const tree = readsTrees ? readTree(await fetchTree(client, text, parameters), catalogue) : undefined
      return {
        parameters,
        requiredParameters: tree?.requiredParameters ?? new Set(),
        columns: types.columns.map(({ name, dataTypeID, tableID, columnID }, at) => {
          const from = `${tableID}.${columnID}`
          const nulls = tree?.columns[at]?.nulls ?? ('unknown' as const)
          return { name, nulls, from, type: catalogue.types.get(dataTypeID) ?? '?', words: catalogue.words.get(from) }
        }),
      }
    } catch (error) {
      await client.query('rollback')
      return { refusal: (error as Error).message }
    }
  }
}

const bodyOfMade = "select prosqlbody::text as tree from pg_proc where pronamespace = 'check_statements'::regnamespace"

/** PostgreSQL's maximum number of arguments of a function. */
const mostArguments = 100

/** A parameter above the maximum is replaced by the first parameter of the same type. */
function fitArguments(text: string, parameters: string[]): [text: string, parameters: string[]] {
  const few = parameters.slice(0, mostArguments)
  const fit = (written: string, place: string) =>
    Number(place) <= mostArguments ? written : `$${few.indexOf(parameters[Number(place) - 1] as string) + 1}`
  return [text.replace(/\$(\d+)/g, fit), few]
}

async function fetchTree(client: Client, whole: string, all: string[]): Promise<string> {
  const [text, parameters] = fitArguments(whole, all)
  const made = await client.query(
    `begin; create function check_statements.described(${parameters.join(', ')}) returns void language sql begin atomic ${text}; end; ${bodyOfMade}; rollback`,
  )
  const row = (made as unknown as QueryResult<{ tree: string }>[]).flatMap(({ rows }) => rows).at(-1)
  if (row === undefined) throw new Error('The database does not find the function that was just created.')
  return row.tree
}

/** Types of a statement's parameters by PostgreSQL's names, such as `uuid` or `text[]`. */
export async function describeParameters(client: Client, text: string): Promise<string[]> {
  const { parameters } = await fetchTypes(client, text)
  const { rows } = await client.query<{ name: string }>(
    'select format_type(t.oid, null) as name from unnest($1::oid[]) with ordinality as t(oid, place) order by t.place',
    [parameters],
  )
  return rows.map(({ name }) => name)
}

type Types = { parameters: number[]; columns: FieldDef[] }

/** Reads types from the protocol, because `pg_prepared_statements` has the columns' types only from PostgreSQL 16 on. */
const fetchTypes = (client: Client, text: string): Promise<Types> =>
  new Promise((resolve, reject) => {
    const found: Types = { parameters: [], columns: [] }
    let onParameters: (message: { dataTypeIDs: number[] }) => void
    let connection: Connection
    const end = (act: () => void) => {
      connection.removeListener('parameterDescription', onParameters)
      act()
    }
    client.query({
      submit(given: Connection) {
        connection = given
        onParameters = ({ dataTypeIDs }) => {
          found.parameters = dataTypeIDs
        }
        connection.on('parameterDescription', onParameters)
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: FieldDef[] }) => {
        found.columns = fields
      },
      handleError: (refusal: Error) => end(() => reject(refusal)),
      handleReadyForQuery: () => end(() => resolve(found)),
    } as Submittable)
  })

type Known = Catalogue & { version: number; types: Map<number, string>; words: Map<string, string[]> }

async function readCatalogue(client: Client): Promise<Known> {
  const { rows: settings } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'select oid::int, format_type(oid, null) as name from pg_type',
  )
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
    version: settings[0]?.version ?? 0,
    types: new Map(types.map(({ oid, name }) => [oid, name])),
    notNull: new Set(columns.map(({ place }) => place)),
    functions: new Map(functions.map(({ oid, name }) => [oid, name])),
    operators: new Map(operators.map(({ oid, name }) => [oid, name])),
    words: new Map(words.map((each) => [each.place, each.words])),
  }
}
