// BEGIN, the statement that sets the tenant and the first query share one round trip. Do nothing slow inside the
// transaction. A transaction without a query uses no connection.
import { fromDatabase, tookTooLong } from '../values/errors.ts'
import type { Connection, Connections } from './connections.ts'
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts'
import type { PublishedEvent } from './published-event.ts'
import { compile, type Query, statement } from './query.ts'

export type Mode = 'read' | 'write'

type Constraints = Parameters<typeof fromDatabase>[1]

export type Options = {
  mode: Mode
  now: Date
  entry?: Statement
  admit?: (rows: Record<string, unknown>[]) => void | Promise<void>
  /** The work is one statement. COMMIT joins its round trip, and a second statement is a mistake. */
  oneQuery?: boolean
  /** `entry` makes the transaction read-only. With `oneQuery` the transaction then ends at the pipeline's Sync. */
  endsAtSync?: boolean
  snapshot?: boolean
  /** The caller repeats the transaction after a deadlock or a similar failure. */
  startsOver?: boolean
  statementMs?: number | undefined
  restMs?: number | undefined
  /** Limit of the whole write; default `longestWriteMs`. Higher only if the rows get change times other than `now`. */
  longestMs?: number | undefined
  announce?: (storeEnvIds: readonly string[]) => Statement
  /** Sent as the last statement of a write; see change-stamps.ts. */
  stamp?: () => Statement
  constraints?: Constraints
  /** Called when a write's commit has happened or may have happened, before the caller gets the transaction's result. */
  written?: () => void
  /** Called when the commit has happened or may have happened, before the caller gets the transaction's result. */
  announced?: (storeEnvIds: readonly string[]) => void
  /** Called when the commit of a transaction that may have added jobs has happened or may have happened. */
  addedJobs?: () => void
}

/** Limits a stream, because the server cannot vacuum rows that are changed or deleted while its snapshot is open. */
const longestStreamMs = 2 * 3600_000

/**
 * A row's change time is the time at which its transaction began. A client that follows changes with an overlap of five
 * minutes therefore misses no write of up to four minutes. The fifth minute covers the commit and clock differences.
 */
const longestWriteMs = 4 * 60_000

/** The text decides, because statements of areas add jobs too, such as one only if it inserted a row. */
const addsJob = ({ text }: Statement): boolean => text.includes('app.add_job')

const commit: Statement = { ...statement('commit'), quiet: true }
const rollback: Statement = { ...statement('rollback'), quiet: true }
const begins: Record<string, Statement> = {
  read: { ...statement('begin read only'), quiet: true },
  snapshot: { ...statement('begin isolation level repeatable read read only'), quiet: true },
  write: { ...statement('begin'), quiet: true },
}

export type QueriesOf<Rows extends unknown[]> = { [Each in keyof Rows]: Query<Rows[Each]> }
export type ResultsOf<Rows extends unknown[]> = { [Each in keyof Rows]: Rows[Each][] }

export class Transaction {
  /** Start time of this transaction on the service's clock. SQL gets it as a parameter instead of calling now(). */
  readonly now: Date
  readonly outbox: PublishedEvent[] = []
  readonly changedStorefronts = new Set<string>()
  readonly wokenJobs = new Set<string>()
  readonly startsOver: boolean
  private readonly whenCommitted: (() => void)[] = []
  private readonly connections: Connections
  private readonly options: Options
  private client: Promise<Connection> | undefined
  private pending: Statement[]
  private readonly entryAt: number
  private isEntered = false
  /** True if a statement waits to be sent with the next one. The transaction must then run even without another query. */
  private isBegun = false
  /**
   * The last pipeline, for which the next one waits: future pg versions have no queue, and a stream reads ahead during
   * other queries.
   */
  private last: Promise<unknown> = Promise.resolve()
  private savepoints = 0
  private mayAddJobs = false
  private keepsTurn = false
  private spent = false
  private readonly begunMs = performance.now()

