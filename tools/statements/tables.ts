// Generates the types of the tables' rows from the migrated schema: server/platform/db/tables.generated.ts.
import { Client } from 'pg'

export const tablesPath = new URL('../../server/platform/db/tables.generated.ts', import.meta.url)

const typeByElement: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'string',
  uuid: 'string',
}

export async function describeTables(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(catalogue)
    const tables = Map.groupBy(rows, ({ table }) => table)
    const types = [...tables].map(
      ([table, columns]) =>
        `  ${table}: {\n${columns.map((each) => `    ${each.name}: ${toType(each)}\n`).join('')}  }\n`,
    )
    return `// Generated from the migrated database by \`npm run check -- --write\`; do not edit.\n\nexport type Tables = {\n${types.join('')}}\n`
  } finally {
    await client.end()
  }
}

type Column = { table: string; name: string; type: string; required: boolean; words: string[] | null }

function toType({ table, name, type, required, words }: Column): string {
  const element = type.replace(/\(\d+\)/, '')
  const known = typeByElement[element.replace('[]', '')]
  if (known === undefined) throw new Error(`${table}.${name}: add a type for ${type}`)
  const one = words ? words.map((word) => `'${word}'`).join(' | ') : known
  return `${element.endsWith('[]') ? `${one}[]` : one}${required ? '' : ' | null'}`
}

/** A check constraint lists the words of an enumerated column. */
const catalogue = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
         (select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m)
            from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and a.atttypid = 'text'::regtype
             and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\([a-z_]+ = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$' limit 1) as words
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations'
   order by c.relname, a.attnum`
