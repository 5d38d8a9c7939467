// The claim of a message is committed first. Right before its text is sent, another commit marks it as begun. A kill
// therefore leaves at most one `unknown` message per SMTP connection.
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { fixed, onlyWhatBegins, type Policy } from '#platform/jobs/delivery/policy.ts'
import type { AttemptEnd, Care, ClaimedBatch, Judgement, Receiver, RunEnd } from '#platform/jobs/delivery/receiver.ts'
import { leaseUntil } from '#platform/jobs/resumable.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { aborted, type DeliveryResult } from '#platform/mail/delivery-result.ts'
import { sendJob } from '../commands.ts'
import { AttemptWriter } from './attempt-writer.ts'
import { claim, type ReadyMessage } from './claiming.ts'
import type { SendingContext } from './context.ts'
import type { Outage } from './outage.ts'
import { conversationMs } from './rules.ts'
import { type Attempt, expireClaims, recordAttempts } from './settling.ts'
import * as store from './store.ts'

export const sliceMs = 2_000
/** After this many failures in a row a store's sending pauses. */
const maxTroubles = 20
const restMs = 120_000
/** The wake-up for the end of an SMTP session is rounded up, so that one wake-up serves many sessions. */
const stepMs = 30_000

export const mailPolicy: Policy<DeliveryResult> = {
  taking: 'marks',
  // Higher than the number of connections, so that each connection always has a next message.
  concurrency: fixed(20),
  room: onlyWhatBegins,
  record: { atOnce: 10, withinMs: 100 },
  sliceMs,
  // Aborts attempts that wait for a connection to a failing server. Their messages were not sent.
  callsOff: true,
  metrics: { total: 'evident_mail_total', seconds: 'evident_mail_seconds', outcomeOf: ({ outcome }) => outcome },
}

type Context = Omit<SendingContext, 'useSavepoints'>

export class StoreSender implements Receiver<ReadyMessage, DeliveryResult> {
  readonly scope: StoreScope
  private readonly context: Context
  private readonly outage: Outage
  private readonly holder: string
  private readonly writer: AttemptWriter
  private readonly recorded = new WeakSet<ReadyMessage>()
  private wakesAtMs = 0

  constructor(db: StoreDb, scope: StoreScope, context: Context, outage: Outage, holder: string) {
    this.scope = scope
    this.context = context
    this.outage = outage
    this.holder = holder
    this.writer = new AttemptWriter(({ begin, ended }) => this.write(db, begin, ended))
  }

  sweep(tx: StoreTx): Promise<void> {
    return expireClaims(tx, { ...this.context, useSavepoints: true })
  }

  async take(tx: StoreTx, limit: number, { isCareful }: Care): Promise<ClaimedBatch<ReadyMessage>> {
    if (this.outage.end) return { items: [], isDry: true }
    const context = { ...this.context, useSavepoints: isCareful }
    const { claimed, ready } = await claim(tx, context, { claimedBy: this.holder, until: leaseUntil(tx.now) }, limit)
    return { items: ready, isDry: claimed < limit }
  }

  private async write(db: StoreDb, ids: readonly string[], ended: readonly Attempt[]): Promise<ReadonlySet<string>> {
    const end = this.context.services.clock.nowMs() + conversationMs
    const until = new Date(Math.ceil(end / stepMs) * stepMs)
    const begun = await db.store(this.scope, 'write', async (tx) => {
      await recordAttempts(tx, { ...this.context, useSavepoints: false }, this.holder, ended)
      if (ids.length === 0) return new Set<string>()
      if (until.getTime() > this.wakesAtMs) await scheduleWakeUp(tx, sendJob, until)
      return store.begin(tx, this.holder, until, ids)
    })
    if (ids.length > 0) this.wakesAtMs = Math.max(this.wakesAtMs, until.getTime())
    return begun
  }

  async attempt(item: ReadyMessage, signal: AbortSignal): Promise<DeliveryResult | undefined> {
    const { clock, mail } = this.context.services
    const begin = () => this.writer.begin(item.message.id)
    const result = await mail.deliver(item.email, { signal, begin })
    if (result.outcome === 'aborted') return undefined
    if (await this.writer.end({ ...item, result, at: clock.now() })) this.recorded.add(item)
    return result
  }

  judge({ outcome }: DeliveryResult, failures: number): Judgement {
    const succeeded = outcome === 'accepted'
    if (outcome === 'unreachable') return { succeeded, pauseMs: this.outage.note() }
    this.outage.clear()
    return { succeeded, pauseMs: !succeeded && failures >= maxTroubles ? restMs : 0 }
  }

  async record(
    tx: StoreTx,
    ended: readonly AttemptEnd<ReadyMessage, DeliveryResult>[],
    { isCareful }: Care,
  ): Promise<'goOn'> {
    const unrecorded = ended.filter(({ item }) => !this.recorded.has(item))
    const attempts = unrecorded.map(({ item, result, at }) => ({ ...item, result: result ?? aborted, at }))
    await recordAttempts(tx, { ...this.context, useSavepoints: isCareful }, this.holder, attempts)
    return 'goOn'
  }

  async leave(tx: StoreTx, { pausedUntil }: RunEnd): Promise<'left'> {
    const until = this.outage.end ?? pausedUntil
    if (until) await scheduleWakeUp(tx, sendJob, until)
    return 'left'
  }
}
