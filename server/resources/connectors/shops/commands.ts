// The life of a connection to a shop: asked first and then kept, changed, repaired, taken apart. The shop is spoken to between
// transactions, never in one.
import { randomBytes } from 'node:crypto'
import {
  type Credentials,
  type IdentifierSources,
  type Platform,
  type PlatformName,
  ShopFailure,
  type ShopTools,
} from '#integrations/shops/shop.ts'
import type { Audit } from '#platform/audit.ts'
import type { CrossDb, StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#platform/errors.ts'
import { isUuid, newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { platformNamed } from './adapters.ts'
import { adapterOf, appOf, hookSecretContext, openShop, sealCredentials, webhookUrlOf } from './opening.ts'
import { requestSync, scheduleNight } from './reading/commands.ts'
import * as syncs from './reading/store.ts'
import type { NewShop, Shop, ShopChanges } from './schema.ts'
import * as store from './store.ts'
import { shopTools } from './tools.ts'

export { hookSecretsOf, openShop } from './opening.ts'
export { shopTools } from './tools.ts'

const askedWithinMs = 14_000
const installMinutes = 10

type Parts = { db: StoreDb; services: Services; audit: Audit }

export const alreadyConnected = () =>
  conflict('A shop is connected to this store already: disconnect it first.', 'shop_already_connected')

type Asked = {
  platform: Platform
  name: PlatformName
  address: string
  credentials: Credentials | undefined
  identifiers: IdentifierSources
}

/** What was typed, as far as it can be judged without asking the shop; throws 400 and 409. */
async function readAsked(services: Services, sent: NewShop): Promise<Asked> {
  const platform = platformNamed(sent.platform, services.config.providerOrigins)
  if (!platform) throw invalidField('/platform', 'is not spoken to by this version')
  const read = platform.readAddress(sent.address ?? '')
  if ('refusal' in read) throw invalidField('/address', `must ${read.refusal}`)
  const { address } = read
  if (/^https?:/i.test(address)) {
    const refusal = await services.fetch.refusal(address)
    if (refusal !== undefined) throw invalidField('/address', `must ${refusal}`)
  }
  const identifiers = readIdentifiers(platform, platform.identifiers, sent.identifiers)
  const credentials = readCredentials(platform, sent.credentials)
  if (credentials === undefined && !appOf(sent.platform, services))
    throw conflict(
      'This service has no app of its own at the platform: connect with credentials.',
      'platform_not_configured',
    )
  return { platform, name: sent.platform, address, credentials, identifiers }
}

/** Undefined where consent at the platform stands in for them. */
function readCredentials(platform: Platform, sent: Credentials | undefined): Credentials | undefined {
  if (platform.installation && (sent === undefined || Object.keys(sent).length === 0)) return undefined
  const refused = platform.refusedCredentials(sent ?? {})
  if (refused) throw invalidField(`/credentials/${refused.field}`, refused.message)
  return sent ?? {}
}

function readIdentifiers(
  platform: Platform,
  before: IdentifierSources,
  sent: Partial<IdentifierSources> | undefined,
): IdentifierSources {
  const after = { ...before, ...sent }
  for (const kind of ['gtin', 'mpn', 'brand'] as const) {
    const source = sent?.[kind]
    const refusal = source == null ? undefined : platform.refusedSource(kind, source)
    if (refusal) throw invalidField(`/identifiers/${kind}`, refusal)
  }
  return after
}

/** Refusals of a shop as callers see them; those messages repeat no secret. */
function toRefusal(error: unknown): never {
  if (!(error instanceof ShopFailure)) throw error
  if (error.code === 'credentials_refused') throw new AppError(400, 'credentials_refused', error.message)
  throw new AppError(400, 'shop_unreachable', error.message)
}

/** Ends after this, whatever the shop does. */
async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ShopFailure('shop_unreachable', 'The shop did not answer in time.')),
      askedWithinMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

async function ask(services: Services, asked: Asked, credentials: Credentials) {
  const tools: ShopTools = shopTools(services, { withinMs: askedWithinMs })
  return within(
    (async () => {
      const held = await granted(services, asked, credentials, tools)
      const shop = asked.platform.open(
        {
          address: asked.address,
          credentials: held,
          identifiers: asked.identifiers,
          webhookSecret: '',
          webhookUrl: webhookUrlOf(services, asked.name, 'test'),
          currency: null,
        },
        tools,
      )
      return { ...(await shop.check()), credentials: held }
    })(),
  )
}

/** Credentials that are exchanged for tokens before anything can be asked. */
async function granted(
  services: Services,
  { platform, name, address }: Asked,
  credentials: Credentials,
  tools: ShopTools,
) {
  if (!platform.renewal?.isDue(credentials, tools.now())) return credentials
  return platform.renewal.renew({ address, credentials }, appOf(name, services), tools)
}

export async function testNewShop(services: Services, sent: NewShop) {
  const asked = await readAsked(services, sent)
  if (asked.credentials === undefined)
    return { ok: true, checks: [{ name: 'installation', ok: true, message: 'The merchant consents at the platform.' }] }
  try {
    const { checks } = await ask(services, asked, asked.credentials)
    return { ok: checks.every(({ ok }) => ok), checks: [...checks] }
  } catch (error) {
    return failedTest(error)
  }
}

function failedTest(error: unknown) {
  if (!(error instanceof ShopFailure)) throw error
  const name = error.code === 'credentials_refused' ? 'credentials' : 'shop'
  return { ok: false, checks: [{ name, ok: false, message: error.message }] }
}

export async function testShop(parts: Omit<Parts, 'audit'>, scope: StoreScope, id: string) {
  try {
    const opened = await within(openShop(parts, scope, id, shopTools(parts.services, { withinMs: askedWithinMs })))
    if (!opened) throw notFound('shop', id)
    const { checks } = await within(opened.shop.check())
    return { ok: checks.every(({ ok }) => ok), checks: [...checks] }
  } catch (error) {
    return failedTest(error)
  }
}

export async function connectShop(parts: Parts, scope: StoreScope, sent: NewShop) {
  const { db, services, audit } = parts
  if (await db.store(scope, 'read', store.findOnly)) throw alreadyConnected()
  const asked = await readAsked(services, sent)
  const checked = asked.credentials && (await ask(services, asked, asked.credentials).catch(toRefusal))
  return db.store(scope, 'write', async (tx) => {
    const former = await store.lockRemoved(tx, asked.name, asked.address)
    const id = former?.id ?? newId(tx.now.getTime())
    const hookSecret = newHookSecret(asked.platform)
    await store.upsert(tx, {
      id,
      platform: asked.name,
      name: sent.name?.trim() || asked.address || 'Own shop',
      address: asked.address,
      credentials: sealCredentials(services, id, checked?.credentials ?? {}),
      credentialLast4: asked.credentials ? asked.platform.credentialLast4(asked.credentials) : null,
      hookSecret: services.secrets.seal(hookSecret, hookSecretContext(id)),
      identifiers: asked.identifiers,
      backfillDays: sent.backfillDays ?? 60,
      status: checked ? 'active' : 'installing',
      missingScopes: checked?.missingScopes ?? [],
    })
    if (!checked) await store.updateInstallState(tx, id, ...newState(tx, id))
    else if (asked.name !== 'custom') await begin(tx, id, 'connect')
    await audit(tx, 'shop.connected', { type: 'shop', id, name: asked.address }, { platform: asked.name })
    const shop = await readShopRow(tx, services, id)
    return asked.platform.hookSecret === 'ours' ? { ...shop, webhookSecret: hookSecret } : shop
  })
}

const newHookSecret = ({ hookSecret }: Platform): string =>
  hookSecret === 'ours' ? `whsec_${randomBytes(32).toString('base64')}` : randomBytes(32).toString('base64url')

const newState = (tx: StoreTx, id: string): [string, Date] => [
  `${id}.${tx.storeEnvId}.${tx.organizationId}.${randomBytes(24).toString('base64url')}`,
  new Date(tx.now.getTime() + installMinutes * 60_000),
]

/** From now on it is read. */
async function begin(tx: StoreTx, id: string, trigger: 'connect' | 'repair'): Promise<void> {
  await requestSync(tx, id, 'catalogue', trigger)
  await scheduleNight(tx, id)
}

export async function readShopRow(tx: StoreTx, services: Services, id: string): Promise<Shop> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('shop', id)
  const last = await syncs.findLast(tx, id)
  return toShop(services, row, last, tx.now)
}

