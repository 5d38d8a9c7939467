import { randomBytes } from 'node:crypto'
import { type Callback, ShopFailure } from '#integrations/shops/shop.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { isUuid } from '#platform/values/ids.ts'
import { beginReading, requireFree } from '../shop-reading/commands.ts'
import { askedWithinMs, within } from './asking.ts'
import { findApp, requireAdapter, sealCredentials } from './opening.ts'
import * as store from './store.ts'
import { shopTools } from './tools.ts'

const installMinutes = 10

/** Stores an unguessable state until the browser returns it. The state names the store. */
export const askForConsent = (tx: StoreTx, id: string): Promise<number> =>
  store.updateInstallState(
    tx,
    id,
    `${id}.${tx.storeEnvId}.${tx.organizationId}.${randomBytes(24).toString('base64url')}`,
    new Date(tx.now.getTime() + installMinutes * 60_000),
  )

const callbackUrl = ({ origin }: Pick<Services, 'origin'>) => `${origin}/api/v1/connectors/shopify/callback`

export function buildInstallUrl(services: Services, row: store.Row, now: Date): string | null {
  const app = findApp(row.platform, services)
  const { installation } = requireAdapter(row.platform, services)
  if (!installation || !app || row.install_state === null || new Date(row.install_until ?? 0) <= now) return null
  return installation.installUrl(row.address, app, row.install_state, callbackUrl(services))
}

export type Consent = {
  id: string
  scope: StoreScope
  callback: Callback
  names: { shop: string; store: string; organization: string }
}

export async function findConsent(
  db: CrossDb,
  services: Services,
  query: URLSearchParams,
): Promise<Consent | undefined> {
  const { installation } = requireAdapter('shopify', services)
  const app = findApp('shopify', services)
  const callback = app && installation?.readCallback(query, app, services.clock.now())
  const [id = '', storeEnvId = '', organizationId = ''] = callback?.state.split('.') ?? []
  if (!callback || ![id, storeEnvId, organizationId].every(isUuid)) return undefined
  // The state names the store. Only the store's own row proves that we made this state, and that it is still valid.
  const scope = { storeEnvId, organizationId }
  return db.store(scope, 'read', async (tx) => {
    const row = await store.find(tx, id)
    const names = await store.findNames(tx)
    if (!row || !names || !isAwaited(row, callback, tx.now)) return undefined
    return { id, scope, callback, names: { shop: callback.address, ...names } }
  })
}

const isAwaited = (row: store.Row, callback: Callback, now: Date) =>
  row.install_state === callback.state && row.address === callback.address && new Date(row.install_until ?? 0) > now

/** Redeems a consent for a person who may connect shops. False if the consent was already used or Shopify refuses it. */
export async function finishInstallation(
  db: CrossDb,
  services: Services,
  audit: Audit,
  { id, scope, callback }: Consent,
): Promise<boolean> {
  const { installation } = requireAdapter('shopify', services)
  const app = findApp('shopify', services)
  const shop = { platform: 'shopify' as const, address: callback.address }
  if (!installation || !app) return false
  const mayGoOn = await db.store(scope, 'write', async (tx) => {
    // This check runs before the code is redeemed, because a new token can invalidate the token that another organization
    // uses.
    await requireFree(tx, shop)
    const row = await store.lock(tx, id)
    if (!row || !isAwaited(row, callback, tx.now)) return false
    // One try only: if the exchange fails, the merchant starts again.
    await store.updateInstallState(tx, id, null, null)
    return true
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
    const elsewhere = await requireFree(tx, shop)
    const row = await store.lock(tx, id)
    if (!row) return
    await store.updateCredentials(tx, id, sealCredentials(services, id, credentials), null)
    await store.updateStatus(tx, id, 'active', null)
    await beginReading(tx, id, row.status === 'installing' ? 'connect' : 'repair', elsewhere)
    await audit(tx, 'shop.repaired', { type: 'shop', id, name: row.name }, { platform: 'shopify' })
  })
  return true
}
