// BEGIN, the tenant and the query cost one round trip instead of three (measured: 1.2 times a bare query, against 1.8). pg
// is pinned, because this uses undocumented messages of its Connection. If they change,
// test/contract/connections.test.ts fails.
import { createRequire } from 'node:module'
import type { Connection, Submittable } from 'pg'
import { parserOf } from './types.ts'

const require = createRequire(import.meta.url)
const { prepareValue }: { prepareValue: (value: unknown) => unknown } = require('pg/lib/utils.js')
const ofPg = createRequire(require.resolve('pg'))
const { serialize }: { serialize: Messages } = ofPg('pg-protocol')

type Messages = {
  parse(message: { name: string; text: string; types: number[] }): Buffer
  bind(message: object): Buffer
  describe(message: { type: 'P'; name: string }): Buffer
  execute(message: { portal: string; rows: number }): Buffer
  sync(): Buffer
}

/** `quiet` statements return no rows (BEGIN, COMMIT, the tenant). A statement with an empty `name` is parsed each time. */
export type Statement = {
  name: string
  text: string
  values?: readonly unknown[]
  quiet?: boolean
  /** Called with each row as it arrives. If it returns `true`, the row is not in the results. */
  take?: (row: Row) => boolean
  /** Reads at most `rows` rows. Until the transaction ends, a further call with the same portal reads the next rows. */
  portal?: { name: string; rows: number; isOpen: boolean }
}

export type Row = Record<string, unknown>
/** `hasMore` means that a portal stopped at its number of rows. */
export type StatementResult = { rows: Row[]; rowCount: number; command: string; hasMore?: boolean }

/** Maps an error to the statement that caused it. */
export const failedStatements = new WeakMap<Error, Statement>()

type Field = { name: string; dataTypeID: number }
type Shape = { blank: Row; names: string[]; parsers: ((text: string) => unknown)[] }

type Wire = Connection & {
  parsedStatements: Record<string, string>
  /** The columns of each prepared statement. The server describes them once, not with every execution. */
  shapes?: Map<string, Shape>
  stream: { writable: boolean; write(bytes: Buffer): void }
  on(event: 'parseComplete', listener: () => void): unknown
  removeListener(event: 'parseComplete', listener: () => void): unknown
}

/**
 * `pipeline.done` resolves with a result per statement. After an error the server skips to the Sync, including a COMMIT of
 * the same pipeline, so the caller sends ROLLBACK.
 */
export class Pipeline implements Submittable {
  readonly done: Promise<StatementResult[]>
  private readonly statements: readonly Statement[]
  private readonly results: StatementResult[] = []
  private rows: Row[] = []
  private step = 0
  private wire: Wire | undefined
  private error: Error | undefined
  private readonly parsing: Statement[] = []
  private detach: (() => void) | undefined
  private resolve!: (results: StatementResult[]) => void
  private reject!: (error: Error) => void

