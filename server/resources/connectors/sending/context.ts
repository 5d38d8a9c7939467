// Every event is settled here. The same transaction notifies the area that queued the event.

import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type EventContent, eventContext, type ProviderEventKind, type QueuedEvent } from '../commands.ts'
import * as events from '../events/store.ts'
import type { ProviderName } from '../schema.ts'

export type SendingContext = Pick<JobContext, 'db' | 'services' | 'stopping'> & {
  scope: StoreScope
  kinds: ReadonlyMap<string, ProviderEventKind>
}

export const createContext = (
  ctx: JobContext,
  scope: StoreScope,
  kinds: readonly ProviderEventKind[],
): SendingContext => ({
  ...ctx,
  scope,
  kinds: new Map(kinds.map((each) => [each.kind as string, each])),
})

export const write = <T>({ db, scope }: SendingContext, work: (tx: StoreTx) => Promise<T>): Promise<T> =>
  db.store(scope, 'write', work)

export type Settlement = Omit<events.Settlement, 'id'>

export async function settle(
  tx: StoreTx,
  { kinds }: SendingContext,
  provider: ProviderName,
  event: events.ClaimedEvent,
  settlement: Settlement,
): Promise<void> {
  const [written] = await events.settle(tx, [{ id: event.id, ...settlement }])
  const { state, reason, mayBeTaken } = settlement
  if (written === undefined || state === 'pending' || state === 'sending') return
  const ended = { ...queued(event, provider), mayBeTaken }
  await kinds.get(event.kind)?.settled?.(tx, ended, { state, reason, at: tx.now })
}

/** Settles an unwanted event. If an earlier attempt may have delivered it, the outcome stays unknown. */
export const unwanted = ({ mayBeTaken }: events.ClaimedEvent, reason: string): Settlement =>
  mayBeTaken
    ? { state: 'dead', reason: 'outcome_unknown', dueAt: null, mayBeTaken }
    : { state: 'dropped', reason, dueAt: null, mayBeTaken }

export const queued = (
  { id, key, requestId, mayBeTaken }: events.ClaimedEvent,
  provider: ProviderName,
): QueuedEvent => ({
  ...{ id, key, requestId, provider, mayBeTaken },
})

/** Undefined if this deployment lacks the key that sealed the content. Older rows have `toldAs` instead of `sentAs`. */
export function openContent({ secrets }: Services, { id, payload }: events.ClaimedEvent): EventContent | undefined {
  try {
    const { toldAs, ...content } = JSON.parse(secrets.open(payload, eventContext(id)))
    return { ...content, ...(toldAs && { sentAs: toldAs }) }
  } catch {
    return undefined
  }
}
