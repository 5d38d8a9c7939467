// One transaction, begun by its first query: BEGIN, the entry (who acts, in which store) and that query share one round trip.
// Nothing slow belongs inside. A transaction that ran no query never took a connection.
import { fromDatabase, tookTooLong } from '../values/errors.ts'
import type { Connection, Connections } from './connections.ts'
import { type Columns, copyOf } from './copy.ts'
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts'
import type { Published } from './published-event.ts'
import { compile, type Query, statement } from './query.ts'

export type Mode = 'read' | 'write'

type Constraints = Parameters<typeof fromDatabase>[1]

export type Options = {
  mode: Mode
  now: Date
  /** Sets the tenant; its rows go to `admit`, which throws to refuse. */
  entry?: Statement
  admit?: (rows: Record<string, unknown>[]) => void | Promise<void>
  /** The work is one statement: COMMIT joins the round trip, and a second statement is a mistake. */
  oneQuery?: boolean
  /** One view of the data for every statement, however long the reading takes. */
  snapshot?: boolean
  /** Whoever performs it begins it anew when it fails as after a deadlock. */
  startsOver?: boolean
  /** Ends each statement after this long, instead of after its role's time (`roles.ts`). */
  statementMs?: number | undefined
  /** How long it may rest between statements, instead of its role's time. */
  restMs?: number | undefined
  /** How long a write may take as a whole; only for one whose rows bring their own instants of change. */
  longestMs?: number | undefined
  /** Announces the stores whose content changed; joins the round trip of COMMIT. */
  announce?: (storeEnvIds: readonly string[]) => Statement
  /** What running into a constraint means; see `fromDatabase`. */
  constraints?: Constraints
  /** Called once the commit may have happened, before the caller gets its result. */
  announced?: (storeEnvIds: readonly string[]) => void
}

/** As long as its snapshot is held, the server tidies up nothing that is newer. */
const longestStreamMs = 2 * 3600_000

/**
 * What a transaction writes has the instant at which it began, and is seen when it is committed. A client that follows changes
 * with an overlap of five minutes misses none that took four; the fifth is for the commit itself and for clocks that differ.
 */
