// What the sender of one endpoint reads and writes: each function is one short transaction in the endpoint's store.
import type { Clock } from '#platform/clock.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/secrets.ts'
import { giveUp, secretContext } from '../commands.ts'
import * as deliveries from '../deliveries/store.ts'
import * as endpoints from '../store.ts'
import type { Receiver } from './attempt.ts'
import { type AttemptResult, isSuccess, nextOf, reasonToGiveUp } from './rules.ts'
import * as queues from './store.ts'

export type Load = { receiver: Receiver | undefined; due: deliveries.Due[] }

/** The endpoint as it is now, and what is due to it; no receiver when it is disabled or gone. */
export async function load(
  tx: StoreTx,
  secrets: Secrets,
  endpointId: string,
  after: deliveries.DueCursor | undefined,
  limit: number,
): Promise<Load> {
  const endpoint = await endpoints.findForSender(tx, endpointId)
  if (!endpoint?.enabled) return { receiver: undefined, due: [] }
  const secret = secrets.open(endpoint.secret, secretContext(tx.storeEnvId, endpointId))
  return { receiver: { url: endpoint.url, secret }, due: await deliveries.listDue(tx, endpointId, after, limit) }
}

/** Without a result there was nothing to send: the event is no longer kept. */
export type Tried = { delivery: deliveries.Due; result: AttemptResult | undefined; random: number }

/** Writes what came of attempts, in the order in which they ended. */
export async function record(tx: StoreTx, endpointId: string, tried: readonly Tried[]): Promise<void> {
  await deliveries.updateSettled(
    tx,
    tried.map((each) => toSettlement(each, tx.now)),
  )
  const endpoint = await endpoints.findForSender(tx, endpointId)
  if (!endpoint?.enabled) return
  const before = endpoint.failing_since === null ? null : new Date(endpoint.failing_since)
  let failingSince = before
  for (const { result } of tried) {
    if (!result) continue
    failingSince = isSuccess(result) ? null : (failingSince ?? result.at)
    const reason = reasonToGiveUp(result, failingSince, tx.now)
    if (reason) return giveUp(tx, endpointId, reason)
  }
  if (failingSince?.getTime() !== before?.getTime()) await endpoints.updateFailingSince(tx, endpointId, failingSince)
}

function toSettlement({ delivery, result, random }: Tried, now: Date): deliveries.Settlement {
  const { id, version, attempt } = delivery
  const settled = { id, version, attempt: attempt + 1, due_at: null }
  if (!result) {
    const entry = { at: now.toISOString(), status: null, error: notKept, durationMs: 0, answer: null }
    return { ...settled, state: 'failed', finished_at: entry.at, entry }
  }
  const { at, status, error, durationMs, answer } = result
  const endedAt = new Date(at.getTime() + durationMs)
  const { state, dueAt } = nextOf(result, attempt, endedAt, random)
  return {
    ...settled,
    state,
    due_at: dueAt?.toISOString() ?? null,
    finished_at: state === 'pending' ? null : endedAt.toISOString(),
    entry: { at: at.toISOString(), status, error, durationMs, answer },
  }
}

const notKept = 'The event is no longer kept.'

/** Keeps the backlog's metric current while a sender is long at work. */
export async function report(tx: StoreTx, endpointId: string): Promise<void> {
  const waiting = await deliveries.findWaiting(tx, endpointId)
  await queues.updateBacklog(tx, endpointId, waiting?.pending ?? 0, waiting?.oldest_at ?? null)
}

export type Ending = { failures: number; pausedUntil: Date | null; mayContinue: boolean }

/**
 * Releases the queue, unless more has become due in it meanwhile. The queue is locked before the deliveries are read: a
 * transaction that writes one afterwards finds the queue not due, and makes it due. Waiting for the lock takes time, so the
 * clock is read after it: what was written meanwhile is due by then.
 */
export async function settle(
  tx: StoreTx,
  sender: string,
  endpointId: string,
  { failures, pausedUntil, mayContinue }: Ending,
  clock: Clock,
): Promise<'released' | 'more'> {
  const [queue] = await queues.lock(tx, [endpointId])
  if (queue?.leased_by !== sender) return 'released'
  const endpoint = await endpoints.findForSender(tx, endpointId)
  const waiting = await deliveries.findWaiting(tx, endpointId)
  const dueAt = endpoint?.enabled ? (waiting?.due_at ?? null) : null
  if (mayContinue && pausedUntil === null && dueAt !== null && dueAt <= clock.now().toISOString()) return 'more'
  const { oldest_at: oldestAt = null, pending = 0 } = waiting ?? {}
  await queues.updateSettled(tx, endpointId, { dueAt, oldestAt, pending, failures, pausedUntil })
  return 'released'
}