export async function listShops(tx: StoreTx, services: Services): Promise<Shop[]> {
  const row = await store.findOnly(tx)
  return row ? [await readShopRow(tx, services, row.id)] : []
}

const noIdentifiers = { gtin: null, mpn: null, brand: null }

function toShop(services: Services, row: store.Row, last: syncs.Run | undefined, now: Date): Shop {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    address: row.address || null,
    status: row.status === 'removed' ? 'needs_reauth' : row.status,
    statusReason: row.status_reason,
    installUrl: installUrlOf(services, row, now),
    credentialLast4: row.credential_last4,
    missingScopes: row.missing_scopes,
    identifiers: { ...noIdentifiers, ...row.identifiers },
    backfillDays: row.backfill_days,
    webhooks: { missing: row.missing_hooks, lastReceivedAt: row.last_webhook_at, rejected: row.rejected_webhooks },
    lastSync: last ? syncs.toSync(last) : null,
    nextSyncAt: row.status === 'active' ? row.next_sync_at : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export const callbackUrl = ({ origin }: Pick<Services, 'origin'>) => `${origin}/api/v1/connectors/shopify/callback`

function installUrlOf(services: Services, row: store.Row, now: Date): string | null {
  const app = appOf(row.platform, services)
  const { installation } = adapterOf(row.platform, services)
  if (!installation || !app || row.install_state === null || new Date(row.install_until ?? 0) <= now) return null
  return installation.installUrl(row.address, app, row.install_state, callbackUrl(services))
}

export async function changeShop(parts: Parts, scope: StoreScope, id: string, changes: ShopChanges): Promise<Shop> {
  const { db, services, audit } = parts
  const before = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!before) throw notFound('shop', id)
  const platform = adapterOf(before.platform, services)
  const identifiers = readIdentifiers(platform, before.identifiers, changes.identifiers)
  const checked = changes.credentials && (await checkAnew(services, before, changes.credentials))
  return db.store(scope, 'write', async (tx) => {
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
      if (checked) await begin(tx, id, 'repair')
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

async function checkAnew(services: Services, row: store.Row, sent: Credentials) {
  const platform = adapterOf(row.platform, services)
  const refused = platform.refusedCredentials(sent)
  if (refused) throw invalidField(`/credentials/${refused.field}`, refused.message)
  const asked = { platform, name: row.platform, address: row.address, credentials: sent, identifiers: row.identifiers }
  const { credentials } = await ask(services, asked, sent).catch(toRefusal)
  return { credentials, last4: platform.credentialLast4(sent) }
}

/** Tests, renews or asks for consent anew, makes hooks, and reads all again. */
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
    const row = await store.lock(tx, id)
    if (!row) throw notFound('shop', id)
    if (checked)
      await store.updateCredentials(tx, id, sealCredentials(services, id, checked.credentials), checked.last4)
    if (state === 'consent') {
      await store.updateInstallState(tx, id, ...newState(tx, id))
    } else if (row.platform !== 'custom') {
      await store.updateStatus(tx, id, 'active', null)
      await begin(tx, id, 'repair')
    }
    await audit(tx, 'shop.repaired', { type: 'shop', id, name: row.name }, { newCredentials: checked !== undefined })
    return readShopRow(tx, services, id)
  })
}

