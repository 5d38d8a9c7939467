import { randomBytes } from 'node:crypto'
import type { EventKind } from '#platform/areas/events.ts'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import { type Audit, auditAs } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { lockNextNumber } from '#resources/events/commands.ts'
import { sendNow } from './deliveries/commands.ts'
import * as deliveries from './deliveries/store.ts'
import { type CallerRights, requireEventScopes, requireMover, subscription, toMaker } from './makers.ts'
import { requireBelowLimit, requireEnabled } from './rules.ts'
import type { DisabledReason, NewWebhook, Webhook, WebhookChanges } from './schema.ts'
import * as queues from './sending/store.ts'
import * as store from './store.ts'

export type { CallerRights } from './makers.ts'

/** Runs before the transaction, because it may query a slow name server for the URL. */
export async function requireAllowed(
  refusal: (url: string) => Promise<string | undefined>,
  url: string,
  path = '/url',
) {
  const reason = await refusal(url)
  if (reason) throw invalidField(path, `must ${reason}`)
}

export async function createWebhook(
  tx: StoreTx,
  audit: Audit,
  secrets: Secrets,
  asked: NewWebhook,
  caller: CallerRights,
  kinds: readonly EventKind[],
) {
  const events = subscription(asked.events, kinds, caller)
  // Locks the event counter, so the webhook gets exactly the events committed after this transaction.
  await lockNextNumber(tx)
  requireBelowLimit(await store.count(tx))
  const id = newId(tx.now.getTime())
  const secret = newSecret()
  await store.insert(tx, {
    id,
    url: asked.url,
    description: asked.description ?? null,
    events,
    secret: secrets.seal(secret, secretContext(tx.storeEnvId, id)),
    maker: toMaker(caller),
    galleryId: null,
  })
  await queues.insert(tx, id)
  await audit(tx, 'webhook.created', toTarget(id, asked.url))
  return { ...(await readWebhook(tx, id, kinds)), secret }
}

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Encryption context that binds a secret to its endpoint. */
export const secretContext = (storeEnvId: string, id: string) => `webhook ${storeEnvId}/${id}`
export const sealedSecret: SealedColumn = { table: 'webhook_endpoints', column: 'secret', contextOf: secretContext }

// The audit log gets only the origin, because paths and queries of webhook URLs often contain a token.
const toTarget = (id: string, url: string) => ({ type: 'webhook', id, name: new URL(url).origin })

export async function readWebhook(tx: StoreTx, id: string, kinds: readonly EventKind[]): Promise<Webhook> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('webhook', id)
  return store.toWebhook(row, namesOf(kinds))
}

export const namesOf = (kinds: readonly EventKind[]): string[] => kinds.map(({ name }) => name)

export async function changeWebhook(
  tx: StoreTx,
  audit: Audit,
  id: string,
  asked: WebhookChanges,
  caller: CallerRights,
  kinds: readonly EventKind[],
): Promise<Webhook> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('webhook', id)
  const { url = row.url, description = row.description } = asked
  const events = chosenEvents(row, asked, caller, kinds)
  const isMoved = url !== row.url || !isSameList(events, row.events)
  if (isMoved) requireMover(row.made_by, caller)
  // Enabling a webhook sends it the events that it missed, so the caller needs the read scopes of these events.
  if (isMoved || (asked.enabled === true && !row.enabled)) requireEventScopes(events, kinds, caller)
  await store.update(tx, id, { url, description, events })
  if (asked.enabled === true && !row.enabled) await enableWebhook(tx, row)
  if (asked.enabled === false && row.enabled) await disableWebhook(tx, id, 'manual')
  const fields = Object.keys(asked).filter((name) => ['url', 'events', 'enabled', 'description'].includes(name))
  await audit(tx, 'webhook.updated', toTarget(id, url), { fields })
  return readWebhook(tx, id, kinds)
}

/** Sending the current list again is no change, even if the list exceeds the caller's scopes. */
function chosenEvents(
  { events }: Pick<store.LockedWebhook, 'events'>,
  asked: WebhookChanges,
  caller: CallerRights,
  kinds: readonly EventKind[],
): string[] | null {
  if (asked.events === undefined || isSameList(asked.events, events)) return events
  return subscription(asked.events, kinds, caller)
}

