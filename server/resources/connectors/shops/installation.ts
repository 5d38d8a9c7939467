// Connecting by consent at the platform: where the merchant is sent, and what the browser brings back.
import { randomBytes } from 'node:crypto'
import { ShopFailure } from '#integrations/shops/shop.ts'
import type { Audit } from '#platform/audit.ts'
import type { CrossDb, StoreTx } from '#platform/db/db.ts'
import { isUuid } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { askedWithinMs, within } from './asking.ts'
import { adapterOf, appOf, sealCredentials } from './opening.ts'
import { beginReading } from './reading/commands.ts'
import * as store from './store.ts'
import { shopTools } from './tools.ts'

const installMinutes = 10

/** What the browser is to bring back, kept until it does: it names the store, and holds an unguessable state. */
export const askForConsent = (tx: StoreTx, id: string): Promise<number> =>
  store.updateInstallState(
    tx,
    id,
    `${id}.${tx.storeEnvId}.${tx.organizationId}.${randomBytes(24).toString('base64url')}`,
    new Date(tx.now.getTime() + installMinutes * 60_000),
  )

const callbackUrl = ({ origin }: Pick<Services, 'origin'>) => `${origin}/api/v1/connectors/shopify/callback`

export function installUrlOf(services: Services, row: store.Row, now: Date): string | null {
  const app = appOf(row.platform, services)
  const { installation } = adapterOf(row.platform, services)
  if (!installation || !app || row.install_state === null || new Date(row.install_until ?? 0) <= now) return null
  return installation.installUrl(row.address, app, row.install_state, callbackUrl(services))
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
    await beginReading(tx, id, row.status === 'installing' ? 'connect' : 'repair')
    await auditOf()(tx, 'shop.repaired', { type: 'shop', id, name: row.name }, { platform: 'shopify' })
  })
  return true
}