/** `consent`: the credentials are refused, and the merchant can give others at the platform. */
async function probe({ db, services }: Parts, scope: StoreScope, row: store.Row): Promise<'good' | 'consent'> {
  const { installation } = adapterOf(row.platform, services)
  const byConsent =
    installation !== undefined && appOf(row.platform, services) !== null && row.credential_last4 === null
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

/** All that it brought stays. */
export async function disconnectShop(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  const row = await store.lock(tx, id)
  if (!row) throw notFound('shop', id)
  await syncs.cancelUnfinished(tx, id)
  await store.updateRemoved(tx, id)
  await audit(tx, 'shop.disconnected', { type: 'shop', id, name: row.name }, { platform: row.platform })
}

/** What the platform was told to call us by; a shop that does not answer keeps nobody from leaving it. */
export async function removeHooks(parts: Omit<Parts, 'audit'>, scope: StoreScope, id: string): Promise<void> {
  try {
    const tools = shopTools(parts.services, { withinMs: askedWithinMs })
    const opened = await within(openShop(parts, scope, id, tools))
    if (opened && opened.row.status !== 'installing') await within(opened.shop.removeHooks())
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error
  }
}

const previewed = 10

/** What the identifiers would be, on the first products of the shop. */
export async function previewIdentifiers(
  parts: Omit<Parts, 'audit'>,
  scope: StoreScope,
  id: string,
  sent: Partial<IdentifierSources> | undefined,
) {
  const { db, services } = parts
  const row = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!row) throw notFound('shop', id)
  if (row.platform === 'custom') throw conflict('This shop pushes its products.', 'sync_not_supported')
  if (row.status !== 'active' && row.status !== 'paused')
    throw conflict('The shop has to be connected anew first.', 'needs_reauth')
  const platform = adapterOf(row.platform, services)
  const identifiers = readIdentifiers(platform, row.identifiers, sent)
  const known = await db.store(scope, 'read', (tx) => syncs.listSome(tx, id, previewed))
  const tools = shopTools(services, { withinMs: askedWithinMs })
  try {
    const opened = await within(openShop(parts, scope, id, tools, identifiers))
    if (!opened) throw notFound('shop', id)
    const products =
      known.length > 0
        ? await within(opened.shop.findProducts(known.map(({ platformProductId }) => platformProductId)))
        : (await within(opened.shop.readProducts(null))).items
    await opened.shop.close?.()
    return {
      identifiers,
      products: products.slice(0, previewed).map(({ platformProductId, title, variants }) => ({
        platformProductId,
        title,
        variants: variants.slice(0, 20).map((variant) => ({
          platformVariantId: variant.platformVariantId,
          title: variant.title,
          sku: variant.sku,
          gtin: variant.gtin,
          mpn: variant.mpn,
          brand: variant.brand,
        })),
      })),
    }
  } catch (error) {
    return toRefusal(error)
  }
}