  constructor(connections: Connections, options: Options) {
    this.connections = connections
    this.options = options
    this.now = options.now
    this.startsOver = options.startsOver ?? false
    const begin = options.endsAtSync ? [] : [begins[options.snapshot ? 'snapshot' : options.mode] as Statement]
    this.entryAt = begin.length
    this.pending = options.entry ? [...begin, options.entry] : begin
    // These statements follow the tenant statement, whose rows are expected first.
    this.setLocal('statement_timeout', options.statementMs)
    this.setLocal('idle_in_transaction_session_timeout', options.restMs)
  }

  private setLocal(setting: string, ms: number | undefined): void {
    // `ms` is a number of our own, so it may be part of the SQL.
    if (ms !== undefined) this.pending.push({ name: '', text: `set local ${setting} = ${ms}`, quiet: true })
  }

  async all<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.send(compile(query))).rows as Row[]
  }

  async first<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.send(compile(query))).rows[0] as Row | undefined
  }

  async run(query: Query<unknown>): Promise<number> {
    return (await this.send(compile(query))).rowCount
  }

  async several<Rows extends unknown[]>(queries: QueriesOf<Rows>): Promise<ResultsOf<Rows>> {
    const results = await this.sendAll(queries.map((query) => compile(query)))
    return results.map(({ rows }) => rows) as ResultsOf<Rows>
  }

  sendAlong(query: Query<unknown>): void {
    this.pending.push({ ...compile(query), quiet: true })
    this.isBegun = true
  }

  /**
   * The store's next write starts only after this transaction's commit, because it may need the result of this
   * transaction.
   */
  keepTurn(): void {
    this.keepsTurn = true
  }

  onCommit(act: () => void): void {
    this.whenCommitted.push(act)
  }

  async enter(): Promise<void> {
    if (!this.isEntered) await this.sendAll([])
  }

  /** Waits for earlier writes of the store and for a connection, without sending anything. */
  async waitForTurn(): Promise<void> {
    await this.connection()
  }

  /** Do not run two savepoints in parallel. Setting and releasing one share later round trips, so success costs none. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `sp${++this.savepoints}`
    const published = this.outbox.length
    const set: Statement = { ...statement(`savepoint ${name}`), quiet: true }
    this.pending.push(set)
    const isSent = () => !this.pending.includes(set)
    try {
      const result = await work()
      if (isSent()) this.pending.push({ ...statement(`release savepoint ${name}`), quiet: true })
      else this.pending = this.pending.filter((each) => each !== set)
      return result
    } catch (error) {
      this.outbox.length = published
      this.wokenJobs.clear()
      if (isSent()) await this.send({ ...statement(`rollback to savepoint ${name}`), quiet: true })
      // Drops the unsent statements of `work` too.
      else this.pending = this.pending.slice(0, this.pending.indexOf(set))
      throw error
    }
  }

  /**
   * Reads one batch ahead, so memory does not grow with the result. Rows for which `take` returns `true` are left out
   * of the batches. FETCH from a cursor would materialise each batch, which takes a third of the server's time.
   */
  async *stream<Row>(query: Query<Row>, batchSize = 1000, take?: (row: Row) => boolean): AsyncGenerator<Row[]> {
    const step = { ...compile(query), name: '', ...(take && { take: take as never }) }
    const portal = { name: `p${++this.savepoints}`, rows: batchSize }
    const ahead = (isOpen: boolean) => {
      const batch = this.send({ ...step, portal: { ...portal, isOpen } })
      // A failure is thrown where the batch is awaited. Until then it must not count as unhandled.
      batch.catch(() => {})
      return batch
    }
    let next = ahead(false)
    const until = performance.now() + longestStreamMs
    try {
      for (;;) {
        const { rows, hasMore } = await next
        if (performance.now() > until)
          throw new Error('This stream was open for more than two hours. Read it faster, or in smaller parts.')
        if (hasMore) next = ahead(true)
        if (rows.length > 0 || take) yield rows as Row[]
        if (!hasMore) return
      }
    } finally {
      await next.catch(() => {})
    }
  }

  async perform<T>(work: () => Promise<T>): Promise<T> {
    let result: T
    try {
      result = await work()
      // Statements that wait for the next query are sent even if none follows.
      if (this.isBegun && !this.client) await this.sendAll([])
    } catch (error) {
      await this.abandon()
      throw fromDatabase(error, this.options.constraints)
    }
    await this.finish()
    return result
  }

  private async send(step: Statement): Promise<StatementResult> {
    const [result] = await this.sendAll([step])
    return result as StatementResult
  }

  async sendAll(steps: readonly Statement[]): Promise<StatementResult[]> {
    if (this.spent)
      throw new Error('The transaction has ended, or a transaction for a single query sent a second query.')
    if (this.options.oneQuery) this.spent = true
    const client = await this.connection()
    const { pending, isEntered } = this
    this.mayAddJobs ||= pending.some(addsJob) || steps.some(addsJob)
    this.pending = []
    this.isEntered = true
    const isWhole = this.options.oneQuery && !this.options.endsAtSync
    const pipeline = new Pipeline(isWhole ? [...pending, ...steps, commit] : [...pending, ...steps])
    const results = await this.submit(client, pipeline)
    if (!isEntered) await this.options.admit?.(results[this.entryAt]?.rows ?? [])
    return results.slice(pending.length)
  }

  /** The pipeline is sent after earlier pipelines, in the order of the calls. */
  private async submit(client: Connection, pipeline: Pipeline): Promise<StatementResult[]> {
    const before = this.last
    this.last = pipeline.done
    await before.catch(() => {})
    client.query(pipeline)
    return pipeline.done
  }

  private connection(): Promise<Connection> {
    this.client ??= this.connections.connect()
    return this.client
  }

  private async finish(): Promise<void> {
    this.spent = true
    if (!this.client) return
    const client = await this.client
    if (this.options.oneQuery) {
      // Waits even for pipelines that nobody awaited: the next user must get a free connection, outside any transaction.
      return this.last.then(
        () => client.release(),
        () => this.abandon(),
      )
    }
    if (this.options.mode === 'read') {
      // A read has nothing to confirm, so its result need not wait for COMMIT.
      this.submit(client, new Pipeline([...this.pending, commit])).then(
        () => client.release(),
        (error) => client.release(error),
      )
      return
    }
    if (performance.now() - this.begunMs > (this.options.longestMs ?? longestWriteMs)) {
      await this.abandon()
      throw tookTooLong()
    }
    const mayAddJobs = this.mayAddJobs || this.pending.some(addsJob)
    const changedStorefronts = [...this.changedStorefronts]
    const announcement = changedStorefronts.length > 0 ? this.options.announce?.(changedStorefronts) : undefined
    const pipeline = new Pipeline([
      ...this.pending,
      ...(announcement ? [{ ...announcement, quiet: true }] : []),
      ...(this.options.stamp ? [this.options.stamp()] : []),
      commit,
    ])
    let done: StatementResult | undefined
    // The next write of the store starts while this write waits for the disk.
    if (!this.keepsTurn) client.endExclusive?.()
    try {
      done = (await this.submit(client, pipeline)).at(-1)
    } catch (error) {
      // Rolls back, because a connection that is only closed releases its locks later, and a retry would wait for them.
      await this.abandon()
      throw fromDatabase(error, this.options.constraints)
    } finally {
      // Called even if the response to COMMIT was lost, because the commit may have happened.
      this.options.written?.()
      if (changedStorefronts.length > 0) this.options.announced?.(changedStorefronts)
      if (mayAddJobs) this.options.addedJobs?.()
    }
    client.release()
    // COMMIT of a failed transaction "succeeds" as ROLLBACK.
    if (done?.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.')
    for (const act of this.whenCommitted) act()
  }

  private async abandon(): Promise<void> {
    this.spent = true
    const client = await this.client?.catch(() => undefined)
    if (!client) return
    // The transaction ended at the Sync, also after an error.
    if (this.options.endsAtSync)
      return this.last.then(
        () => client.release(),
        () => client.release(),
      )
    await this.submit(client, new Pipeline([rollback])).then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}
