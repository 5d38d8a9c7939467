// Calls to the shop run between transactions, never in one.
import { randomBytes } from 'node:crypto'
import { type Credentials, type Shop as OpenShop, type Platform, ShopFailure } from '#integrations/shops/shop.ts'
import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { beginReading, requestSync, requireFree } from '../shop-reading/commands.ts'
import * as syncs from '../shop-reading/store.ts'
import { ask, askedWithinMs, checkAnew, readAsked, readIdentifiers, toRefusal, within } from './asking.ts'
import { shopDisconnected } from './events.ts'
import { askForConsent } from './installation.ts'
import { findApp, hookSecretContext, openShop, requireAdapter, sealCredentials } from './opening.ts'
import { readShopRow } from './row.ts'
import type { NewShop, Shop, ShopChanges } from './schema.ts'
import * as store from './store.ts'
import { shopTools } from './tools.ts'

export { listHookSecrets, openShop, requireAdapter } from './opening.ts'
export { shopTools } from './tools.ts'

type Parts = { db: StoreDb; services: Services; audit: Audit }

export const alreadyConnected = () =>
  conflict('A shop is already connected to this store. Disconnect it first.', 'shop_already_connected')

export async function connectShop(parts: Parts, scope: StoreScope, sent: NewShop) {
  const { db, services, audit } = parts
  if (await db.store(scope, 'read', store.findOnly)) throw alreadyConnected()
  const asked = await readAsked(services, sent)
  const checked = asked.credentials && (await ask(services, asked, asked.credentials).catch(toRefusal))
  return db.store(scope, 'write', async (tx) => {
    const elsewhere = checked ? await requireFree(tx, { platform: asked.name, address: asked.address }) : []
    const former = await store.lockRemoved(tx, asked.name, asked.address)
    const id = former?.id ?? newId(tx.now.getTime())
    const hookSecret = newHookSecret(asked.platform)
    await store.upsert(tx, {
      id,
      platform: asked.name,
      name: sent.name?.trim() || asked.address || 'Custom shop',
      address: asked.address,
      credentials: sealCredentials(services, id, checked?.credentials ?? {}),
      credentialLast4: asked.credentials ? asked.platform.credentialLast4(asked.credentials) : null,
      hookSecret: services.secrets.seal(hookSecret, hookSecretContext(id)),
      identifiers: asked.identifiers,
      backfillDays: sent.backfillDays ?? 60,
      status: checked ? 'active' : 'installing',
      missingScopes: checked?.missingScopes ?? [],
    })
    if (!checked) await askForConsent(tx, id)
    else if (asked.name !== 'custom') await beginReading(tx, id, 'connect', elsewhere)
    await audit(tx, 'shop.connected', { type: 'shop', id, name: asked.address }, { platform: asked.name })
    const shop = await readShopRow(tx, services, id)
    return asked.platform.hookSecret === 'ours' ? { ...shop, webhookSecret: hookSecret } : shop
  })
}

const newHookSecret = ({ hookSecret }: Platform): string =>
  hookSecret === 'ours' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(32).toString('base64url')

export async function changeShop(parts: Parts, scope: StoreScope, id: string, changes: ShopChanges): Promise<Shop> {
  const { db, services, audit } = parts
  const before = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!before) throw notFound('shop', id)
  const platform = requireAdapter(before.platform, services)
  const identifiers = readIdentifiers(platform, before.identifiers, changes.identifiers)
  const checked = changes.credentials && (await checkAnew(services, before, changes.credentials))
  return db.store(scope, 'write', async (tx) => {
    const elsewhere = checked ? await requireFree(tx, before) : []
    const row = await store.lock(tx, id)
    if (!row) throw notFound('shop', id)
    if (checked)
      await store.updateCredentials(tx, id, sealCredentials(services, id, checked.credentials), checked.last4)
    const rested = row.status === 'paused' || (checked && row.status !== 'installing') ? 'active' : row.status
    const status = changes.paused === true && row.status === 'active' ? 'paused' : rested
    const kept = changes.paused === undefined && !checked ? row.status : status
    const next = checked && row.status === 'installing' ? 'active' : kept
    if (next === 'removed') throw notFound('shop', id)
    await store.updateSettings(tx, id, { name: changes.name?.trim() || row.name, identifiers, status: next })
    const isMapped = JSON.stringify(identifiers) !== JSON.stringify(row.identifiers)
    if (next === 'active' && row.platform !== 'custom') {
      if (checked) await beginReading(tx, id, 'repair', elsewhere)
      else if (isMapped || row.status === 'paused') await requestSync(tx, id, 'catalogue', 'settings')
    }
    const changed = Object.keys(changes).filter((field) => field !== 'credentials')
    await audit(
      tx,
      'shop.changed',
      { type: 'shop', id, name: row.name },
      { changed, newCredentials: checked !== undefined },
    )
    return readShopRow(tx, services, id)
  })
}