/** The merchant has consented, and the browser comes back. Undefined where anything about it is not as it should be. */
export async function finishInstallation(
  db: CrossDb,
  services: Services,
  auditOf: () => Audit,
  query: URLSearchParams,
): Promise<boolean> {
  const { installation } = adapterOf('shopify', services)
  const app = appOf('shopify', services)
  const callback = app && installation?.readCallback(query, app, services.clock.now())
  const [id = '', storeEnvId = '', organizationId = ''] = callback?.state.split('.') ?? []
  if (!callback || !installation || ![id, storeEnvId, organizationId].every(isUuid)) return false
  // Which store this is, the state itself says; only the store's own row says that it is ours, and still good.
  const scope = { storeEnvId, organizationId }
  const mayGoOn = await db.store(scope, 'write', async (tx) => {
    const row = await store.lock(tx, id)
    const isGood =
      row?.install_state === callback.state &&
      row.address === callback.address &&
      new Date(row.install_until ?? 0) > tx.now
    // Once: the exchange may fail, and the merchant begins anew.
    if (isGood) await store.updateInstallState(tx, id, null, null)
    return isGood
  })
  if (!mayGoOn) return false
  const tools = shopTools(services, { withinMs: askedWithinMs })
  const credentials = await within(installation.exchange(callback.address, callback.code, app, tools)).catch(
    (error) => {
      if (error instanceof ShopFailure) return undefined
      throw error
    },
  )
  if (!credentials) return false
  await db.store(scope, 'write', async (tx) => {
    const row = await store.lock(tx, id)
    if (!row) return
    await store.updateCredentials(tx, id, sealCredentials(services, id, credentials), null)
    await store.updateStatus(tx, id, 'active', null)
    await begin(tx, id, row.status === 'installing' ? 'connect' : 'repair')
    await auditOf()(tx, 'shop.repaired', { type: 'shop', id, name: row.name }, { platform: 'shopify' })
  })
  return true
}

/** A webhook whose proof did not hold. */
export const countRejected = (tx: StoreTx, id: string) => store.updateRejected(tx, id)
export const noteReceived = (tx: StoreTx, id: string) => store.updateReceived(tx, id)
/** The app was removed at the platform, or its access ended. */
export const markUninstalled = (tx: StoreTx, id: string, reason: string) =>
  store.updateStatus(tx, id, 'needs_reauth', reason)
export const findShop = store.find
