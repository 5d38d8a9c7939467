// One network flight to PostgreSQL: several statements under a single Sync, so that BEGIN, the tenant and the query cost
// one round trip instead of three (measured: 1.2 times a bare query, against 1.8). It leans on the wire methods of pg's
// Connection, which pg does not document: pg is pinned, and flight.test.ts fails when an upgrade moves them.
import { createRequire } from 'node:module'
import type { Connection, Submittable } from 'pg'

const require = createRequire(import.meta.url)
const Result: new (mode: string, types: unknown) => FlightResult = require('pg/lib/result.js')
const { prepareValue }: { prepareValue: (value: unknown) => unknown } = require('pg/lib/utils.js')

/** `quiet` statements return no rows that anyone wants (BEGIN, COMMIT, the tenant). An empty `name` is parsed each time. */
export type Statement = { name: string; text: string; values?: readonly unknown[]; quiet?: boolean }

export type FlightResult = {
  rows: Record<string, unknown>[]
  rowCount: number | null
  addFields(fields: unknown): void
  addRow(row: unknown): void
  parseRow(fields: unknown): unknown
  addCommandComplete(message: unknown): void
}

type Wire = Connection & {
  parsedStatements: Record<string, string>
  stream: { cork?(): void; uncork?(): void }
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  sync(): void
  on(event: 'parseComplete', listener: () => void): unknown
  removeListener(event: 'parseComplete', listener: () => void): unknown
}

/**
 * Submit with `client.query(flight)`; `flight.done` resolves with a result per statement.
 * An error makes the server skip to the Sync, so a COMMIT in the same flight is then not run: the caller sends ROLLBACK.
 */
export class Flight implements Submittable {
  readonly done: Promise<FlightResult[]>
  private readonly statements: readonly Statement[]
  private readonly types: unknown
  private readonly results: FlightResult[] = []
  private step = 0
  private current: FlightResult
  private error: Error | undefined
  private readonly parsing: Statement[] = []
  private onParsed: (() => void) | undefined
  private detach: (() => void) | undefined
  private resolve!: (results: FlightResult[]) => void
  private reject!: (error: Error) => void

  constructor(statements: readonly Statement[], types: unknown) {
    this.statements = statements
    this.types = types
    this.current = new Result('', types)
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    wire.stream.cork?.()
    try {
      for (const statement of this.statements) {
        const { name, text, values = [], quiet } = statement
        if (name === '' || wire.parsedStatements[name] !== text) this.parse(wire, statement)
        wire.bind({ portal: '', statement: name, values, binary: false, valueMapper: prepareValue })
        if (!quiet) wire.describe({ type: 'P', name: '' })
        wire.execute({ portal: '', rows: 0 })
      }
      wire.sync()
    } finally {
      wire.stream.uncork?.()
    }
  }

  /** Remembers what the server has parsed even when a later step fails: parsing one name twice is an error. */
  private parse(wire: Wire, statement: Statement): void {
    if (this.parsing.length === 0) {
      this.onParsed = () => {
        const parsed = this.parsing.shift()
        if (parsed?.name) wire.parsedStatements[parsed.name] = parsed.text
      }
      wire.on('parseComplete', this.onParsed)
      this.detach = () => this.onParsed && wire.removeListener('parseComplete', this.onParsed)
    }
    this.parsing.push(statement)
    wire.parse({ name: statement.name, text: statement.text, types: [] })
  }

  handleRowDescription(message: { fields: unknown }): void {
    this.current.addFields(message.fields)
  }

  handleDataRow(message: { fields: unknown }): void {
    if (this.statements[this.step]?.quiet) return
    try {
      this.current.addRow(this.current.parseRow(message.fields))
    } catch (error) {
      this.error ??= error as Error
    }
  }

  handleCommandComplete(message: unknown): void {
    this.step++
    this.current.addCommandComplete(message)
    this.results.push(this.current)
    this.current = new Result('', this.types)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  /** pg calls this for server errors and when the connection dies. */
  handleError(error: Error): void {
    this.error ??= error
    this.detach?.()
    this.reject(error)
  }

  handleReadyForQuery(): void {
    this.detach?.()
    if (this.error) this.reject(this.error)
    else this.resolve(this.results)
  }
}
