import type { ProviderEvent } from '#integrations/email-marketing/provider.ts'
import { contributionPoint } from '#platform/areas/contributions.ts'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { wake } from '#platform/jobs/delivery/store-queue.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import * as events from './events/store.ts'
import { buildExample } from './example.ts'
import { readEventNames, readSettings, requireProfiles, requireTestable } from './rules.ts'
import type { Connection, ConnectionChanges, EventKindName, NewConnection, ProviderName, TestEvent } from './schema.ts'
import * as store from './store.ts'

const maxConnections = 20

export type ProviderOutcome = { state: 'accepted' | 'dead' | 'dropped'; reason: string | null; at: Date }
export type QueuedEvent = {
  id: string
  key: string
  requestId: string | null
  provider: ProviderName
  /** True if an earlier attempt had no clear response. Only a provider that drops repeats gets the event again. */
  mayBeTaken: boolean
}
export type SendDecision = true | { skip: string } | { until: Date; reason: string }

export type ProviderEventKind = {
  kind: EventKindName | typeof profileCleared
  stillWanted?(tx: StoreTx, event: QueuedEvent & { email: string }, services: Services): Promise<SendDecision>
  settled?(tx: StoreTx, event: QueuedEvent, outcome: ProviderOutcome): Promise<void>
  /** Current profile of the person, for connections that fill in profiles. */
  readProfile?(tx: StoreTx, email: string): Promise<NonNullable<ProviderEvent['profile']>>
}

/**
 * An event that empties the profile of an erased person. Providers have no name for it, and no list of kinds contains
 * it.
 */
export const profileCleared = 'profile_cleared'

export const providerEvents = contributionPoint<ProviderEventKind>('provider events')

export type NewProviderEvent = {
  connectionId: string
  kind: EventKindName | typeof profileCleared
  contact: { email: string; name: string | null; locale: string | null }
  /** An id is queued only once. The provider gets it as the idempotency key. */
  eventId: string
  occurredAt: Date
  /** Each value is plain, or a list of objects with plain values. */
  properties: Record<string, unknown>
  requestId?: string
  /** The kind whose event name the test uses, so that a flow can be built on that name. */
  sentAs?: EventKindName
}

export type EventContent = Pick<NewProviderEvent, 'contact' | 'properties' | 'sentAs'>

export async function findSender(
  tx: StoreTx,
  connectionId: string,
): Promise<{ id: string; provider: ProviderName } | undefined> {
  const row = await store.find(tx, connectionId)
  return row && { id: row.id, provider: row.provider }
}

export const listConnected = (tx: StoreTx): Promise<{ id: string }[]> => store.listIds(tx)

/** Returns connections that send any of these kinds of event. */
export const selectSubscribed = store.selectSubscribed

export const listSubscribed = (tx: StoreTx, ids: readonly string[]) => store.listSubscribed(tx, ids)

export const releaseSender = (tx: StoreTx, connectionId: string) =>
  enqueue(tx, releaseJob, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, connectionId })

/** Queues an event for a provider. False when this event was queued before. */
export const queueProviderEvent = async (tx: StoreTx, secrets: Secrets, event: NewProviderEvent): Promise<boolean> =>
  (await queueProviderEvents(tx, secrets, [event])) === 1

/** Returns the number of events that were not queued before. */
export async function queueProviderEvents(
  tx: StoreTx,
  secrets: Secrets,
  sent: readonly NewProviderEvent[],
): Promise<number> {
  if (sent.length === 0) return 0
  const added = await events.insert(
    tx,
    sent.map((event) => sealEvent(tx, secrets, event)),
  )
  if (added > 0) await wakeSender(tx)
  return added
}

function sealEvent(tx: StoreTx, secrets: Secrets, event: NewProviderEvent): events.Insert {
  const id = newId(tx.now.getTime())
  const email = normalizeEmail(event.contact.email)
  const { properties, sentAs } = event
  const content: EventContent = { contact: { ...event.contact, email }, properties, ...(sentAs && { sentAs }) }
  return {
    id,
    connectionId: event.connectionId,
    kind: event.kind,
    key: event.eventId,
    requestId: event.requestId ?? null,
    payload: secrets.seal(JSON.stringify(content), eventContext(id)),
    emailLast4: event.kind === profileCleared ? '' : (last4(email) ?? ''),
    person: hashPerson(secrets, tx.storeEnvId, email),
    occurredAt: event.occurredAt,
  }
}

export const eventContext = (id: string) => `connection event ${id}`
export const apiKeyContext = (id: string) => `connection ${id}`

export const sealedEvent: SealedColumn = {
  table: 'connection_events',
  column: 'payload',
  contextOf: (_storeEnvId, id) => eventContext(id),
}
export const sealedApiKey: SealedColumn = {
  table: 'connections',
  column: 'api_key',
  contextOf: (_storeEnvId, id) => apiKeyContext(id),
}

const hashPerson = (secrets: Secrets, storeEnvId: string, email: string): Buffer =>
  Buffer.from(secrets.tokenFor(`connection person ${storeEnvId} ${email}`), 'base64url')

export const listPersonEvents = (tx: StoreReads, secrets: Secrets, email: string, limit?: number) =>
  events.listOfPerson(tx, hashPerson(secrets, tx.storeEnvId, email), limit)

