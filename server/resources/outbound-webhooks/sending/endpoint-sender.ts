// Sends what is due to one endpoint, as long as this process holds its queue. Reads ahead in batches, keeps a few deliveries
// under way, writes results down in batches: reading, sending and writing overlap, and memory holds a bounded part of
// the backlog however long it is. Nothing is marked when it is read: a process that dies leaves everything due.
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Mode } from '#platform/db/transaction.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Due, DueCursor } from '../deliveries/store.ts'
import { attempt, type Receiver, type Wire } from './attempt.ts'
import { load, record, report, settle, type Tried } from './commands.ts'
import { type AttemptResult, firstWidth, isGone, isSuccess, pauseOf, widthAfter } from './rules.ts'
import { relaxCommit } from './store.ts'

const readAhead = 250
const recordsAtOnce = 100
/** How long a result may wait for others to be written with it. */
const recordWithinMs = 15
/** With so many results unwritten, the database is away: sending on would only make repeats of them. */
const maxUnrecorded = 500
const reportEveryMs = 5_000
/** Results outlast a database that is away for so long; after that their deliveries are made again. */
const writeTries = 40
const writeAgainAfterMs = 500

export type EndpointSenderContext = {
  db: StoreDb
  secrets: Secrets
  wire: Wire
  sender: string
  /** Runs a transaction when few enough others run: all senders together must leave connections for the API. */
  withinLimit<T>(work: () => Promise<T>): Promise<T>
  /** Nothing more is begun; what is under way may end. */
  stopping: AbortSignal
  /** What is under way is called off. */
  aborting: AbortSignal
  ended(result: AttemptResult): void
}

export class EndpointSender {
  private readonly context: EndpointSenderContext
  private readonly scope: StoreScope
  private readonly endpointId: string
  private readonly finished = Promise.withResolvers<void>()
  private receiver: Receiver | undefined
  private ready: Due[] = []
  private cursor: DueCursor | undefined
  private isReadToEnd = false
  private isReading = false
  private underWay = 0
  private unrecorded: Tried[] = []
  private recordTimer: NodeJS.Timeout | undefined
  private isRecording = false
  private triesToWrite = 0
  private error: unknown
  private reportedAt = performance.now()
  private failures: number
  private width: number
  private pausedUntil: Date | null = null
  private isHalted = false

  constructor(context: EndpointSenderContext, scope: StoreScope, endpointId: string, failures: number) {
    this.context = context
    this.scope = scope
    this.endpointId = endpointId
    this.failures = failures
    this.width = firstWidth(failures)
  }

  /** Ends when nothing is due any more, the endpoint is paused, or the process stops; then the queue is released. */
  async run(): Promise<void> {
    const halt = () => this.halt()
    this.context.stopping.addEventListener('abort', halt, { once: true })
    if (this.context.stopping.aborted) halt()
    this.advance()
    await this.finished.promise
    this.context.stopping.removeEventListener('abort', halt)
  }

  private transaction<T>(mode: Mode, work: (tx: StoreTx) => Promise<T>): Promise<T> {
    return this.context.withinLimit(() =>
      this.context.db.store(this.scope, mode, async (tx) => {
        if (mode === 'write') await relaxCommit(tx)
        return work(tx)
      }),
    )
  }

  /** Does whatever can be done now; called again after each thing that ends. */
  private advance(): void {
    const lacksWork = this.ready.length < this.width && !this.isReadToEnd && !this.isHalted
    if (lacksWork && !this.isReading) void this.read()
    while (this.underWay < this.width && this.unrecorded.length < maxUnrecorded) {
      const next = this.ready.shift()
      if (!next) break
      void this.send(next)
    }
    this.planRecording()
    const isIdle = this.underWay === 0 && this.ready.length === 0 && !this.isReading
    if (!isIdle || this.unrecorded.length > 0 || this.isRecording) return
    if (this.error === undefined) void this.release()
    else this.finished.reject(this.error)
  }

