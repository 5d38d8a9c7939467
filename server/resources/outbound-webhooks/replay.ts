// Each batch is a transaction that also queues the next batch. Ids are derived, so a repeated job writes nothing twice.

import type { EventKind } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { computeFirstId, newId } from '#platform/values/ids.ts'
import { markDue } from './deliveries/commands.ts'
import * as deliveries from './deliveries/store.ts'
import { type CallerRights, requireEventScopes } from './makers.ts'
import { derivedId, maxReplayed, replayRange, requireEnabled } from './rules.ts'
import * as endpoints from './store.ts'

const perBatch = 1000

type OfEndpoint = { storeEnvId: string; organizationId: string; endpointId: string; at: number }
export type Recovery = OfEndpoint & { from: number; until: number }
export type Replay = OfEndpoint & deliveries.EventRange & { replayId: string }

export async function startReplay(
  tx: StoreTx,
  audit: Audit,
  endpointId: string,
  asked: { since: string; until?: string },
  { caller, kinds }: { caller: CallerRights; kinds: readonly EventKind[] },
) {
  const endpoint = await endpoints.find(tx, endpointId)
  if (!endpoint) throw notFound('webhook', endpointId)
  requireEventScopes(endpoint.events, kinds, caller)
  requireEnabled(endpoint)
  const { since, until } = replayRange(asked, tx.now)
  const at = tx.now.getTime()
  const range = {
    since: since.toISOString(),
    until: until.toISOString(),
    fromId: computeFirstId(since.getTime()),
    untilId: computeFirstId(until.getTime() + 1),
  }
  const count = await deliveries.countEventsByTime(tx, range, endpoint.events, maxReplayed + 1)
  if (count > maxReplayed)
    throw invalidField('/since', `more than ${maxReplayed} events lie in this range; ask for less at a time`)
  const { storeEnvId, organizationId } = tx
  const replay: Replay = { storeEnvId, organizationId, endpointId, at, ...range, replayId: newId(at) }
  if (count > 0) await enqueue(tx, 'outbound_webhooks.replay', replay)
  await audit(
    tx,
    'webhook.replayed',
    { type: 'webhook', id: endpointId },
    { since: range.since, until: range.until, events: count },
  )
  return { events: count, since: range.since, until: range.until }
}

export function replay({ db }: JobContext, payload: Replay): Promise<void> {
  return db.store(payload, 'write', async (tx) => {
    const endpoint = await endpoints.find(tx, payload.endpointId)
    if (!endpoint) return
    const events = await deliveries.listEventsByTime(tx, payload, endpoint.events, perBatch)
    // Each replay derives a new `event_id`. Receivers that compare `event_id` see a new event; those that compare event and
    // `data.id` see a repeat.
    await write(tx, payload, 'replay', events, (event) => derivedId(payload.at, 'firing', payload.replayId, event.id))
    const last = events.at(-1)
    if (last && events.length === perBatch)
      await enqueue(tx, 'outbound_webhooks.replay', { ...payload, fromId: last.id })
  })
}

export function recover({ db }: JobContext, payload: Recovery): Promise<void> {
  return db.store(payload, 'write', async (tx) => {
    const endpoint = await endpoints.findAny(tx, payload.endpointId)
    if (!endpoint) return
    const { events: kinds, gallery_id: galleryId } = endpoint
    const events = await deliveries.listEventsByNumber(tx, { ...payload, galleryId }, kinds, perBatch)
    await write(tx, payload, 'recovery', events, (event) => event.firing_id)
    const last = events.at(-1)
    if (!last || events.length < perBatch) return
    await enqueue(tx, 'outbound_webhooks.recover', { ...payload, from: last.sequence + 1 })
  })
}

async function write(
  tx: StoreTx,
  { endpointId, at }: OfEndpoint,
  cause: 'replay' | 'recovery',
  events: readonly deliveries.EventToSend[],
  pickFiring: (event: deliveries.EventToSend) => string,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => {
    const firing_id = pickFiring(event)
    const id = derivedId(at, cause, endpointId, firing_id)
    return {
      id,
      endpoint_id: endpointId,
      cause,
      event: event.event,
      event_row_id: event.id,
      test_data: null,
      firing_id,
    }
  })
  await deliveries.insert(tx, rows)
  await markDue(tx, [endpointId])
}
