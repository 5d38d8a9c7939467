// Sends what is due to one endpoint, as long as this process holds its lane. Reads ahead in batches, keeps a few deliveries
// under way, writes outcomes down in batches: reading, sending and writing overlap, and memory holds a bounded part of
// the backlog however long it is. Nothing is marked when it is read: a process that dies leaves everything due.
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Mode } from '#platform/db/transaction.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Due, Place } from '../deliveries/store.ts'
import { relaxCommit } from '../lanes/store.ts'
import { attempt, type Receiver, type Wire } from './attempt.ts'
import { load, record, report, settle, type Tried } from './commands.ts'
import { firstWidth, isGone, isSuccess, type Outcome, pauseOf, widthAfter } from './rules.ts'

const readAhead = 250
const recordsAtOnce = 100
/** How long an outcome may wait for others to be written with it. */
const recordWithinMs = 15
/** With so many outcomes unwritten, the database is away: sending on would only make repeats of them. */
const maxUnrecorded = 500
const reportEveryMs = 5_000
/** Outcomes outlast a database that is away for so long; after that their deliveries are made again. */
const writeTries = 40
const writeAgainAfterMs = 500

export type LaneContext = {
  db: StoreDb
  secrets: Secrets
  wire: Wire
  sender: string
  /** Runs a transaction when it is its turn: lanes together must leave connections for the API. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Nothing more is begun; what is under way may end. */
  stopping: AbortSignal
  /** What is under way is called off. */
  aborting: AbortSignal
  ended(outcome: Outcome): void
}

export class Lane {
  private readonly context: LaneContext
  private readonly scope: StoreScope
  private readonly endpointId: string
  private readonly finished = Promise.withResolvers<void>()
  private receiver: Receiver | undefined
  private queue: Due[] = []
  private place: Place | undefined
  private isReadOut = false
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

  constructor(context: LaneContext, scope: StoreScope, endpointId: string, failures: number) {
    this.context = context
    this.scope = scope
    this.endpointId = endpointId
    this.failures = failures
    this.width = firstWidth(failures)
  }

  /** Ends when nothing is due any more, the endpoint is paused, or the process stops; then the lane is free. */
  async run(): Promise<void> {
    const halt = () => this.halt()
    this.context.stopping.addEventListener('abort', halt, { once: true })
    if (this.context.stopping.aborted) halt()
    this.advance()
    await this.finished.promise
    this.context.stopping.removeEventListener('abort', halt)
  }

  private transaction<T>(mode: Mode, work: (tx: StoreTx) => Promise<T>): Promise<T> {
    return this.context.inTurn(() =>
      this.context.db.store(this.scope, mode, async (tx) => {
        if (mode === 'write') await relaxCommit(tx)
        return work(tx)
      }),
    )
  }

  /** Does whatever can be done now; called again after each thing that ends. */
  private advance(): void {
    const lacksWork = this.queue.length < this.width && !this.isReadOut && !this.isHalted
    if (lacksWork && !this.isReading) void this.read()
    while (this.underWay < this.width && this.unrecorded.length < maxUnrecorded) {
      const next = this.queue.shift()
      if (!next) break
      void this.send(next)
    }
    this.planRecording()
    const isIdle = this.underWay === 0 && this.queue.length === 0 && !this.isReading
    if (!isIdle || this.unrecorded.length > 0 || this.isRecording) return
    if (this.error === undefined) void this.leave()
    else this.finished.reject(this.error)
  }

  private async read(): Promise<void> {
    this.isReading = true
    try {
      const { secrets } = this.context
      const { receiver, due } = await this.transaction('read', (tx) =>
        load(tx, secrets, this.endpointId, this.place, readAhead),
      )
      this.receiver = receiver
      this.isReadOut = due.length < readAhead
      this.place = due.at(-1) ?? this.place
      if (!receiver) this.halt()
      else if (!this.isHalted) this.queue.push(...due)
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
      this.unrecorded.push({ delivery, outcome: undefined, random: 0 })
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
      const outcome = await attempt(this.context.wire, receiver, message, this.context.aborting)
      if (outcome) this.weigh(delivery, outcome)
    } catch (error) {
      this.fail(error)
    }
    this.underWay--
    this.advance()
  }

  private weigh(delivery: Due, outcome: Outcome): void {
    const succeeded = isSuccess(outcome)
    this.unrecorded.push({ delivery, outcome, random: Math.random() })
    this.context.ended(outcome)
    this.width = widthAfter(this.width, succeeded)
    this.failures = succeeded ? 0 : this.failures + 1
    const pause = succeeded ? null : pauseOf(outcome, this.failures, this.context.wire.clock.now())
    if (pause && (this.pausedUntil === null || pause > this.pausedUntil)) this.pausedUntil = pause
    if (pause || isGone(outcome)) this.halt()
  }

  /** Starts nothing more; what is under way ends, and is written down. */
  private halt(): void {
    this.isHalted = true
    this.queue = []
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

  private async leave(): Promise<void> {
    // Held, so that nothing else begins while the lane is being left.
    this.isReading = true
    try {
      const { sender, stopping, wire } = this.context
      const mayStay = !this.isHalted && !stopping.aborted
      const leaving = { failures: this.failures, pausedUntil: this.pausedUntil, mayStay }
      const end = await this.transaction('write', (tx) => settle(tx, sender, this.endpointId, leaving, wire.clock))
      if (end === 'left') return this.finished.resolve()
      this.place = undefined
      this.isReadOut = false
    } catch (error) {
      this.fail(error)
    }
    this.isReading = false
    this.advance()
  }

  /**
   * The database is away, or the code is at fault. The lane is not settled then: whoever takes it next finds everything
   * due that was not written down.
   */
  private fail(error: unknown): void {
    this.error = error
    this.halt()
  }
}
