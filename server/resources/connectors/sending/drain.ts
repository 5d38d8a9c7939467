// Sends the events that are due in a store to their providers: a connection at a time, at the pace its provider allows, until
// nothing is due or the time of one job is up. A row is marked before its call and settled after it. Where the provider drops
// repeats, an event whose mark a crash left is sent again; elsewhere the outcome is unknown and a person decides.
import type { Provider, SendResult } from '#integrations/email-marketing/provider.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs.ts'
import { retryTransient } from '#platform/retry.ts'
import { scheduleWakeUp } from '#platform/schedule.ts'
import { type EventContent, type ProviderEventKind, sendJob } from '../commands.ts'
import * as events from '../events/store.ts'
import { restMs, retryAt } from '../rules.ts'
import * as store from '../store.ts'
import {
  createContext,
  openContent,
  queued,
  type SendingContext,
  type Settlement,
  settle,
  unwanted,
  write,
} from './context.ts'
import { mapConcurrently, pacer, sendEvent, type Target, targetOf } from './send.ts'

/** Longer than a batch can take: two events one after the other, of three calls at most, each given up after 15 s. */
const leaseMs = 150_000
/** A job ends after this and another goes on, so that a stop never waits for a long queue. */
const jobMs = 20_000

export async function sendDueEvents(
  ctx: JobContext,
  scope: StoreScope,
  kinds: readonly ProviderEventKind[],
): Promise<void> {
  const context = createContext(ctx, scope, kinds)
  const leased = await write(context, async (tx) => {
    const until = ahead(tx.now, leaseMs)
    const taken = await store.lease(tx, context.holder, until)
    // Should this process end here, a wake-up starts another once the lease is over.
    if (taken.length > 0) await scheduleWakeUp(tx, sendJob, until)
    return taken
  })
  const endsAt = performance.now() + jobMs
  await Promise.all(leased.map((connection) => drain(context, connection, endsAt)))
  await write(context, continueLater)
}

async function continueLater(tx: StoreTx): Promise<void> {
  const next = await events.findNextDue(tx)
  if (next === null) return
  if (next > tx.now) return scheduleWakeUp(tx, sendJob, next)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, sendJob, { storeEnvId, organizationId }, { key: `${sendJob}:${storeEnvId}` })
}

async function drain(context: SendingContext, connection: store.Leased, endsAt: number): Promise<void> {
  const { services, stopping } = context
  try {
    const target = targetOf(services, connection)
    if (!target) return await write(context, (tx) => markUnreadable(tx, connection))
    const nextSlot = pacer(target.provider.pace.perSecond)
    let { failures } = connection
    while (performance.now() < endsAt && !stopping.aborted) {
      const failuresBefore = failures
      const { claimed, held } = await claim(context, target, failuresBefore)
      if (claimed === 0) return
      const sent = await mapConcurrently(
        target.provider.pace.atOnce,
        held,
        async ({ event, content }): Promise<Sent> => {
          if (event.mayBeTaken && !target.provider.dropsRepeats) return { event, result: interrupted }
          await nextSlot()
          // A call once begun is left to end, since breaking it off would leave its outcome unknown; no new one is begun.
          return { event, result: stopping.aborted ? notSent : await sendEvent(services, target, event, content) }
        },
      )
      // Only this process knows what was answered, so a deadlock with a push of the same requests must not lose it.
      const settled = () => write(context, (tx) => settleAll(tx, context, target, sent, failuresBefore))
      const round = await retryTransient(settled)
      if (round.unusable !== null || round.pausedUntil !== null) return
      failures = round.failures
    }
  } finally {
    await write(context, (tx) => store.release(tx, connection.id, context.holder))
  }
}

async function markUnreadable(tx: StoreTx, connection: store.Leased): Promise<void> {
  const { failures } = connection
  await store.updateAfterRound(tx, connection, {
    unusable: 'key_unreadable',
    pausedUntil: null,
    accepted: false,
    failures,
  })
}

type Held = { event: events.Claimed; content: EventContent }

