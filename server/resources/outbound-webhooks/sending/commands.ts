import type { StoreTx } from '#platform/db/db.ts'
import type { RunEnd } from '#platform/jobs/delivery/receiver.ts'
import type { Clock } from '#platform/process/clock.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { listLiveStrings, openToShop } from '#resources/connectors/plugins/commands.ts'
import { giveUp, secretContext } from '../commands.ts'
import * as deliveries from '../deliveries/store.ts'
import { getsWholeAddresses } from '../makers.ts'
import * as endpoints from '../store.ts'
import type { Target } from './attempt.ts'
import { type AttemptResult, decideNext, isSuccess, reasonToGiveUp } from './rules.ts'
import * as queues from './store.ts'

export type Load = { target: Target | undefined; due: deliveries.DueDelivery[]; isDry: boolean }

/** Returns no target if the webhook is disabled or deleted. Marks deliveries of expired events as failed. */
export async function load(
  tx: StoreTx,
  secrets: Secrets,
  endpointId: string,
  after: deliveries.DueCursor | undefined,
  limit: number,
): Promise<Load> {
  const endpoint = await endpoints.findForSender(tx, endpointId)
  if (!endpoint?.enabled) return { target: undefined, due: [], isDry: true }
  const keys = await openSecrets(tx, secrets, endpointId, endpoint)
  if (keys.length === 0) return { target: undefined, due: [], isDry: true }
  const all = await deliveries.listDue(tx, endpointId, after, limit)
  const [due, notKept] = [all.filter(({ data }) => data !== null), all.filter(({ data }) => data === null)]
  if (notKept.length > 0) {
    const settlements = notKept.map((delivery) => notKeptSettlement(delivery, tx.now))
    await deliveries.updateSettled(tx, settlements)
  }
  const isWhole = getsWholeAddresses(endpoint.made_by)
  const target = { url: endpoint.url, secrets: keys, isOfShop: endpoint.shop_connection_id !== null, isWhole }
  return { target, due, isDry: all.length < limit }
}

/** A plugin's hook is signed with the secret of each valid connection string, because instances of a shop may use
 * different strings. */
async function openSecrets(
  tx: StoreTx,
  secrets: Secrets,
  endpointId: string,
  { secret, shop_connection_id: shopId }: endpoints.SenderFacts,
): Promise<string[]> {
  if (shopId === null) return [secrets.open(secret, secretContext(tx.storeEnvId, endpointId))]
  return (await listLiveStrings(tx, shopId)).map((each) => openToShop({ secrets }, each))
}

export type AttemptRecord = { delivery: deliveries.DueDelivery; result: AttemptResult }

export async function record(
  tx: StoreTx,
  endpointId: string,
  tried: readonly AttemptRecord[],
): Promise<'goOn' | 'halt'> {
  await deliveries.updateSettled(tx, tried.map(toSettlement))
  const endpoint = await endpoints.findForSender(tx, endpointId)
  if (!endpoint?.enabled) return 'halt'
  const before = endpoint.failing_since === null ? null : new Date(endpoint.failing_since)
  let failingSince = before
  for (const { result } of tried) {
    failingSince = isSuccess(result) ? null : (failingSince ?? result.at)
    const reason = reasonToGiveUp(result, failingSince, tx.now)
    if (!reason) continue
    await giveUp(tx, endpointId, reason)
    return 'halt'
  }
  if (failingSince?.getTime() !== before?.getTime()) await endpoints.updateFailingSince(tx, endpointId, failingSince)
  return 'goOn'
}

function notKeptSettlement({ id, version, attempt }: deliveries.DueDelivery, now: Date): deliveries.Settlement {
  const at = now.toISOString()
  const entry = { at, status: null, error: 'The event has expired.', durationMs: 0, answer: null }
  return { id, version, attempt: attempt + 1, due_at: null, state: 'failed', finished_at: at, entry }
}

function toSettlement({ delivery, result }: AttemptRecord): deliveries.Settlement {
  const { id, version, attempt } = delivery
  const { at, status, error, durationMs, answer } = result
  const endedAt = new Date(at.getTime() + durationMs)
  const { state, dueAt } = decideNext(result, attempt, endedAt, Math.random())
  return {
    id,
    version,
    attempt: attempt + 1,
    state,
    due_at: dueAt?.toISOString() ?? null,
    finished_at: state === 'pending' ? null : endedAt.toISOString(),
    entry: { at: at.toISOString(), status, error, durationMs, answer },
  }
}

export async function report(tx: StoreTx, endpointId: string): Promise<void> {
  const waiting = await deliveries.findWaiting(tx, endpointId)
  await queues.updateBacklog(tx, endpointId, waiting?.pending ?? 0, waiting?.oldest_at ?? null)
}

/**
 * The queue is locked before deliveries are read, so a transaction that adds one later makes the queue due again. The clock
 * is read after the lock, because deliveries written during the wait are due by then.
 */
export async function settle(
  tx: StoreTx,
  sender: string,
  endpointId: string,
  { because, failures, pausedUntil }: RunEnd,
  clock: Clock,
): Promise<'left' | 'more'> {
  const [queue] = await queues.lock(tx, [endpointId])
  if (queue?.leased_by !== sender) return 'left'
  const endpoint = await endpoints.findForSender(tx, endpointId)
  const waiting = await deliveries.findWaiting(tx, endpointId)
  const dueAt = endpoint?.enabled ? (waiting?.due_at ?? null) : null
  if (because === 'done' && dueAt !== null && dueAt <= clock.now().toISOString()) return 'more'
  const { oldest_at: oldestAt = null, pending = 0 } = waiting ?? {}
  await queues.updateSettled(tx, endpointId, { dueAt, oldestAt, pending, failures, pausedUntil })
  return 'left'
}
