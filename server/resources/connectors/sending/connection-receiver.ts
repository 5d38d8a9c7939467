// After a crash a claimed event is sent again if the provider drops repeats. Otherwise it ends as `outcome_unknown`.
import type { Provider, ProviderEvent, SendResult } from '#integrations/email-marketing/provider.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { AttemptEnd, ClaimedBatch, Judgement, Receiver } from '#platform/jobs/delivery/receiver.ts'
import { leaseUntil } from '#platform/jobs/resumable.ts'
import { type EventContent, profileCleared } from '../commands.ts'
import * as events from '../events/store.ts'
import { nextTryAt, restMs } from '../rules.ts'
import * as store from '../store.ts'
import { openContent, queued, type SendingContext, type Settlement, settle, unwanted } from './context.ts'
import { sendEvent, type Target } from './send.ts'

/** `failedRounds`: number of consecutive earlier rounds in which no event was accepted. */
type EventAttempt = {
  event: events.ClaimedEvent
  content: EventContent & Pick<ProviderEvent, 'profile'>
  failedRounds: number
}

export class ConnectionReceiver implements Receiver<EventAttempt, SendResult> {
  readonly scope: StoreScope
  private readonly context: SendingContext
  private readonly target: Target
  private readonly holder: string

  constructor(context: SendingContext, target: Target, holder: string) {
    this.scope = context.scope
    this.context = context
    this.target = target
    this.holder = holder
  }

  /** Claims the next events, and settles those that are no longer wanted. */
  async take(tx: StoreTx, most: number): Promise<ClaimedBatch<EventAttempt>> {
    const { id, provider } = this.target.connection
    const until = leaseUntil(tx.now)
    const held = await store.extendLease(tx, id, this.holder, until)
    if (!held) return { items: [], isDry: true }
    const limit = held.failures > 0 ? 1 : most
    const claimed = await events.claim(tx, id, until, limit)
    const items: EventAttempt[] = []
    for (const event of claimed) {
      const ready = await this.prepare(tx, event)
      if ('content' in ready) items.push({ ...ready, failedRounds: held.failures })
      else await settle(tx, this.context, provider, event, ready)
    }
    return { items, isDry: claimed.length < limit }
  }

  private async prepare(
    tx: StoreTx,
    event: events.ClaimedEvent,
  ): Promise<Omit<EventAttempt, 'failedRounds'> | Settlement> {
    const { services, kinds } = this.context
    const { provider, connection } = this.target
    const { mayBeTaken } = event
    const content = openContent(services, event)
    if (!content) return { state: 'dead', reason: 'unreadable', dueAt: null, mayBeTaken }
    if (mayBeTaken && !mayRepeat(provider, event)) return unknown
    const asked = { ...queued(event, connection.provider), email: content.contact.email }
    const kind = kinds.get(event.kind)
    const wanted = await kind?.stillWanted?.(tx, asked, services)
    if (wanted === undefined || wanted === true) {
      const profile = connection.profile ? await kind?.readProfile?.(tx, content.contact.email) : undefined
      return { event, content: { ...content, ...(profile && { profile }) } }
    }
    if ('skip' in wanted) return unwanted(event, wanted.skip)
    return { state: 'pending', reason: wanted.reason, dueAt: wanted.until, mayBeTaken, isUntried: true }
  }

  /** A call is never aborted, because its outcome would be unknown. */
  attempt({ event, content }: EventAttempt): Promise<SendResult> {
    return sendEvent(this.context.services, this.target, event, content)
  }

  /** A single failure never pauses the connection. `record` decides by the results of the whole round. */
  judge({ kind }: SendResult): Judgement {
    return { succeeded: kind === 'accepted' }
  }

  async record(tx: StoreTx, ended: readonly AttemptEnd<EventAttempt, SendResult>[]): Promise<'goOn' | 'halt'> {
    const { connection } = this.target
    for (const { item, result } of ended)
      await settle(tx, this.context, connection.provider, item.event, this.decideSettlement(item.event, result, tx.now))
    const answered = ended.flatMap(({ result }) => result ?? [])
    const round = resultOfRound(answered, ended[0]?.item.failedRounds ?? 0, tx.now)
    await store.updateAfterRound(tx, connection, round)
    return round.unusable === null && round.pausedUntil === null ? 'goOn' : 'halt'
  }

  private decideSettlement(event: events.ClaimedEvent, result: SendResult | undefined, now: Date): Settlement {
    const { mayBeTaken, attempt } = event
    switch (result?.kind) {
      case undefined:
        return { state: 'pending', reason: null, dueAt: now, mayBeTaken, isUntried: true }
      case 'accepted':
        return { state: 'accepted', reason: null, dueAt: null, mayBeTaken }
      case 'refused':
        return { state: 'dead', reason: result.reason, dueAt: null, mayBeTaken }
      case 'unusable':
        // The event waits until a person sets a new key for the connection.
        return { state: 'pending', reason: result.reason, dueAt: now, mayBeTaken }
      case 'retry': {
        if (!result.isCertain && !mayRepeat(this.target.provider, event)) return unknown
        const dueAt = nextTryAt(attempt, result.afterMs, now, Math.random())
        const state = dueAt === null ? 'dead' : 'pending'
        return { state, reason: result.reason, dueAt, mayBeTaken: mayBeTaken || !result.isCertain }
      }
    }
  }
}

/** Emptying a profile can be repeated, because the second time has no effect. */
const mayRepeat = ({ dropsRepeats }: Provider, { kind }: events.ClaimedEvent): boolean =>
  dropsRepeats || kind === profileCleared

const unknown: Settlement = { state: 'dead', reason: 'outcome_unknown', dueAt: null, mayBeTaken: true }

/** Pauses the connection after a round without any success, or for the time that the provider requests. */
function resultOfRound(answered: readonly SendResult[], failuresBefore: number, now: Date): store.RoundResult {
  const unusable = answered.find(({ kind }) => kind === 'unusable')
  const allFailed = answered.length > 0 && answered.every(({ kind }) => kind === 'retry')
  const failures = answered.length === 0 ? failuresBefore : allFailed ? failuresBefore + 1 : 0
  const asked = answered.map((each) => (each.kind === 'retry' ? (each.afterMs ?? 0) : 0))
  const waitMs = Math.max(allFailed ? restMs(failures) : 0, ...asked)
  return {
    unusable: unusable && 'reason' in unusable ? unusable.reason : null,
    pausedUntil: waitMs > 0 ? new Date(now.getTime() + waitMs) : null,
    accepted: answered.some(({ kind }) => kind === 'accepted'),
    failures,
  }
}