const isSameList = (one: readonly string[] | null, other: readonly string[] | null) =>
  one === null || other === null ? one === other : [...one].sort().join() === [...other].sort().join()

/** An adopted endpoint belongs to the person who adopted it, and outlives the key that created it. */
export async function adoptWebhook(
  tx: StoreTx,
  audit: Audit,
  id: string,
  caller: CallerRights,
  kinds: readonly EventKind[],
): Promise<Webhook> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('webhook', id)
  if (row.made_by !== 'person') {
    await store.updateMaker(tx, id, toMaker(caller))
    await audit(tx, 'webhook.adopted', toTarget(id, row.url), { from: row.made_by })
  }
  return readWebhook(tx, id, kinds)
}

/** Pending deliveries continue immediately. A job adds the missed events, because they may be many. */
export async function enableWebhook(
  tx: StoreTx,
  { id, missed_from }: Pick<store.LockedWebhook, 'id' | 'missed_from'>,
): Promise<void> {
  const until = await lockNextNumber(tx)
  await store.updateEnabled(tx, id)
  await sendNow(tx, id)
  const { storeEnvId, organizationId } = tx
  const from = missed_from ?? until
  const at = tx.now.getTime()
  await enqueue(tx, 'outbound_webhooks.recover', { storeEnvId, organizationId, endpointId: id, from, until, at })
}

/** Events committed after this transaction create no deliveries. The lock on the event counter makes this exact. */
async function disableWebhook(tx: StoreTx, id: string, reason: DisabledReason): Promise<void> {
  const next = await lockNextNumber(tx)
  await store.updateDisabled(tx, id, reason, next)
}

export async function giveUp(tx: StoreTx, id: string, reason: 'gone' | 'failing'): Promise<void> {
  const row = await store.lockAny(tx, id)
  if (!row?.enabled) return
  await disableWebhook(tx, id, reason)
  const audit = auditAs({ type: 'system', name: 'webhook delivery' })
  await audit(tx, 'webhook.disabled', toTarget(id, row.url), { reason, failingSince: row.failing_since })
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, 'outbound_webhooks.tell_owners', { storeEnvId, organizationId, endpointId: id, reason })
}

export async function deleteWebhook(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('webhook', id)
  await store.deleteEndpoint(tx, id)
  await deleteQueueAndDeliveries(tx, id)
  await audit(tx, 'webhook.deleted', toTarget(id, row.url))
}

/**
 * Deletes endpoints whose creator lost access or whose shop was disconnected, and queues without an endpoint, such as
 * those of deleted galleries.
 */
export async function deleteDisconnected(tx: StoreTx): Promise<void> {
  const audit = auditAs({ type: 'system', name: 'webhook delivery' })
  for (const { id, url, made_by } of await store.lockDisconnected(tx)) {
    await store.deleteEndpoint(tx, id)
    await deleteQueueAndDeliveries(tx, id)
    await audit(tx, 'webhook.deleted', toTarget(id, url), { reason: `${made_by}_ended` })
  }
  // Queues are read before endpoints, so an endpoint that is committed in between keeps its queue.
  const queued = await queues.listEndpoints(tx)
  const present = new Set(await store.listPresent(tx, queued))
  await queues.deleteQueues(
    tx,
    queued.filter((id) => !present.has(id)),
  )
}

export async function deleteQueueAndDeliveries(tx: StoreTx, id: string): Promise<void> {
  await queues.deleteQueue(tx, id)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, 'outbound_webhooks.remove_deliveries', { storeEnvId, organizationId, endpointId: id })
}

export async function sendTest(tx: StoreTx, id: string, event: string, example: { id: string }) {
  const endpoint = await store.find(tx, id)
  if (!endpoint) throw notFound('webhook', id)
  requireEnabled(endpoint)
  const { id: subject, ...rest } = example
  const deliveryId = newId(tx.now.getTime())
  await deliveries.insert(tx, [
    {
      id: deliveryId,
      endpoint_id: id,
      cause: 'test',
      event,
      event_row_id: null,
      test_data: JSON.stringify({ id: subject, sequence: 0, ...rest }),
      firing_id: newId(tx.now.getTime()),
    },
  ])
  await sendNow(tx, id)
  const row = await deliveries.find(tx, id, deliveryId)
  if (!row) throw notFound('delivery', deliveryId)
  return deliveries.toDelivery(row)
}
