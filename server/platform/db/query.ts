// SQL as it is written, with its values apart: `sql` makes a piece of a statement or a whole one, and runs none. It knows no
// connection, so that only a transaction can run what it makes. `npm run check` prepares every statement of the stores on a
// migrated database and compares its parameters and columns with the types declared here: see tools/statements/.
import { createHash } from 'node:crypto'
import type { Statement } from './pipeline.ts'

/** What goes between the strings: another piece becomes text of the statement, anything else a parameter. */
export class Sql<Row = unknown> {
  declare readonly row?: Row
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** A statement whose rows are of this type. */
export type Query<Row> = Sql<Row>

declare const known: unique symbol
/** A column of which the schema allows null and the statement's own logic does not; where it is declared stands why. */
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
    /** The name of a column or a table, with that of its table or schema before a dot. */
    ref: (name: string) => text(quoted(name)),
    /** A word or a number of our own as text of the statement, where the planner should know it. */
    lit: (value: string | number) => text(literal(value)),
    /** Text of our own, as it is; never a caller's. */
    raw: <Row = unknown>(written: string): Sql<Row> => new Sql<Row>([written], []),
    /** Pieces one after the other, with something in between. */
    join(pieces: readonly Sql[], between: Sql = text(', ')): Sql {
      const values = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece]))
      return new Sql(['', ...values.map(() => '')], values)
    },
  },
)

/**
 * A filter by a few words or numbers of our own. They are text of the statement: a parameter would hide from the planner how
 * many rows there are of each. One alone is compared, so that an index which then has the order of the list can serve it.
 */
export function isAnyOf(column: string, [first, ...others]: readonly (string | number)[]) {
  if (first === undefined) return sql`false`
  if (others.length === 0) return sql`${sql.ref(column)} = ${sql.lit(first)}`
  return sql`${sql.ref(column)} in (${sql.join([first, ...others].map((each) => sql.lit(each)))})`
}

/**
 * A filter by callers' values, few or many, of a statement that is sent often. Beside `= any($1)` the planner counts the values with
 * each call, finds fewer than the ten it would expect, and makes a plan anew every time: five times as long as looking one up. How
 * many are in an array that the statement makes itself it does not ask.
 */
export const isAmong = (column: string, values: readonly string[], type: 'uuid' | 'text') =>
  sql`${sql.ref(column)} = any(array(select unnest(${values}::${sql.raw(type)}[])))`

// A statement's text is its identity: the server parses each once per connection. The bound keeps a flood of rare filter
// combinations from filling the server's memory with plans.
const names = new Map<string, string>()
const maxNames = 400

/** The text of statements that hold no other piece, by the template they are written as: it is the same every time. */
const texts = new WeakMap<readonly string[], string>()

export function compile({ strings, values }: Sql): Statement {
  if (values.some((each) => each instanceof Sql)) {
    const found: unknown[] = []
    return statement(flatten(strings, values, asParameter(found)), found)
  }
  const text = texts.get(strings) ?? flatten(strings, values, asParameter([]))
  texts.set(strings, text)
  return statement(text, values)
}

const asParameter = (found: unknown[]) => (value: unknown) => `$${found.push(value)}`

/** Its text with what stands in the place of each value. */
export const written = ({ strings, values }: Sql, place: (value: unknown) => string): string =>
  flatten(strings, values, place)

function flatten(strings: readonly string[], values: readonly unknown[], place: (value: unknown) => string): string {
  let text = strings[0] ?? ''
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    text += value instanceof Sql ? flatten(value.strings, value.values, place) : place(value)
    text += strings[i + 1]
  }
  return text
}

/** For `ilike`: contains this text, in any case. */
export const likePattern = (q: string): string => `%${q.replace(/[\\%_]/g, '\\$&')}%`

/** By the text: should a pooler lend a session to several processes, one name never means two statements. */
const nameOf = (text: string) => `s_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`

/** Under the name by which a connection knows it once it was parsed there. */
export function statement(text: string, values: readonly unknown[] = []): Statement {
  let name = names.get(text)
  if (name === undefined) {
    name = names.size < maxNames ? nameOf(text) : ''
    if (name) names.set(text, name)
  }
  return { name, text, values }
}
