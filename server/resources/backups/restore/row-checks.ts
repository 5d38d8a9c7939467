// Checks rows by the declared schema and by the limits of the column's type. The database checks nulls.
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ArchivedTable } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { AppError } from '#platform/values/errors.ts'
import { invalidArchive } from './problem.ts'
import type { Line } from './rules.ts'

const most = { text: 100_000, items: 5_000, number: 1e15 }
const Text = Type.String({ maxLength: most.text })
const Whole = Type.Integer({ minimum: -most.number, maximum: most.number })
/** Allows only years that every common program can write. */
const instant =
  '^(?:1[6-9]|2[0-9])\\d\\d-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?(?:Z|[+-]\\d\\d(?::?\\d\\d)?))?$'
const Time = Type.String({
  maxLength: 40,
  pattern: instant,
  'x-expected': 'must be an instant of the years 1600 to 2999',
})

function buildShape(type: string): TSchema | undefined {
  if (type === 'text') return Text
  if (type === 'text[]') return Type.Array(Text, { maxItems: most.items })
  if (type === 'boolean') return Type.Boolean()
  if (type === 'smallint' || type === 'integer' || type === 'bigint') return Whole
  if (type === 'numeric') return Type.Number({ minimum: -most.number, maximum: most.number })
  if (type === 'date' || type.startsWith('timestamp')) return type.endsWith('[]') ? Type.Array(Time) : Time
  if (type === 'bytea')
    return Type.String({
      maxLength: 4_000,
      pattern: '^\\\\x(?:[0-9a-f]{2})*$',
      'x-expected': 'must be bytes in hexadecimal',
    })
  return undefined
}

export type RowChecks = (line: Line, path: string) => void

export function createRowChecks({ columns = {} }: ArchivedTable, types: ReadonlyMap<string, string>): RowChecks {
  const declared = columns as Readonly<Record<string, TSchema>>
  const checks = [...types].flatMap(([column, type]) => {
    // Both schemas apply, because the declared one may lack a limit that the type has.
    const schemas = [declared[column], buildShape(type)].filter((schema) => schema !== undefined)
    return schemas.map((schema) => {
      const compiled = Compile(schema)
      return { column, fits: (value: unknown) => compiled.Check(value), explain: checker(schema, column) }
    })
  })
  return ({ row, number }, path) => {
    for (const { column, fits, explain } of checks) {
      const value = row[column]
      if (value === null || value === undefined) continue
      if (fits(value) && (typeof value !== 'string' || isStorable(value))) continue
      throw invalidArchive(`${path}, row ${number}, ${column}: ${explainFault(value, explain)}`)
    }
  }
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

function explainFault(value: unknown, explain: (value: unknown) => unknown): string {
  try {
    explain(value)
    return 'contains a character that no text can hold.'
  } catch (error) {
    return messageOf(error)
  }
}

const messageOf = (error: unknown) => (error instanceof AppError ? error.message : String((error as Error).message))