  constructor(statements: readonly Statement[]) {
    this.statements = statements
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /** A returned error, unlike a thrown one, leaves the connection usable for the next query: nothing was sent yet. */
  submit(connection: Connection): Error | undefined {
    const wire = connection as Wire
    this.wire = wire
    wire.shapes ??= new Map()
    try {
      const messages = this.statements.flatMap((statement) => this.encodeMessages(statement, wire))
      // Sends all messages in one write: letting the stream gather a dozen messages costs a tenth more.
      if (wire.stream.writable) wire.stream.write(Buffer.concat([...messages, sync]))
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  private encodeMessages(statement: Statement, wire: Wire): Buffer[] {
    const { name, text, values = none, quiet } = statement
    const { name: portal, rows, isOpen } = statement.portal ?? whole
    const execute = serialize.execute({ portal, rows })
    if (isOpen) return [execute]
    // If a statement occurs twice in one round trip, only its first occurrence is parsed.
    const isParsed =
      wire.parsedStatements[name] === text || this.parsing.some((each) => each.name === name && each.text === text)
    if (name !== '' && isParsed && quiet && values.length === 0) return [withoutValues(name)]
    const messages = name === '' || !isParsed ? [this.parse(wire, statement)] : []
    messages.push(serialize.bind({ portal, statement: name, values, binary: false, valueMapper: prepared }))
    // A portal is always described, because an abandoned portal of the same name may have left another shape.
    if (!quiet && (statement.portal || !wire.shapes?.has(shapeKeyOf(statement))))
      messages.push(serialize.describe({ type: 'P', name: portal }))
    messages.push(execute)
    return messages
  }

  /** Records parsed statements even if a later step fails, because parsing the same name twice is an error. */
  private parse(wire: Wire, statement: Statement): Buffer {
    if (this.parsing.length === 0) {
      const onParsed = () => {
        const parsed = this.parsing.shift()
        if (parsed?.name) wire.parsedStatements[parsed.name] = parsed.text
      }
      wire.on('parseComplete', onParsed)
      this.detach = () => wire.removeListener('parseComplete', onParsed)
    }
    this.parsing.push(statement)
    return serialize.parse({ name: statement.name, text: statement.text, types: [] })
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const key = shapeKeyOf(this.statements[this.step])
    const names = fields.map((field) => field.name)
    this.wire?.shapes?.set(key, {
      blank: Object.fromEntries(names.map((each) => [each, null])),
      names,
      parsers: fields.map((field) => parserOf(field.dataTypeID)),
    })
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const statement = this.statements[this.step]
    if (!statement || statement.quiet) return
    const shape = this.wire?.shapes?.get(shapeKeyOf(statement))
    if (!shape) return
    try {
      const row = readRow(shape, fields)
      if (!statement.take?.(row)) this.rows.push(row)
    } catch (error) {
      this.error ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.statements[this.step]
    // The next unnamed statement may have another shape, and so may the next portal of this statement.
    if (statement?.name === '' || statement?.portal) this.wire?.shapes?.delete(shapeKeyOf(statement))
    const [command = '', ...counts] = text.split(' ')
    this.settle({ rows: this.rows, rowCount: Number(counts.at(-1) ?? 0) || 0, command })
  }

  handlePortalSuspended(): void {
    const rowCount = this.statements[this.step]?.portal?.rows ?? 0
    this.settle({ rows: this.rows, rowCount, command: '', hasMore: true })
  }

  private settle(result: StatementResult): void {
    this.step++
    this.results.push(result)
    this.rows = []
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.error ??= error
    const failed = this.statements[this.step]
    if (failed) failedStatements.set(error, failed)
    this.wire?.shapes?.delete('')
    this.detach?.()
    this.reject(error)
  }

  handleReadyForQuery(): void {
    this.detach?.()
    if (this.error) this.reject(this.error)
    else this.resolve(this.results)
  }
}

const prepared = (value: unknown) => (Array.isArray(value) ? textArray(value) : undefined) ?? prepareValue(value)

/**
 * Builds array literals itself, because pg scans each text twice. Arrays with other values are left to pg. Without control
 * characters and lone surrogates, JSON escapes a text exactly as an array literal does, in a third of the time.
 */
function textArray(values: readonly unknown[]): string | undefined {
  let isJson = true
  for (const value of values) {
    if (value === null) continue
    if (typeof value !== 'string') return undefined
    isJson &&= !control.test(value) && value.isWellFormed()
  }
  const texts = values as readonly (string | null)[]
  return `{${isJson ? JSON.stringify(texts).slice(1, -1) : texts.map(toElement).join(',')}}`
}

const toElement = (value: string | null) =>
  value === null ? 'NULL' : `"${special.test(value) ? value.replace(everySpecial, '\\$&') : value}"`

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON escapes
const control = /[\u0000-\u001f]/
const special = /["\\]/
const everySpecial = /["\\]/g

const none: readonly unknown[] = []
const sync = serialize.sync()

function withoutValues(name: string): Buffer {
  const found = known.get(name)
  if (found) return found
  const bind = serialize.bind({ portal: '', statement: name, values: none, binary: false })
  const bytes = Buffer.concat([bind, serialize.execute(whole)])
  known.set(name, bytes)
  return bytes
}

/** Bounded by the number of statement names (`query.ts`). */
const known = new Map<string, Buffer>()

const whole = { name: '', portal: '', rows: 0, isOpen: false }

const shapeKeyOf = (statement: Statement | undefined) => statement?.portal?.name ?? statement?.name ?? ''

function readRow({ blank, names, parsers }: Shape, fields: (string | null)[]): Row {
  // The row is copied from a blank row with all columns, because an object that grows column by column is reallocated
  // several times.
  const row: Row = { ...blank }
  for (let i = 0; i < names.length; i++) {
    const text = fields[i]
    row[names[i] as string] =
      text === null || text === undefined ? null : (parsers[i] as (text: string) => unknown)(text)
  }
  return row
}
