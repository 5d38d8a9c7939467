import type { Audit } from '#platform/audit/audit.ts'
import { auditAs } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Caller } from '#platform/identity/caller.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'
import { AppError, conflict, forbidden, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { endKey } from '#resources/api-keys/commands.ts'
import { beginReading } from '../shop-reading/commands.ts'
import { ask, readAsked, toRefusal } from '../shops/asking.ts'
import { alreadyConnected, disconnectShop } from '../shops/commands.ts'
import { hookSecretContext, requireAdapter, sealCredentials } from '../shops/opening.ts'
import * as shops from '../shops/store.ts'
import { addressOf, endOfString, hasPlugin, newPluginSecret, noPlugin, requireOwnPage } from './rules.ts'
import type { Credentials, NewConnectionString, NextConnectionString } from './schema.ts'
import * as store from './store.ts'
import { changeEnd, endString, issueString } from './strings.ts'

export { listLiveStrings, openToEvident, openToShop } from './strings.ts'

export const expireJob = 'shops.expire_strings'

type By = { services: Services; audit: Audit; caller: Caller }
export type IssuedString = { id: string; connectionString: string }

const names = { medusa: 'Medusa', vendure: 'Vendure' } as const

/** Refuses people who work by a grant, because the connection string would outlast the grant. */
function requireOwnPerson({ delegation }: Caller): void {
  if (delegation)
    throw forbidden(
      'delegated_access',
      'Partners and support cannot create connection strings. Ask a member of the organization.',
    )
}

export async function connectByString(
  tx: StoreTx,
  { services, audit, caller }: By,
  { platform, page, reply = false }: NewConnectionString,
): Promise<IssuedString> {
  requireOwnPerson(caller)
  if (await shops.findOnly(tx)) throw alreadyConnected()
  const origin = requireOwnPage(await store.listOrigins(tx), page)
  const id = newId(tx.now.getTime())
  await shops.upsert(tx, {
    ...{ id, platform, name: names[platform], address: '' },
    credentials: sealCredentials(services, id, {}),
    credentialLast4: null,
    // Only for webhooks from code that was pasted into the shop. A connection with a plugin does not use this secret.
    hookSecret: services.secrets.seal(newPluginSecret(), hookSecretContext(id)),
    identifiers: requireAdapter(platform, services).identifiers,
    ...{ backfillDays: 60, status: 'installing', missingScopes: [] },
  })
  await shops.upsertLookup(tx, id)
  await audit(tx, 'shop.connected', { type: 'shop', id, name: names[platform] }, { platform, by: 'plugin' })
  const endsAt = endOfString(tx.now)
  const request = { connectionId: id, platformName: names[platform], page: origin, mayReply: reply, endsAt }
  const connectionString = await issueString(tx, services, audit, { ...request, createdBy: caller.id })
  await scheduleWakeUp(tx, expireJob, endsAt)
  return { id, connectionString }
}

/** Replaces the string. The old strings work for another day, so that the shop can be restarted in that time. */
export async function rotateString(
  tx: StoreTx,
  { services, audit, caller }: By,
  id: string,
  { endOld = false, page, reply }: NextConnectionString,
): Promise<IssuedString> {
  requireOwnPerson(caller)
  const shop = await shops.lock(tx, id)
  if (!shop) throw notFound('shop', id)
  const { platform } = shop
  if (!hasPlugin(platform)) throw noPlugin()
  const origins = await store.listOrigins(tx)
  const old = await store.listLive(tx, id)
  const [newest] = old
  const origin = requireOwnPage(origins, page ?? newest?.page ?? origins[0] ?? '')
  const endsAt = endOfString(tx.now)
  for (const each of old) {
    if (endOld) await endString(tx, audit, each)
    else if (each.endsAt === null || new Date(each.endsAt) > endsAt) await changeEnd(tx, each, endsAt)
  }
  await shops.upsertLookup(tx, id)
  const plugin = await shops.findPlugin(tx, id)
  const isUnused = shop.status === 'installing' && plugin?.seen_at === null
  const connectionString = await issueString(tx, services, audit, {
    ...{ connectionId: id, platformName: names[platform], page: origin },
    mayReply: reply ?? newest?.mayReply ?? false,
    endsAt: isUnused ? endsAt : null,
    createdBy: caller.id,
  })
  await audit(tx, 'shop.changed', { type: 'shop', id, name: shop.name }, { changed: ['connectionString'], endOld })
  await scheduleWakeUp(tx, expireJob, endsAt)
  return { id, connectionString }
}

/** False if a newer message of the plugin arrived first. The message is then only acknowledged. */
export async function recordReport(tx: StoreTx, connectionId: string, report: store.Report): Promise<boolean> {
  const shop = await shops.lock(tx, connectionId)
  const plugin = shop && (await shops.findPlugin(tx, connectionId))
  if (!plugin || isOlder(report.saidAt, plugin.said_at)) return false
  await store.updateReport(tx, connectionId, report)
  const [newest] = await store.listLive(tx, connectionId)
  if (plugin.seen_at === null && newest?.endsAt) await changeEnd(tx, newest, null)
  return true
}

const isOlder = (at: Date, last: string | null) => last !== null && at <= new Date(last)

export type HandedOver = { address: string | undefined; credentials: Credentials; saidAt: Date }

/** Tests the credentials at the shop before it stores them, as `POST /connectors/shops` does. */
export async function takeCredentials(
  { db, services }: { db: StoreDb; services: Services },
  scope: StoreScope,
  connectionId: string,
  { address: named, credentials, saidAt }: HandedOver,
): Promise<void> {
  const before = await db.store(scope, 'read', async (tx) => {
    const shop = await shops.find(tx, connectionId)
    const plugin = await shops.findPlugin(tx, connectionId)
    return shop && plugin && { shop, plugin }
  })
  if (!before) throw notFound('shop', connectionId)
  if (isOlder(saidAt, before.plugin.credentials_at)) throw olderCredentials()
  const address = named ?? addressOf(before.plugin.callback)
  if (address === undefined) throw invalidField('/data/address', 'is required')
  const { platform, identifiers } = before.shop
  const asked = await readAsked(services, { platform, address, credentials, identifiers })
  const checked = await ask(services, asked, credentials).catch((error) => refusalAt(asked.address, error))
  await db.store(scope, 'write', async (tx) => {
    const shop = await shops.lock(tx, connectionId)
    const plugin = shop && (await shops.findPlugin(tx, connectionId))
    if (!shop || !plugin) throw notFound('shop', connectionId)
    if (isOlder(saidAt, plugin.credentials_at)) throw olderCredentials()
    await store.updateHandedOver(tx, connectionId, { address: asked.address, saidAt })
    if (hasPlugin(shop.platform)) await store.updateNameless(tx, connectionId, names[shop.platform], asked.address)
    const last4 = asked.platform.credentialLast4(credentials)
    await shops.updateCredentials(tx, connectionId, sealCredentials(services, connectionId, checked.credentials), last4)
    if (shop.status !== 'paused') {
      await shops.updateStatus(tx, connectionId, 'active', null)
      const trigger = shop.status === 'installing' ? 'connect' : 'repair'
      await beginReading(tx, connectionId, trigger, [])
    }
    const audit = auditAs({ type: 'system', name: 'shop plugin' })
    await audit(tx, 'shop.repaired', { type: 'shop', id: connectionId, name: asked.address }, { newCredentials: true })
  })
}

const olderCredentials = () => conflict('Newer credentials arrived already. Choose Connect again.')

/** The person at the shop sees this message, so it names the address that we tried. */
function refusalAt(address: string, error: unknown): never {
  try {
    return toRefusal(error)
  } catch (refusal) {
    if (!(refusal instanceof AppError)) throw refusal
    throw new AppError(refusal.status, refusal.code, `${refusal.message} Address tried: ${address}`)
  }
}

/** Revokes expired strings, and removes a connection that no plugin used before its string expired. */
export async function expireStrings(tx: StoreTx): Promise<void> {
  const audit = auditAs({ type: 'system', name: 'connection strings' })
  const ended = await store.deleteEnded(tx)
  for (const { keyId } of ended) await endKey(tx, audit, keyId)
  for (const connectionId of new Set(ended.map((each) => each.connectionId))) {
    const shop = await shops.find(tx, connectionId)
    const live = await store.listLive(tx, connectionId)
    if (shop?.status === 'installing' && live.length === 0) await disconnectShop(tx, audit, connectionId)
  }
  const next = await store.findNextEnd(tx)
  if (next) await scheduleWakeUp(tx, expireJob, next)
}
