// Only a transaction can run a statement. `npm run check` prepares every store statement on a migrated database and
// compares its parameters and columns with the declared types: see tools/statements/.
import { createHash } from 'node:crypto'
import type { Statement } from './pipeline.ts'

/** Interpolated pieces become part of the SQL; all other values become parameters. */
export class Sql<Row = unknown> {
  declare readonly row?: Row
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export type Query<Row> = Sql<Row>

declare const known: unique symbol
/** A column that is nullable in the schema but never null in this statement. */
export type NotNull<T> = T & { readonly [known]?: never }

const text = (written: string) => new Sql([written], [])

const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')

const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

export const sql = Object.assign(
  <Row = unknown>(strings: readonly string[], ...values: readonly unknown[]): Sql<Row> => new Sql<Row>(strings, values),
  {
    ref: (name: string) => text(quoted(name)),
    /** Inserts one of our own constants into the SQL, so that the planner sees it. */
    lit: (value: string | number) => text(literal(value)),
    /** Inserts our own SQL unchanged. Never pass a caller's text. */
    raw: <Row = unknown>(written: string): Sql<Row> => new Sql<Row>([written], []),
    join(pieces: readonly Sql[], between: Sql = text(', ')): Sql {
      const values = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))
      return new Sql(['', ...values.map(() => '')], values)
    },
  },
)

/**
 * Constants become part of the SQL, because a parameter would hide each value's frequency from the planner. A single value
 * uses `=`, so that an index on the column can also return the rows in the list's order.
 */
export function equalsAny(column: string, [first, ...others]: readonly (string | number)[]) {
  if (first === undefined) return sql`false`
  if (others.length === 0) return sql`${sql.ref(column)} = ${sql.lit(first)}`
  return sql`${sql.ref(column)} in (${sql.join([first, ...others].map((each) => sql.lit(each)))})`
}

/**
 * With `= any($1)` the planner counts the values of each call, finds fewer than the ten it expects, and plans again each
 * time. Planning takes five times as long as a lookup. An array built by the statement itself is not counted. One value is
 * compared directly, which costs half as much.
 */
export const isAmong = (column: string, values: readonly string[], type: 'uuid' | 'text') =>
  values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}::${sql.raw(type)}`
    : sql`${sql.ref(column)} = any(array(select unnest(${values}::${sql.raw(type)}[])))`

/**
 * A change time later than the row's previous one. `timestamptz + interval` depends on the session's time zone, so it
 * is STABLE, and Citus refuses STABLE functions over columns. In UTC the sum is IMMUTABLE.
 */
export const laterThan = (column: string, now: Date) =>
  sql`greatest(${now}::timestamptz, (${sql.ref(column)} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`

// The server parses a named statement once per connection. `maxNames` prevents rare filter combinations from filling
// the server's memory with plans.
const names = new Map<string, string>()
const maxNames = 400

/** SQL of statements without interpolated pieces, cached by template, because it never changes. */
const texts = new WeakMap<readonly string[], string>()

export function compile({ strings, values }: Sql): Statement {
  if (values.some((each) => each instanceof Sql)) {
    const flat = flatten(strings, values, '', [])
    return statement(flat.text, flat.values)
  }
  const text = texts.get(strings) ?? flatten(strings, values, '', []).text
  texts.set(strings, text)
  return statement(text, values)
}

function flatten(strings: readonly string[], values: readonly unknown[], before: string, found: unknown[]) {
  let text = before + strings[0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value instanceof Sql) text = flatten(value.strings, value.values, text, found).text
    else text += `$${found.push(value)}`
    text += strings[i + 1]
  }
  return { text, values: found }
}

export const likePattern = (q: string): string => `%${q.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The name is derived from the SQL. If a pooler lends a session to several processes, one name never means two statements.
 */
const hashStatementName = (text: string) => `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`

export function statement(text: string, values: readonly unknown[] = []): Statement {
  let name = names.get(text)
  if (name === undefined) {
    name = names.size < maxNames ? hashStatementName(text) : ''
    if (name) names.set(text, name)
  }
  return { name, text, values }
}