/** Deletes the person's events. Then asks each provider that may have a profile of the person to empty the profile. */
export async function erasePersonEvents(tx: StoreTx, secrets: Secrets, address: string): Promise<void> {
  const email = normalizeEmail(address)
  const person = hashPerson(secrets, tx.storeEnvId, email)
  const filled = await store.listProfiled(tx, { email, person })
  await events.deleteByPerson(tx, person)
  for (const { id } of filled)
    await queueProviderEvent(tx, secrets, {
      connectionId: id,
      kind: profileCleared,
      contact: { email, name: null, locale: null },
      eventId: `${profileCleared}:${newId(tx.now.getTime())}`,
      occurredAt: tx.now,
      properties: {},
    })
}

/** Deletes the settled event, because it names the erased person. A `dead` one stays, so that it can be sent again. */
export const profileClearing: ProviderEventKind = {
  kind: profileCleared,
  async settled(tx, { id }, { state }) {
    if (state !== 'dead') await events.deleteEvent(tx, id)
  },
}

export const sendJob = 'connectors.send'
export const deleteJob = 'connectors.remove'
export const releaseJob = 'connectors.release'

const wakeSender = (tx: StoreTx) => wake(tx, sendJob)

export async function readConnection(tx: StoreTx, id: string): Promise<Connection> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('connection', id)
  return store.toConnection(row)
}

export async function createConnection(tx: StoreTx, audit: Audit, secrets: Secrets, sent: NewConnection) {
  if ((await store.count(tx)) >= maxConnections)
    throw conflict(`A store has at most ${maxConnections} connections.`, 'limit_reached')
  const id = newId(tx.now.getTime())
  const name = sent.name?.trim() || capitalized(sent.provider)
  await store.insert(tx, {
    id,
    provider: sent.provider,
    name,
    key: sealKey(secrets, id, sent.apiKey),
    settings: readSettings(sent.provider, sent),
    eventNames: readEventNames(sent.provider, {}, sent.eventNames ?? {}),
  })
  await audit(tx, 'connection.created', { type: 'connection', id, name }, { provider: sent.provider })
  return readConnection(tx, id)
}

export async function changeConnection(
  tx: StoreTx,
  audit: Audit,
  secrets: Secrets,
  id: string,
  changes: ConnectionChanges,
): Promise<Connection> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('connection', id)
  const { apiKey, listId = row.settings.listId, paused } = changes
  requireProfiles(row.provider, changes.profile)
  const isMended = apiKey !== undefined || changes.listId !== undefined
  const isFreed = apiKey !== undefined || paused === false || (isMended && row.status === 'needs_reauth')
  await store.update(tx, {
    id,
    name: changes.name?.trim() || row.name,
    key: apiKey === undefined ? undefined : sealKey(secrets, id, apiKey),
    settings: readSettings(row.provider, { apiKey, listId }),
    eventNames: readEventNames(row.provider, row.event_names, changes.eventNames ?? {}),
    sends: changes.sends ?? row.sends,
    includeText: changes.includeText ?? row.includes_words,
    profile: changes.profile ?? row.profile,
    status: paused ? 'paused' : isFreed ? 'active' : row.status,
    isFreed,
  })
  const changed = Object.keys(changes).filter((field) => field !== 'apiKey')
  await audit(
    tx,
    'connection.changed',
    { type: 'connection', id, name: row.name },
    { changed, newKey: apiKey !== undefined },
  )
  if (isFreed) await wakeSender(tx)
  return readConnection(tx, id)
}

const sealKey = (secrets: Secrets, id: string, apiKey: string) => ({
  sealed: secrets.seal(apiKey, apiKeyContext(id)),
  last4: apiKey.slice(-4),
})

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Deletes a connection with its queue. The sender of review requests must be replaced first. */
export async function deleteConnection(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('connection', id)
  if (await store.findIsSender(tx, id)) {
    throw conflict(
      'This connection sends the review requests. Set another `provider` in PUT /email/settings first.',
      'connection_in_use',
    )
  }
  await store.updateRemoved(tx, id)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, deleteJob, { storeEnvId, organizationId, connectionId: id })
  await audit(tx, 'connection.removed', { type: 'connection', id, name: row.name }, { provider: row.provider })
}

/** A provider offers an event name to flows only after the first event with it. A test can therefore have any kind. */
export async function sendTestEvent(tx: StoreTx, services: Services, id: string, test: TestEvent): Promise<void> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('connection', id)
  if (row.status !== 'active')
    throw conflict(
      `The connection is ${row.status}. Only an active connection can send a test event.`,
      'connection_inactive',
    )
  const kind = test.kind ?? 'connection_test'
  requireTestable(row.provider, kind)
  const storeName = await store.findStoreName(tx)
  await queueProviderEvent(tx, services.secrets, {
    connectionId: id,
    kind: 'connection_test',
    sentAs: kind,
    contact: { email: test.email, name: null, locale: null },
    eventId: newId(tx.now.getTime()),
    occurredAt: tx.now,
    properties: buildExample(kind, { storeName, origin: services.origin, at: tx.now }),
  })
}

export async function replay(tx: StoreTx, connectionId: string, eventId?: string): Promise<number> {
  if (!(await store.lock(tx, connectionId))) throw notFound('connection', connectionId)
  const replayed = await events.updateReplayed(tx, connectionId, eventId)
  if (replayed > 0) await wakeSender(tx)
  if (eventId !== undefined && replayed === 0) await refuseReplay(tx, connectionId, eventId)
  return replayed
}

async function refuseReplay(tx: StoreTx, connectionId: string, eventId: string): Promise<never> {
  const event = await events.find(tx, connectionId, eventId)
  if (!event) throw notFound('event', eventId)
  if (event.state === 'dead')
    throw conflict('The provider may already have this event, so it is not sent again.', 'not_retryable')
  throw conflict(`The event is ${event.state}. Only a dead one can be replayed.`, 'not_retryable')
}