/** Marks the next few, and settles those that are no longer wanted; `claimed` counts both. */
function claim(context: SendingContext, { provider, connection }: Target, failures: number) {
  return write(context, async (tx): Promise<{ claimed: number; held: Held[] }> => {
    const until = ahead(tx.now, leaseMs)
    if (!(await store.extendLease(tx, connection.id, context.holder, until))) return { claimed: 0, held: [] }
    // After a round in which nothing got through, one alone is tried.
    const limit = failures > 0 ? 1 : provider.pace.atOnce * 2
    const claimed = await events.claim(tx, connection.id, until, limit)
    const held: Held[] = []
    for (const event of claimed) {
      const ready = await prepare(tx, context, connection, event)
      if ('content' in ready) held.push(ready)
      else await settle(tx, context, connection.provider, event, ready)
    }
    return { claimed: claimed.length, held }
  })
}

async function prepare(
  tx: StoreTx,
  { kinds, services }: SendingContext,
  connection: store.Leased,
  event: events.Claimed,
): Promise<Held | Settlement> {
  const content = openContent(services, event)
  const { mayBeTaken } = event
  if (!content) return { state: 'dead', reason: 'unreadable', dueAt: null, mayBeTaken }
  const asked = { ...queued(event, connection.provider), email: content.contact.email }
  const wanted = await kinds.get(event.kind)?.stillWanted?.(tx, asked, services)
  if (wanted === undefined || wanted === true) return { event, content }
  if ('skip' in wanted) return unwanted(event, wanted.skip)
  return { state: 'pending', reason: wanted.reason, dueAt: wanted.until, mayBeTaken, isUntried: true }
}

const interrupted: SendResult = { kind: 'retry', reason: 'outcome_unknown', afterMs: null, isCertain: false }
const notSent: SendResult = { kind: 'retry', reason: 'aborted', afterMs: null, isCertain: true }

type Sent = { event: events.Claimed; result: SendResult }

async function settleAll(
  tx: StoreTx,
  context: SendingContext,
  { provider, connection }: Target,
  sent: readonly Sent[],
  failures: number,
): Promise<store.RoundResult> {
  for (const { event, result } of sent)
    await settle(tx, context, connection.provider, event, settlementOf(result, event, provider, tx.now))
  const answered = sent.map(({ result }) => result).filter((result) => result !== interrupted && result !== notSent)
  const round = resultOfRound(answered, failures, tx.now)
  await store.updateAfterRound(tx, connection, round)
  return round
}

/** The connection rests for as long as it was asked to, and when nothing got through. */
function resultOfRound(answered: readonly SendResult[], failuresBefore: number, now: Date): store.RoundResult {
  const unusable = answered.find(({ kind }) => kind === 'unusable')
  const allFailed = answered.length > 0 && answered.every(({ kind }) => kind === 'retry')
  const failures = answered.length === 0 ? failuresBefore : allFailed ? failuresBefore + 1 : 0
  const asked = answered.map((each) => (each.kind === 'retry' ? (each.afterMs ?? 0) : 0))
  const waitMs = Math.max(allFailed ? restMs(failures) : 0, ...asked)
  return {
    unusable: unusable && 'reason' in unusable ? unusable.reason : null,
    pausedUntil: waitMs > 0 ? ahead(now, waitMs) : null,
    accepted: answered.some(({ kind }) => kind === 'accepted'),
    failures,
  }
}

function settlementOf(result: SendResult, event: events.Claimed, { dropsRepeats }: Provider, now: Date): Settlement {
  const { mayBeTaken } = event
  switch (result.kind) {
    case 'accepted':
      return { state: 'accepted', reason: null, dueAt: null, mayBeTaken }
    case 'refused':
      return { state: 'dead', reason: result.reason, dueAt: null, mayBeTaken }
    case 'unusable':
      // Waits for the connection, which is asked for a new key.
      return { state: 'pending', reason: result.reason, dueAt: now, mayBeTaken }
    case 'retry': {
      if (!result.isCertain && !dropsRepeats)
        return { state: 'dead', reason: 'outcome_unknown', dueAt: null, mayBeTaken: true }
      const dueAt = retryAt(event.attempt, result.afterMs, now, Math.random())
      const state = dueAt === null ? 'dead' : 'pending'
      return { state, reason: result.reason, dueAt, mayBeTaken: mayBeTaken || !result.isCertain }
    }
  }
}

const ahead = (now: Date, ms: number) => new Date(now.getTime() + ms)
