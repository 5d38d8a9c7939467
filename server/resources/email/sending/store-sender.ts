// One store's mail, as the delivery engine sees it. A few messages are claimed at a time, and the claim is committed before
// the first byte is sent: if the process is killed, those few become `unknown`, and nothing is sent twice.
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { fixed, onlyWhatBegins, type Policy } from '#platform/delivery/policy.ts'
import type { Care, Ended, Judgement, Left, Receiver, Taken } from '#platform/delivery/receiver.ts'
import { newId } from '#platform/ids.ts'
import { aborted, type DeliveryResult } from '#platform/mail/delivery-result.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import { sendJob } from '../commands.ts'
import { claim, type ReadyMessage } from './claiming.ts'
import type { SendingContext } from './context.ts'
import type { Outage } from './outage.ts'
import { leaseMs } from './rules.ts'
import { expireClaims, recordAttempts } from './settling.ts'

/** How long one store sends before the next store's turn. */
export const sliceMs = 2_000
/** After so many failures in a row a store's sending rests. */
const maxTroubles = 20
const restMs = 120_000
const minuteMs = 60_000

export const mailPolicy: Policy<DeliveryResult> = {
  taking: 'marks',
  // More would be faster, but more would be unknown after a crash.
  concurrency: fixed(20),
  room: onlyWhatBegins,
  record: { atOnce: 10, withinMs: 100 },
  sliceMs,
  // What waits for a connection to a server that fails has not been seen by it.
  callsOff: true,
  metrics: { total: 'evident_mail_total', seconds: 'evident_mail_seconds', outcomeOf: ({ outcome }) => outcome },
}

type Claimed = ReadyMessage & { claimedUntil: Date }
type Context = Omit<SendingContext, 'useSavepoints'>

export class StoreSender implements Receiver<Claimed, DeliveryResult> {
  readonly scope: StoreScope
  private readonly context: Context
  private readonly outage: Outage
  private readonly id = newId()
  /** The latest end of a claim for which a wake-up has been scheduled. */
  private wakesAtMs = 0

  constructor(scope: StoreScope, context: Context, outage: Outage) {
    this.scope = scope
    this.context = context
    this.outage = outage
  }

  sweep(tx: StoreTx): Promise<void> {
    return expireClaims(tx, { ...this.context, useSavepoints: true })
  }

  async take(tx: StoreTx, limit: number, { isCareful }: Care): Promise<Taken<Claimed>> {
    if (this.outage.end) return { items: [], isDry: true }
    const until = this.claimEnd()
    const context = { ...this.context, useSavepoints: isCareful }
    const { claimed, ready } = await claim(tx, context, { claimedBy: this.id, until }, limit)
    if (ready.length > 0 && until.getTime() > this.wakesAtMs) await scheduleWakeUp(tx, sendJob, until)
    return { items: ready.map((each) => ({ ...each, claimedUntil: until })), isDry: claimed < limit }
  }

  /** On whole minutes, so that one wake-up serves many claims. */
  private claimEnd(): Date {
    const end = this.context.services.clock.nowMs() + leaseMs
    return new Date(Math.ceil(end / minuteMs) * minuteMs)
  }

  async attempt({ email }: Claimed, signal: AbortSignal): Promise<DeliveryResult | undefined> {
    const result = await this.context.services.mail.deliver(email, signal)
    return result.outcome === 'aborted' ? undefined : result
  }

  judge({ outcome }: DeliveryResult, failures: number): Judgement {
    const succeeded = outcome === 'accepted'
    if (outcome === 'unreachable') return { succeeded, pauseMs: this.outage.note() }
    this.outage.clear()
    return { succeeded, pauseMs: !succeeded && failures >= maxTroubles ? restMs : 0 }
  }

  async record(tx: StoreTx, ended: readonly Ended<Claimed, DeliveryResult>[], { isCareful }: Care): Promise<'goOn'> {
    const attempts = ended.map(({ item, result, at }) => ({ ...item, result: result ?? aborted, at }))
    await recordAttempts(tx, { ...this.context, useSavepoints: isCareful }, this.id, attempts)
    // Known only now: what has been attempted was claimed in a transaction that was committed.
    this.wakesAtMs = Math.max(this.wakesAtMs, ...ended.map(({ item }) => item.claimedUntil.getTime()))
    return 'goOn'
  }

  async leave(tx: StoreTx, { pausedUntil }: Left): Promise<'left'> {
    const until = this.outage.end ?? pausedUntil
    if (until) await scheduleWakeUp(tx, sendJob, until)
    return 'left'
  }
}
