// Records deliveries and wakes a sender. The rows are authoritative; the job only makes sending start sooner.

import type { EventKind } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { PublishedEvent } from '#platform/db/published-event.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { type RecordedEvent, recordingEvents } from '#resources/events/commands.ts'
import { type CallerRights, getsWholeAddresses, requireEventScopes } from '../makers.ts'
import { requireEnabled } from '../rules.ts'
import { maskAddresses } from '../sending/mask-addresses.ts'
import { buildBody } from '../sending/message.ts'
import * as queues from '../sending/store.ts'
import * as endpoints from '../store.ts'
import type { Delivery, DeliveryDetail } from './schema.ts'
import * as store from './store.ts'
import { unheard } from './unheard.ts'

/**
 * Endpoints are read after the store's event counter is locked, so an endpoint created before the commit misses no event.
 */
export async function writeEvents(tx: StoreTx, published: readonly PublishedEvent<{ id: string }>[]): Promise<void> {
  const { statements, recorded } = recordingEvents(tx, published)
  if (recorded.length === 0) {
    await tx.several(statements)
    return
  }
  const names = [...new Set(recorded.map((each) => each.event))]
  if (tx.startsOver && unheard.take(tx.storeEnvId, names)) {
    for (const each of [...statements, endpoints.requireNobodySubscribed(tx, names)]) tx.sendAlong(each)
    tx.onCommit(() => unheard.add(tx.storeEnvId, names))
    return
  }
  const results = await tx.several([...statements, endpoints.selectSubscribed(tx, names)])
  const subscribed = results.at(-1) as endpoints.Subscriber[]
  if (subscribed.length === 0) tx.onCommit(() => unheard.add(tx.storeEnvId, names))
  else await fanOut(tx, recorded, subscribed)
}

async function fanOut(tx: StoreTx, recorded: readonly RecordedEvent[], subscribed: readonly endpoints.Subscriber[]) {
  const rows = subscribed.flatMap(({ id, events, gallery_id: galleryId }) =>
    recorded
      .filter(({ event }) => events === null || events.includes(event))
      .filter((each) => galleryId === null || galleryId === each.galleryId)
      .map((each) => ({
        id: newId(tx.now.getTime()),
        endpoint_id: id,
        cause: 'event' as const,
        event: each.event,
        event_row_id: each.id,
        test_data: null,
        firing_id: each.firingId,
      })),
  )
  if (rows.length === 0) return
  await store.insert(tx, rows)
  await markDue(tx, [...new Set(rows.map((row) => row.endpoint_id))])
}

/**
 * A job is unnecessary only if every queue is leased and due. A due queue without a lease needs a job, because a sender may
 * have skipped the queue while it was locked here.
 */
export async function markDue(tx: StoreTx, endpointIds: readonly string[]): Promise<void> {
  const locked = await queues.lock(tx, endpointIds)
  const now = tx.now.toISOString()
  if (locked.every(({ due_at, leased_by }) => leased_by !== null && due_at !== null && due_at <= now)) return
  await queues.updateDue(tx, endpointIds)
  await wake(tx)
}

/** Also ends a pause of the endpoint, because the caller asked for the delivery now. */
export async function sendNow(tx: StoreTx, endpointId: string): Promise<void> {
  await queues.updateUnpaused(tx, endpointId)
  await wake(tx)
}

const wake = (tx: StoreTx) =>
  enqueue(tx, 'outbound_webhooks.wake', {}, { key: `outbound_webhooks.wake:${tx.storeEnvId}` })

export async function retryDelivery(
  tx: StoreTx,
  endpointId: string,
  id: string,
  { caller, kinds }: { caller: CallerRights; kinds: readonly EventKind[] },
): Promise<Delivery> {
  const endpoint = await endpoints.find(tx, endpointId)
  if (!endpoint) throw notFound('webhook', endpointId)
  requireEventScopes(endpoint.events, kinds, caller)
  requireEnabled(endpoint)
  const row = await store.updateRetried(tx, endpointId, id)
  if (!row) throw notFound('delivery', id)
  await sendNow(tx, endpointId)
  return store.toDelivery(row)
}

/** `seesPayload` is false for keys and tokens, which must not see the people named in payloads. */
export async function readDelivery(
  tx: StoreTx,
  endpointId: string,
  id: string,
  seesPayload: boolean,
): Promise<DeliveryDetail> {
  const { at, data, made_by, ...row } = orNotFound(await store.findDetail(tx, endpointId, id), 'delivery', id)
  const delivery = store.toDelivery(row)
  if (!seesPayload || data === null) return { ...delivery, payload: null }
  const body = buildBody({
    deliveryId: id,
    eventId: row.firing_id,
    event: row.event,
    createdAt: at,
    storeEnvId: tx.storeEnvId,
    data: getsWholeAddresses(made_by) ? data : maskAddresses(data),
    isTest: row.cause === 'test',
  })
  return { ...delivery, payload: JSON.parse(body) }
}