  private async read(): Promise<void> {
    this.isReading = true
    try {
      const { secrets } = this.context
      const { receiver, due } = await this.transaction('read', (tx) =>
        load(tx, secrets, this.endpointId, this.cursor, readAhead),
      )
      this.receiver = receiver
      this.isReadToEnd = due.length < readAhead
      this.cursor = due.at(-1) ?? this.cursor
      if (!receiver) this.halt()
      else if (!this.isHalted) this.ready.push(...due)
    } catch (error) {
      this.fail(error)
    }
    this.isReading = false
    this.advance()
  }

  private async send(delivery: Due): Promise<void> {
    const { receiver } = this
    if (!receiver) return
    const { id, firing_id, event, at, data, cause } = delivery
    if (data === null) {
      this.unrecorded.push({ delivery, result: undefined, random: 0 })
      return
    }
    this.underWay++
    const message = {
      deliveryId: id,
      eventId: firing_id,
      event,
      createdAt: at,
      storeEnvId: this.scope.storeEnvId,
      data,
      isTest: cause === 'test',
    }
    try {
      const result = await attempt(this.context.wire, receiver, message, this.context.aborting)
      if (result) this.applyResult(delivery, result)
    } catch (error) {
      this.fail(error)
    }
    this.underWay--
    this.advance()
  }

  private applyResult(delivery: Due, result: AttemptResult): void {
    const succeeded = isSuccess(result)
    this.unrecorded.push({ delivery, result, random: Math.random() })
    this.context.ended(result)
    this.width = widthAfter(this.width, succeeded)
    this.failures = succeeded ? 0 : this.failures + 1
    const pause = succeeded ? null : pauseOf(result, this.failures, this.context.wire.clock.now())
    if (pause && (this.pausedUntil === null || pause > this.pausedUntil)) this.pausedUntil = pause
    if (pause || isGone(result)) this.halt()
  }

  /** Starts nothing more; what is under way ends, and is written down. */
  private halt(): void {
    this.isHalted = true
    this.ready = []
  }

  private planRecording(): void {
    if (this.isRecording || this.unrecorded.length === 0) return
    const canWait = this.unrecorded.length < recordsAtOnce && this.underWay > 0
    if (!canWait && this.triesToWrite === 0) void this.write()
    else
      this.recordTimer ??= setTimeout(
        () => void this.write(),
        this.triesToWrite > 0 ? writeAgainAfterMs : recordWithinMs,
      )
  }

  private async write(): Promise<void> {
    clearTimeout(this.recordTimer)
    this.recordTimer = undefined
    if (this.isRecording) return
    this.isRecording = true
    const tried = this.unrecorded.slice(0, maxUnrecorded)
    const isTimeToReport = performance.now() - this.reportedAt > reportEveryMs
    try {
      await this.transaction('write', async (tx) => {
        await record(tx, this.endpointId, tried)
        if (isTimeToReport) await report(tx, this.endpointId)
      })
      this.unrecorded = this.unrecorded.slice(tried.length)
      this.triesToWrite = 0
      if (isTimeToReport) this.reportedAt = performance.now()
    } catch (error) {
      this.triesToWrite++
      this.fail(error)
      if (this.triesToWrite >= writeTries) this.unrecorded = []
    }
    this.isRecording = false
    this.advance()
  }

  private async release(): Promise<void> {
    // Set, so that nothing else begins while the queue is being released.
    this.isReading = true
    try {
      const { sender, stopping, wire } = this.context
      const mayContinue = !this.isHalted && !stopping.aborted
      const ending = { failures: this.failures, pausedUntil: this.pausedUntil, mayContinue }
      const end = await this.transaction('write', (tx) => settle(tx, sender, this.endpointId, ending, wire.clock))
      if (end === 'released') return this.finished.resolve()
      this.cursor = undefined
      this.isReadToEnd = false
    } catch (error) {
      this.fail(error)
    }
    this.isReading = false
    this.advance()
  }

  /**
   * The database is away, or the code is at fault. The queue is not settled then: the next sender finds everything due that
   * was not written down.
   */
  private fail(error: unknown): void {
    this.error = error
    this.halt()
  }
}