/** Tests the connection, renews credentials or asks for consent again, creates webhooks, and starts a full sync. */
export async function repairShop(
  parts: Parts,
  scope: StoreScope,
  id: string,
  sent: Credentials | undefined,
): Promise<Shop> {
  const { db, services, audit } = parts
  const before = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!before) throw notFound('shop', id)
  const checked = sent && (await checkAnew(services, before, sent))
  const state = checked ? 'good' : await probe(parts, scope, before)
  return db.store(scope, 'write', async (tx) => {
    const elsewhere = state === 'consent' ? [] : await requireFree(tx, before)
    const row = await store.lock(tx, id)
    if (!row) throw notFound('shop', id)
    if (checked)
      await store.updateCredentials(tx, id, sealCredentials(services, id, checked.credentials), checked.last4)
    if (state === 'consent') {
      await askForConsent(tx, id)
    } else if (row.platform !== 'custom') {
      await store.updateStatus(tx, id, 'active', null)
      await beginReading(tx, id, 'repair', elsewhere)
    }
    await audit(tx, 'shop.repaired', { type: 'shop', id, name: row.name }, { newCredentials: checked !== undefined })
    return readShopRow(tx, services, id)
  })
}

/** Returns `consent` if the credentials are rejected and the merchant can grant new ones at the platform. */
async function probe({ db, services }: Parts, scope: StoreScope, row: store.Row): Promise<'good' | 'consent'> {
  const { installation } = requireAdapter(row.platform, services)
  const byConsent =
    installation !== undefined && findApp(row.platform, services) !== null && row.credential_last4 === null
  if (row.status === 'installing') return 'consent'
  try {
    const opened = await within(
      openShop({ db, services }, scope, row.id, shopTools(services, { withinMs: askedWithinMs })),
    )
    if (!opened) throw notFound('shop', row.id)
    await within(opened.shop.check())
    return 'good'
  } catch (error) {
    if (byConsent && error instanceof ShopFailure && error.code === 'credentials_refused') return 'consent'
    return toRefusal(error)
  }
}

/** Data that was read from the shop is preserved. */
export async function disconnectShop(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('shop', id)
  await syncs.cancelUnfinished(tx, id)
  await store.updateRemoved(tx, id)
  // Without its erased secret, no webhook of a merchant's own app can be verified. For the operator's app the lookup
  // stays, because `shop/redact` still arrives.
  if (row.credential_last4 !== null) await store.deleteLookup(tx, id)
  publish(tx, shopDisconnected, { id })
  await audit(tx, 'shop.disconnected', { type: 'shop', id, name: row.name }, { platform: row.platform })
}

/** Removes our webhooks at the platform. Disconnecting does not wait for a shop that does not respond. */
export async function removeHooks(parts: Omit<Parts, 'audit'>, scope: StoreScope, id: string): Promise<void> {
  try {
    const tools = shopTools(parts.services, { withinMs: askedWithinMs })
    const opened = await within(openShop(parts, scope, id, tools))
    if (opened && opened.row.status !== 'installing') await within(opened.shop.removeHooks())
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
  }
}

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const newShopCode = (prefix: string): string =>
  `${prefix}-${[...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')}`

const codeWithinMs = 60_000

export type CodeOutcome = 'done' | { refused: string } | { later: string; afterMs: number | null }

/** Asks the shop to create or delete a code. A refusal is not retried soon, because a person must act first. */
export async function callShopForCode(
  { db, services }: Omit<Parts, 'audit'>,
  scope: StoreScope,
  work: (shop: OpenShop) => Promise<void>,
): Promise<CodeOutcome> {
  try {
    const connected = await db.store(scope, 'read', findConnected)
    if (!connected || connected.platform === 'custom') return { refused: 'No shop is connected any more.' }
    if (connected.status !== 'active') return { later: 'The connected shop is not available.', afterMs: null }
    const opened = await openShop(
      { db, services },
      scope,
      connected.id,
      shopTools(services, { withinMs: codeWithinMs }),
    )
    if (!opened) return { refused: 'No shop is connected any more.' }
    try {
      await work(opened.shop)
    } finally {
      await opened.shop.close?.()
    }
    return 'done'
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
    const isFinal = ['refused', 'credentials_refused', 'not_permitted'].includes(error.code)
    return isFinal ? { refused: error.message } : { later: error.message, afterMs: error.afterMs }
  }
}

export const countRejected = (tx: StoreTx, id: string, count: number) => store.updateRejected(tx, id, count)
export const noteReceived = (tx: StoreTx, id: string) => store.updateReceived(tx, id)
export const markUninstalled = (tx: StoreTx, id: string, reason: string) =>
  store.updateStatus(tx, id, 'needs_reauth', reason)
export const findShop = store.find
export const findConnected = store.findOnly
export const findShopEver = store.findEver