const longestWriteMs = 4 * 60_000

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
  /** The instant of this transaction on the service's clock; SQL takes it as a parameter instead of calling now(). */
  readonly now: Date
  /** What is published here; `platform/db` brings it to the subscribers right before the commit. */
  readonly outbox: Published[] = []
  /** Stores whose storefront content is changed here (`#platform/storefront/invalidation.ts`). */
  readonly changedStorefronts = new Set<string>()
  readonly startsOver: boolean
  private readonly whenCommitted: (() => void)[] = []
  private readonly connections: Connections
  private readonly options: Options
  private client: Promise<Connection> | undefined
  /** What the next pipeline begins with. */
  private pending: Statement[]
  private isEntered = false
  /** Something waits to be sent along, so that the transaction has to happen whether or not anything else is asked. */
  private isBegun = false
  /** What was sent last; pg keeps no queue of its own in versions to come, and a stream reads ahead while others ask. */
  private last: Promise<unknown> = Promise.resolve()
  private savepoints = 0
  private spent = false
  private readonly begunMs = performance.now()

  constructor(connections: Connections, options: Options) {
    this.connections = connections
    this.options = options
    this.now = options.now
    this.startsOver = options.startsOver ?? false
    const begin = begins[options.snapshot ? 'snapshot' : options.mode] as Statement
    this.pending = options.entry ? [begin, options.entry] : [begin]
    // Numbers of ours, never a caller's. Behind the entry, whose rows are looked for at its place.
    this.setLocal('statement_timeout', options.statementMs)
    this.setLocal('idle_in_transaction_session_timeout', options.restMs)
  }

  private setLocal(setting: string, ms: number | undefined): void {
    if (ms !== undefined) this.pending.push({ name: '', text: `set local ${setting} = ${ms}`, quiet: true })
  }

  async all<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.send(compile(query))).rows as Row[]
  }

  async first<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.send(compile(query))).rows[0] as Row | undefined
  }

  /** Runs a write; answers how many rows it changed. */
  async run(query: Query<unknown>): Promise<number> {
    return (await this.send(compile(query))).rowCount
  }

  /** Statements that do not need each other's answers, in one round trip; each sees what those before it have written. */
  async several<Rows extends unknown[]>(queries: QueriesOf<Rows>): Promise<ResultsOf<Rows>> {
    const results = await this.sendAll(queries.map((query) => compile(query)))
    return results.map(({ rows }) => rows) as ResultsOf<Rows>
  }

  /** Sent with whatever is sent next, or with COMMIT: it costs no round trip, and fails there if it fails. */
  sendAlong(query: Query<unknown>): void {
    this.pending.push({ ...compile(query), quiet: true })
    this.isBegun = true
  }

  onCommit(act: () => void): void {
    this.whenCommitted.push(act)
  }

  /** Begins, and asks `admit`, where no query has done so. */
  async enter(): Promise<void> {
    if (!this.isEntered) await this.sendAll([])
  }

  /**
   * What `work` wrote is undone when it throws; the transaction lives on. Not for two at the same time. Setting it and
   * releasing it fly with what is sent next, so that where all is well it costs no round trip.
   */
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
      if (isSent()) await this.send({ ...statement(`rollback to savepoint ${name}`), quiet: true })
      // With what was to be sent along and was not sent either.
      else this.pending = this.pending.slice(0, this.pending.indexOf(set))
      throw error
    }
  }

  /**
   * Reads a batch ahead of the consumer, so memory does not grow with the result. `take` deals with rows as they arrive: what
   * it answers `true` for is not in the batches, and never becomes old enough to cost the collector. By a portal of the
   * protocol: FETCH from a cursor writes down each batch before it is sent, which is a third of the server's time.
   */
  async *stream<Row>(query: Query<Row>, batchSize = 1000, take?: (row: Row) => boolean): AsyncGenerator<Row[]> {
    const step = { ...compile(query), name: '', ...(take && { take: take as never }) }
    const portal = { name: `p${++this.savepoints}`, rows: batchSize }
    const ahead = (isOpen: boolean) => {
      const batch = this.send({ ...step, portal: { ...portal, isOpen } })
      // A failure is thrown where the batch is awaited; until then it must not count as unhandled.
      batch.catch(() => {})
      return batch
    }
    let next = ahead(false)
    const until = performance.now() + longestStreamMs
    try {
      for (;;) {
        const { rows, hasMore } = await next
        if (performance.now() > until) throw new Error('A stream was read for longer than two hours.')
        if (hasMore) next = ahead(true)
        if (rows.length > 0 || take) yield rows as Row[]
        if (!hasMore) return
      }
    } finally {
      await next.catch(() => {})
    }
  }

  /**
   * The same rows as `all`, by COPY: bytes come as they are. As text they are twice as long, which both sides write and read letter by
   * letter: four megabytes take 6 ms instead of 25. All of them are in memory at once.
   */
  async copy<Row>(query: Query<Row>, columns: Columns<Row>): Promise<Row[]> {
    const rows: Row[] = []
    await this.send(copyOf(query, columns, (row) => rows.push(row)))
    return rows
  }

  /** Runs `work` and ends the transaction: COMMIT when it returns, ROLLBACK when it throws. */
  async perform<T>(work: () => Promise<T>): Promise<T> {
    let result: T
    try {
      result = await work()
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

  private async sendAll(steps: readonly Statement[]): Promise<StatementResult[]> {
    if (this.spent) throw new Error('The transaction is over, or declared one query and sent another.')
    if (this.options.oneQuery) this.spent = true
    const client = await this.connection()
    const { pending, isEntered } = this
    this.pending = []
    this.isEntered = true
    const pipeline = new Pipeline(this.options.oneQuery ? [...pending, ...steps, commit] : [...pending, ...steps])
    const results = await this.submit(client, pipeline)
    if (!isEntered) await this.options.admit?.(results[1]?.rows ?? [])
    return results.slice(pending.length)
  }

  /** Behind what was sent before, in the order of the calls. */
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
    // What was only to be sent along is sent all the same.
    if (this.isBegun && !this.client) await this.sendAll([])
    this.spent = true
    if (!this.client) return
    const client = await this.client
    if (this.options.oneQuery) {
      // Also one that nobody has waited for: the next user of the connection must find it free, and in no transaction.
      return this.last.then(
        () => client.release(),
        () => this.abandon(),
      )
    }
    if (this.options.mode === 'read') {
      // A read has nothing to confirm: the answer need not wait for COMMIT.
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
    const changedStorefronts = [...this.changedStorefronts]
    const announcement = changedStorefronts.length > 0 ? this.options.announce?.(changedStorefronts) : undefined
    const pipeline = new Pipeline([
      ...this.pending,
      ...(announcement ? [{ ...announcement, quiet: true }] : []),
      commit,
    ])
    let done: StatementResult | undefined
    try {
      done = (await this.submit(client, pipeline)).at(-1)
    } catch (error) {
      // Rolled back before anybody hears of it: a connection that is closed instead keeps its locks for a moment, and who tries again meets them.
      await this.abandon()
      throw fromDatabase(error, this.options.constraints)
    } finally {
      // Also when the answer to COMMIT was lost: it may have happened.
      if (changedStorefronts.length > 0) this.options.announced?.(changedStorefronts)
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
    await this.submit(client, new Pipeline([rollback])).then(
      () => client.release(),
      (error) => client.release(error),
    )
  }
}
