// Delivers one receiver's due items. It claims a few items, attempts them in parallel and records the results. It ends when
// nothing is due, the receiver needs a pause, the time is up or the process stops. Attempts continue during a transaction,
// and one transaction both records and claims. Memory is bounded. Each claim is committed before its attempts. The area
// chooses at-most-once or at-least-once delivery with `Policy.taking`.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreDb, StoreTx } from '../../db/db.ts'
import type { Clock } from '../../process/clock.ts'
import type { Metrics } from '../../process/metrics.ts'
import { paced } from './pace.ts'
import { adaptedWidth, type Policy } from './policy.ts'
import type { AttemptEnd, Receiver, RunEnd } from './receiver.ts'

/** With this many unrecorded results no attempt starts, because the database is slower than the receiver. */
const maxUnrecorded = 500
/** A claim may finish its items without an attempt. This limit prevents an endless loop of such claims. */
const maxEmptyTakes = 1_000
/** Only this process knows the results, so it tries to write them this often during a database outage. */
const writeTries = 40
const writeAgainAfterMs = 500

export type DeliveryContext = {
  db: StoreDb
  clock: Clock
  metrics: Metrics
  /** When this signal aborts, no attempt starts, and running attempts may finish. */
  stopping: AbortSignal
  aborting?: AbortSignal
  /** Limits parallel transactions, because many receivers together must leave connections for the API. */
  withinLimit?<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Rejects when the database outage lasts too long or our code fails. The receiver is not released then, and its lease
 * expires.
 */
export const deliver = <Item, Result>(
  context: DeliveryContext,
  policy: Policy<Result>,
  receiver: Receiver<Item, Result>,
): Promise<RunEnd> => new Delivering(context, policy, receiver).run()

class Delivering<Item, Result> {
  private readonly context: DeliveryContext
  private readonly policy: Policy<Result>
  private readonly receiver: Receiver<Item, Result>
  private readonly callingOff = new AbortController()
  private readonly signal: AbortSignal
  private readonly pace: (() => Promise<void>) | undefined
  private readonly endsAt: number
  private queue: Item[] = []
  private lastTaken: Item | undefined
  private ended: AttemptEnd<Item, Result>[] = []
  private underWay = 0
  private width: number
  private failures: number
  private pausedUntil: Date | null = null
  private halted: 'paused' | 'over' | undefined
  private fault: { error: unknown } | undefined
  private isSwept = false
  private isDry = false
  private emptyTakes = 0
  private isDatabaseAway = false
  private worthwhile: PromiseWithResolvers<void> | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(context: DeliveryContext, policy: Policy<Result>, receiver: Receiver<Item, Result>) {
    this.context = context
    this.policy = policy
    this.receiver = receiver
    const { aborting } = context
    this.signal = aborting ? AbortSignal.any([this.callingOff.signal, aborting]) : this.callingOff.signal
    this.pace = policy.perSecond === undefined ? undefined : paced(policy.perSecond)
    this.endsAt = performance.now() + (policy.sliceMs ?? Number.POSITIVE_INFINITY)
    this.width = policy.concurrency.first
    this.failures = receiver.failures ?? 0
  }

  async run(): Promise<RunEnd> {
    for (;;) {
      await this.exchange()
      if (this.underWay > 0 || this.queue.length > 0 || this.ended.length > 0) {
        await this.untilWorthwhile()
        continue
      }
      if (this.fault) throw this.fault.error
      const because = this.end() ?? (this.isDry ? 'done' : undefined)
      if (because === undefined) continue
      const left: RunEnd = { because, failures: this.failures, pausedUntil: this.pausedUntil }
      if ((await this.leave(left)) === 'left') return left
      this.isDry = false
      this.lastTaken = undefined
    }
  }

  private end(): RunEnd['because'] | undefined {
    if (this.halted) return this.halted
    if (this.context.stopping.aborted) return 'stopped'
    return performance.now() > this.endsAt ? 'slice' : undefined
  }

  private room(): number {
    if (this.end() !== undefined || this.ended.length >= maxUnrecorded) return 0
    const { queue, underWay, width, isDry } = this
    return this.policy.room({ queued: queue.length, underWay, width, isDry })
  }

  private async exchange(): Promise<void> {
    const ended = this.ended.splice(0)
    for (let tries = 1; ; tries++) {
      const room = this.room()
      if (ended.length === 0 && room === 0) break
      try {
        await this.transaction(ended, room, tries > 1)
        break
      } catch (error) {
        this.isDatabaseAway = true
        const isWorthIt = tries < (ended.length > 0 ? writeTries : 2) && !this.context.aborting?.aborted
        if (!isWorthIt) {
          this.fail(error)
          break
        }
        if (tries > 1) await sleep(writeAgainAfterMs)
      }
    }
    this.isDatabaseAway = false
    this.begin()
  }

  private async transaction(
    ended: readonly AttemptEnd<Item, Result>[],
    room: number,
    isCareful: boolean,
  ): Promise<void> {
    const { receiver, isSwept, lastTaken: after } = this
    const care = { isCareful }
    const done = await this.write(async (tx) => {
      if (!isSwept) await receiver.sweep?.(tx, care)
      const next = ended.length > 0 ? await receiver.record(tx, ended, care) : 'goOn'
      return {
        next,
        taken: room > 0 && next === 'goOn' ? await receiver.take(tx, room, { ...care, after }) : undefined,
      }
    })
    this.isSwept = true
    if (done.next === 'halt') this.halted ??= 'over'
    if (!done.taken) return
    this.queue.push(...done.taken.items)
    this.lastTaken = done.taken.items.at(-1) ?? after
    this.isDry = done.taken.isDry
    this.emptyTakes = done.taken.items.length > 0 || this.isDry ? 0 : this.emptyTakes + 1
    if (this.emptyTakes > maxEmptyTakes)
      this.fail(new Error('A receiver returned no items although it reported that more are due.'))
  }

  private write<T>(work: (tx: StoreTx) => Promise<T>): Promise<T> {
    const { db, withinLimit } = this.context
    const begin = () => db.store(this.receiver.scope, 'write', work)
    return withinLimit ? withinLimit(begin) : begin()
  }

  private begin(): void {
    const end = this.end()
    // Items that were claimed within a slice are still attempted after the slice. After a stop or pause they are returned
    // without an attempt.
    if (end !== undefined && end !== 'slice') this.giveBack()
    while (this.underWay < this.width && this.ended.length < maxUnrecorded && !this.isDatabaseAway) {
      const item = this.queue.shift()
      if (item === undefined) return
      void this.attempt(item)
    }
  }

  private giveBack(): void {
    for (const item of this.queue.splice(0)) this.finish(item, undefined)
  }

  private finish(item: Item, result: Result | undefined): void {
    if (result === undefined && this.policy.taking === 'reads') return
    this.ended.push({ item, result, at: this.context.clock.now() })
  }

  private async attempt(item: Item): Promise<void> {
    this.underWay++
    try {
      await this.pace?.()
      const mayBegin = !this.halted && !this.context.stopping.aborted
      const startedAt = performance.now()
      const result = mayBegin ? await this.receiver.attempt(item, this.signal) : undefined
      this.finish(item, result)
      if (result !== undefined) this.weigh(result, performance.now() - startedAt)
    } catch (error) {
      this.fail(error)
    }
    this.underWay--
    this.begin()
    this.check()
  }

  private weigh(result: Result, tookMs: number): void {
    const { metrics, concurrency, callsOff } = this.policy
    this.context.metrics.count(metrics.total, { outcome: metrics.outcomeOf(result) })
    this.context.metrics.observe(metrics.seconds, tookMs / 1000)
    const { succeeded, pauseMs = 0, isOver } = this.receiver.judge(result, this.failures + 1)
    this.failures = succeeded ? 0 : this.failures + 1
    this.width = adaptedWidth(this.width, succeeded, concurrency)
    if (isOver) this.halted = 'over'
    if (pauseMs <= 0) return
    const until = new Date(this.context.clock.nowMs() + pauseMs)
    if (this.pausedUntil === null || until > this.pausedUntil) this.pausedUntil = until
    this.halted ??= 'paused'
    if (callsOff) this.callingOff.abort()
  }

  private async untilWorthwhile(): Promise<void> {
    this.worthwhile = Promise.withResolvers<void>()
    this.check()
    await this.worthwhile.promise
    this.worthwhile = undefined
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private check(): void {
    if (!this.worthwhile) return
    const { atOnce, withinMs } = this.policy.record
    const isEnough = this.ended.length >= atOnce || (!this.isDry && this.room() >= atOnce)
    if (this.underWay === 0 || isEnough) this.worthwhile.resolve()
    else if (this.ended.length > 0 && Number.isFinite(withinMs))
      this.timer ??= setTimeout(() => this.worthwhile?.resolve(), withinMs)
  }

  /** After this call no attempt starts. Running attempts finish and are recorded if possible. */
  private fail(error: unknown): void {
    this.fault ??= { error }
    this.halted = 'over'
    this.queue = []
  }

  private async leave(left: RunEnd): Promise<'left' | 'more'> {
    const { leave } = this.receiver
    return leave ? this.write((tx) => leave.call(this.receiver, tx, left)) : 'left'
  }
}
