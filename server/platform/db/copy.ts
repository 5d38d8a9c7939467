// Rows in the binary format of COPY: https://www.postgresql.org/docs/current/sql-copy.html
import { escapeLiteral } from 'pg'
import { prepared, type Statement } from './pipeline.ts'
import { type Query, written } from './query.ts'

/** Parsers in the statement's column order. No column may be null. */
export type Columns<Row> = { [Name in keyof Row]: (field: Buffer) => Row[Name] }

export const binary = {
  text: (field: Buffer): string => field.toString(),
  smallint: (field: Buffer): number => field.readInt16BE(),
  /** Copied, because the connection reuses its memory. */
  bytea: (field: Buffer): Buffer => Buffer.from(new Uint8Array(field).buffer),
}

export function copyOf<Row>(query: Query<Row>, columns: Columns<Row>, take: (row: Row) => void): Statement {
  const readers = Object.entries(columns) as [keyof Row, (field: Buffer) => Row[keyof Row]][]
  let isHeaderRead = false
  return {
    name: '',
    text: `copy (${written(query, literalOf)}) to stdout (format binary)`,
    quiet: true,
    copied(data) {
      let at = isHeaderRead ? 0 : headerLength(data)
      isHeaderRead = true
      // The header may arrive alone. A negative column count follows the last row.
      if (at === data.length || data.readInt16BE(at) < 0) return
      at += 2
      const row = {} as Row
      for (const [name, read] of readers) {
        const from = at + 4
        at = from + data.readInt32BE(at)
        row[name] = read(data.subarray(from, at))
      }
      take(row)
    },
  }
}

/** Eleven bytes of signature, four of flags, and the length of the rest. */
const headerLength = (data: Buffer): number => 19 + data.readInt32BE(15)

/** COPY takes no parameters. Literals here get their type from the context, as a parameter would. */
function literalOf(value: unknown): string {
  const text = prepared(value)
  if (text === null || text === undefined) return 'null'
  if (Buffer.isBuffer(text)) return escapeLiteral(`\\x${text.toString('hex')}`)
  return escapeLiteral(String(text))
}
