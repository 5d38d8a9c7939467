// Several calls run in parallel inside one transaction. Statements that they send in the same turn of the event loop share
// one round trip.
import type { Party } from '../identity/caller.ts'
import { failedStatements, type Statement, type StatementResult } from './pipeline.ts'
import type { PublishedEvent } from './published-event.ts'
import { compile, type Query } from './query.ts'
import type { QueriesOf, ResultsOf, Transaction } from './transaction.ts'

/** `organizationId` and `by` are known once the caller is authenticated. */
export type TenantTransaction = Transaction & { storeEnvId: string; organizationId: string; by: Party }

/** Another call of the transaction failed, so this one cannot continue in it. */
const aborted = new Error('Another call of this transaction failed.')

type Part = {
  statements: readonly Statement[]
  resolve: (results: StatementResult[]) => void
  reject: (error: unknown) => void
}

/** `failure` is an error of this call, `aborted` the result of an error of another call. */
export type Outcome<T> = { answer: T } | { failure: unknown } | 'aborted'

/** Runs all `works` to their end. After a failure the transaction must be rolled back. */
export async function runTogether<Tx, T>(
  tx: TenantTransaction,
  works: readonly ((tx: Tx) => Promise<T>)[],
): Promise<Outcome<T>[]> {
  const shared = new SharedStatements(tx)
  return Promise.all(
    works.map(async (work): Promise<Outcome<T>> => {
      const member = new MemberTx(tx, shared)
      try {
        const answer = await work(member as unknown as Tx)
        return member.failure ?? { answer }
      } catch (error) {
        shared.isFailed = true
        return member.failure ?? (error === aborted ? 'aborted' : { failure: error })
      }
    }),
  )
}

class SharedStatements {
  isFailed = false
  private parts: Part[] = []
  private readonly tx: Transaction

  constructor(tx: Transaction) {
    this.tx = tx
  }

  send(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (this.isFailed) return Promise.reject(aborted)
    if (this.parts.length === 0) setImmediate(() => this.flush())
    return new Promise((resolve, reject) => {
      this.parts.push({ statements, resolve, reject })
    })
  }

  private async flush(): Promise<void> {
    const { parts } = this
    this.parts = []
    if (this.isFailed) {
      for (const { reject } of parts) reject(aborted)
      return
    }
    try {
      const results = await this.tx.sendAll(parts.flatMap(({ statements }) => statements))
      for (const { statements, resolve } of parts) resolve(results.splice(0, statements.length))
    } catch (error) {
      this.isFailed = true
      const failed = failedStatements.get(error as Error)
      const isKnown = parts.some(({ statements }) => failed && statements.includes(failed))
      for (const { statements, reject } of parts)
        reject(!isKnown || (failed && statements.includes(failed)) ? error : aborted)
    }
  }
}

/** The view of the shared transaction that one call gets. */
class MemberTx {
  readonly storeEnvId: string
  readonly now: Date
  readonly startsOver: boolean
  readonly outbox: PublishedEvent[]
  readonly changedStorefronts: Set<string>
  readonly wokenJobs: Set<string>
  failure: { failure: unknown } | undefined
  private readonly tx: TenantTransaction
  private readonly shared: SharedStatements

  constructor(tx: TenantTransaction, shared: SharedStatements) {
    this.tx = tx
    this.shared = shared
    this.storeEnvId = tx.storeEnvId
    this.now = tx.now
    this.startsOver = tx.startsOver
    this.outbox = tx.outbox
    this.changedStorefronts = tx.changedStorefronts
    this.wokenJobs = tx.wokenJobs
  }

  get organizationId(): string {
    return this.tx.organizationId
  }

  get by(): Party {
    return this.tx.by
  }

  async all<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.send(query)).rows as Row[]
  }

  async first<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.send(query)).rows[0] as Row | undefined
  }

  async run(query: Query<unknown>): Promise<number> {
    return (await this.send(query)).rowCount
  }

  async several<Rows extends unknown[]>(queries: QueriesOf<Rows>): Promise<ResultsOf<Rows>> {
    const results = await this.shared.send(queries.map((query) => compile(query)))
    return results.map(({ rows }) => rows) as ResultsOf<Rows>
  }

  sendAlong(query: Query<unknown>): void {
    this.tx.sendAlong(query)
  }

  onCommit(act: () => void): void {
    this.tx.onCommit(act)
  }

  keepTurn(): void {
    this.tx.keepTurn()
  }

  /**
   * Sets no savepoint, because parallel calls cannot nest savepoints. A failure fails the call, which then runs alone
   * in a transaction with savepoints.
   */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.shared.isFailed = true
      if (error !== aborted) this.failure ??= { failure: error }
      throw error
    }
  }

  private async send(query: Query<unknown>): Promise<StatementResult> {
    const [result] = await this.shared.send([compile(query)])
    return result as StatementResult
  }
}
