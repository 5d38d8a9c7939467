// Builds queries; runs none. `qb` and `sql` know no connection, so that only a transaction can run what they make.
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Statement } from './pipeline.ts'
import type { Database } from './tables.generated.ts'

export { sql } from 'kysely'

export type Query<Row> = Compilable<Row> | RawBuilder<Row>

/**
 * A filter by a few words or numbers of our own. They are text of the statement: a parameter would hide from the planner how
 * many rows there are of each. One alone is compared, so that an index which then has the order of the list can serve it.
 */
export const isAnyOf = (column: string, [first, ...others]: readonly (string | number)[]) =>
  others.length === 0
    ? sql`${sql.ref(column)} = ${sql.lit(first)}`
    : sql`${sql.ref(column)} in (${sql.join([first, ...others].map((each) => sql.lit(each)))})`

export const qb = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

// A statement's text is its identity: the server parses each once per connection. The bound keeps a flood of rare filter
// combinations from filling the server's memory with plans.
const names = new Map<string, string>()
const maxNames = 400

export function compile<Row>(query: Query<Row>): Statement {
  const compiled: CompiledQuery<Row> = query.compile(qb)
  return statement(compiled.sql, compiled.parameters)
}

export function statement(text: string, values: readonly unknown[] = []): Statement {
  let name = names.get(text)
  if (name === undefined) {
    name = names.size < maxNames ? `s${names.size}` : ''
    if (name) names.set(text, name)
  }
  return { name, text, values }
}
