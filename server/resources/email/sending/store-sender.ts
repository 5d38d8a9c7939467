// Sends the due mail of one store for a limited time. A few messages are claimed at a time, and the claim is committed
// before the first byte is sent: if the process is killed, those few become `unknown`, and nothing is sent twice. One
// transaction records finished attempts and claims the next messages, so memory holds a handful of mails however many wait.
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import { sendJob } from '../commands.ts'
import { type Claim, claim, type ReadyMessage } from './claiming.ts'
import type { SendingContext } from './context.ts'
import { countOutcome } from './metrics.ts'
import type { Outage } from './outage.ts'
import { leaseMs } from './rules.ts'
import { type Attempt, recordAttempts } from './settling.ts'

/** How many are being sent at once. More would be faster, but more would be unknown after a crash. */
const width = 20
/** Finished attempts are recorded in batches of this many, or after this time. */
const recordAtOnce = 10
const recordWithinMs = 100
/** How long one store sends before the next store's turn. */
export const sliceMs = 2_000
/** After so many failures in a row this store stops for a while. */
const maxTroubles = 20
const writeTries = 20
const writeAgainAfterMs = 500
const minuteMs = 60_000

export type StoreSenderContext = Omit<SendingContext, 'useSavepoints'> & {
  db: StoreDb
  stopping: AbortSignal
  outage: Outage
}

/** `more`: more mail is due; `later`: the mail server fails, so wait; `done`: nothing is due. */
export type End = 'more' | 'later' | 'done'

export class StoreSender {
  private readonly context: StoreSenderContext
  private readonly scope: StoreScope
  private readonly id: string
  private readonly halting = new AbortController()
  private readonly startedAt = performance.now()
  private ended: Attempt[] = []
  private underWay = 0
  private troubles = 0
  private notedUntil = 0
  private progress = Promise.withResolvers<void>()

  constructor(context: StoreSenderContext, scope: StoreScope, id: string) {
    this.context = context
    this.scope = scope
    this.id = id
  }

  async run(): Promise<End> {
    for (;;) {
      const end = this.end()
      const room = end === undefined ? width - this.underWay : 0
      const { claimed, ready } = await this.step(room)
      for (const each of ready) void this.send(each)
      if (this.underWay === 0 && this.ended.length === 0) {
        if (end !== undefined) return end
        if (claimed === 0) return this.context.stopping.aborted ? 'more' : 'done'
        continue
      }
      await this.until(claimed < room)
    }
  }

  /** Why nothing more is to be claimed; undefined while it is. */
  private end(): End | undefined {
    if (this.halting.signal.aborted) return 'later'
    const isOver = performance.now() - this.startedAt > sliceMs
    return isOver || this.context.stopping.aborted ? 'more' : undefined
  }

  /** In one transaction: records finished attempts and claims as many messages as there is room for. */
  private async step(room: number): Promise<{ claimed: number; ready: ReadyMessage[] }> {
    const ended = this.ended.splice(0)
    for (let tries = 1; ; tries++) {
      try {
        return await this.transaction(ended, room, tries > 1)
      } catch (error) {
        // Only this process knows how the attempts ended, so it keeps trying to record them while the database is away.
        if (tries > 1 && (ended.length === 0 || tries >= writeTries)) throw error
        if (tries > 1) await sleep(writeAgainAfterMs)
      }
    }
  }

  private async transaction(ended: Attempt[], room: number, useSavepoints: boolean) {
    const { db } = this.context
    const context = { ...this.context, useSavepoints }
    const until = this.leaseEnd()
    const done = await db.store(this.scope, 'write', async (tx) => {
      if (ended.length > 0) await recordAttempts(tx, context, this.id, ended)
      if (room === 0) return { claimed: 0, ready: [] }
      const taken = await claim(tx, context, { claimedBy: this.id, until }, room)
      if (taken.ready.length > 0 && until.getTime() !== this.notedUntil) await scheduleWakeUp(tx, sendJob, until)
      return taken
    })
    if (done.ready.length > 0) this.notedUntil = until.getTime()
    return done
  }

  /** On whole minutes, so that one wake-up serves many claims. */
  private leaseEnd(): Claim['until'] {
    const end = this.context.services.clock.now().getTime() + leaseMs
    return new Date(Math.ceil(end / minuteMs) * minuteMs)
  }

  private async send({ message, email }: ReadyMessage): Promise<void> {
    this.underWay++
    const { mail, clock, metrics } = this.context.services
    const startedAt = performance.now()
    const result = await mail.deliver(email, this.halting.signal)
    const { outcome } = result
    if (outcome !== 'aborted') countOutcome(metrics, outcome, performance.now() - startedAt)
    this.ended.push({ message, email, result, at: clock.now() })
    this.recordServerState(outcome)
    this.underWay--
    this.progress.resolve()
  }

  private recordServerState(outcome: Attempt['result']['outcome']): void {
    if (outcome === 'aborted') return
    this.troubles = outcome === 'accepted' ? 0 : this.troubles + 1
    if (outcome === 'unreachable') this.context.outage.note()
    else this.context.outage.clear()
    if (outcome === 'unreachable' || this.troubles >= maxTroubles) this.halting.abort()
  }

  /** Until there is enough to record, or nothing is under way. With nothing more to claim, it waits for all that is under way. */
  private async until(isDry: boolean): Promise<void> {
    const enough = isDry ? width : recordAtOnce
    const deadline = performance.now() + recordWithinMs
    while (this.underWay > 0 && this.ended.length < enough) {
      this.progress = Promise.withResolvers<void>()
      if (this.ended.length === 0) await this.progress.promise
      else {
        const leftMs = deadline - performance.now()
        if (leftMs <= 0) return
        await Promise.race([this.progress.promise, sleep(leftMs)])
      }
    }
  }
}
