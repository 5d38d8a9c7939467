import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Destination } from '#integrations/shops/destination.ts'
import {
  type Credentials,
  type IdentifierSources,
  type Platform,
  type PlatformApp,
  type PlatformName,
  type Shop,
  type ShopConnection,
  ShopFailure,
  type ShopTools,
} from '#integrations/shops/shop.ts'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { platformNamed } from './adapters.ts'
import * as store from './store.ts'

export const credentialsContext = (id: string) => `shop credentials ${id}`
export const hookSecretContext = (id: string) => `shop hook secret ${id}`

export const sealedShop: readonly SealedColumn[] = [
  { table: 'shop_connections', column: 'credentials', contextOf: (_, id) => credentialsContext(id) },
  { table: 'shop_connections', column: 'hook_secret', contextOf: (_, id) => hookSecretContext(id) },
]

type Parts = { db: StoreDb; services: Services }

export function requireAdapter(name: PlatformName, { config }: Pick<Services, 'config'>): Platform {
  const platform = platformNamed(name, config.providerOrigins)
  if (!platform) throw new Error(`There is no adapter for ${name}.`)
  return platform
}

export const findApp = (name: PlatformName, { config }: Pick<Services, 'config'>): PlatformApp | null =>
  name === 'shopify' && config.shopifyApp ? { ...config.shopifyApp, writesReviews: config.shopifyReviews } : null

export const buildWebhookUrl = ({ origin }: Pick<Services, 'origin'>, platform: PlatformName, id: string) =>
  `${origin}/api/v1/webhooks/${platform}/${id}`

export const openCredentials = ({ secrets }: Pick<Services, 'secrets'>, row: Pick<store.Row, 'id' | 'credentials'>) =>
  JSON.parse(secrets.open(row.credentials, credentialsContext(row.id))) as Credentials

export const sealCredentials = ({ secrets }: Pick<Services, 'secrets'>, id: string, credentials: Credentials) =>
  secrets.seal(JSON.stringify(credentials), credentialsContext(id))

export function listHookSecrets(services: Services, row: store.Row): string[] {
  const { hookSecret } = requireAdapter(row.platform, services)
  if (hookSecret !== 'platform')
    return row.status === 'removed' ? [] : [services.secrets.open(row.hook_secret, hookSecretContext(row.id))]
  const own = row.status === 'removed' ? undefined : openCredentials(services, row).clientSecret
  return own ? [own] : [...(findApp(row.platform, services)?.clientSecrets ?? [])]
}

export async function openShop(
  parts: Parts,
  scope: StoreScope,
  id: string,
  tools: ShopTools,
  identifiers?: IdentifierSources,
): Promise<{ shop: Shop; row: store.Row } | undefined> {
  const found = await parts.db.store(scope, 'read', async (tx) => {
    const row = await store.find(tx, id)
    const facts = await store.findStoreFacts(tx)
    return row && facts && { row, facts }
  })
  if (!found) return undefined
  const { facts } = found
  const row = identifiers ? { ...found.row, identifiers } : found.row
  const credentials = await freshCredentials(parts, scope, row, tools, false)
  return {
    row,
    shop: openWith(parts.services, row, credentials, facts.currency, tools, () =>
      freshCredentials(parts, scope, row, tools, true),
    ),
  }
}

function openWith(
  services: Services,
  row: store.Row,
  credentials: Credentials,
  currency: string,
  tools: ShopTools,
  renew: () => Promise<Credentials>,
): Shop {
  const platform = requireAdapter(row.platform, services)
  const connectionWith = (given: Credentials): ShopConnection => ({
    address: row.address,
    credentials: given,
    identifiers: row.identifiers,
    webhookSecret: services.secrets.open(row.hook_secret, hookSecretContext(row.id)),
    webhookUrl: buildWebhookUrl(services, row.platform, row.id),
    currency,
  })
  let shop = platform.open(connectionWith(credentials), tools)
  if (!platform.renewal) return shop
  let isRenewed = false
  const again = async <T>(work: (shop: Shop) => Promise<T>): Promise<T> => {
    try {
      return await work(shop)
    } catch (error) {
      if (isRenewed || !(error instanceof ShopFailure) || error.code !== 'credentials_refused') throw error
      isRenewed = true
      await shop.close?.()
      shop = platform.open(connectionWith(await renew()), tools)
      return await work(shop)
    }
  }
  return {
    check: () => again((each) => each.check()),
    readProducts: (from) => again((each) => each.readProducts(from)),
    verify: (seen) => again((each) => each.verify(seen)),
    findProducts: (ids) => again((each) => each.findProducts(ids)),
    readCategories: (from) => again((each) => each.readCategories(from)),
    readOrders: (since, from) => again((each) => each.readOrders(since, from)),
    findOrder: (id) => again((each) => each.findOrder(id)),
    findHooks: () => again((each) => each.findHooks()),
    repairHooks: () => again((each) => each.repairHooks()),
    removeHooks: () => again((each) => each.removeHooks()),
    issueCode: (code) => again((each) => each.issueCode(code)),
    withdrawCode: (code) => again((each) => each.withdrawCode(code)),
    destination(shows) {
      const first = shop.destination?.(shows)
      if (!first) return undefined
      const ask = <T>(work: (destination: Destination) => Promise<T>) =>
        again((each) => work(each.destination?.(shows) ?? first))
      return {
        atOnce: first.atOnce,
        prepare: (place) => ask((each) => each.prepare(place)),
        put: (content, place) => ask((each) => each.put(content, place)),
        remove: (item, place) => ask((each) => each.remove(item, place)),
        list: (from, place) => ask((each) => each.list(from, place)),
      }
    },
    close: async () => shop.close?.(),
  }
}

const renewalMs = 30_000
const lookAgainMs = 250

/** Renews credentials that are due or were rejected, and stores them before use. Only one process renews at a time. */
async function freshCredentials(
  { db, services }: Parts,
  scope: StoreScope,
  row: store.Row,
  tools: ShopTools,
  isRefused: boolean,
): Promise<Credentials> {
  const platform = requireAdapter(row.platform, services)
  const held = openCredentials(services, row)
  const { renewal } = platform
  if (!renewal || (!isRefused && !renewal.isDue(held, services.clock.now()))) return held
  const by = randomUUID()
  const renew = async (current: Credentials): Promise<Credentials> => {
    try {
      const app = findApp(row.platform, services)
      const renewed = await renewal.renew({ address: row.address, credentials: current }, app, tools)
      await db.store(scope, 'write', (tx) =>
        store.updateCredentials(tx, row.id, sealCredentials(services, row.id, renewed), row.credential_last4),
      )
      return renewed
    } finally {
      await db.store(scope, 'write', (tx) => store.endRenewal(tx, row.id, by))
    }
  }
  const endsAt = performance.now() + renewalMs
  for (;;) {
    const turn = await db.store(scope, 'write', async (tx) => {
      const now = await store.lock(tx, row.id)
      if (!now) return undefined
      const current = openCredentials(services, now)
      if (!renewal.isDue(current, tx.now) && (!isRefused || JSON.stringify(current) !== JSON.stringify(held)))
        return { current, mayRenew: false }
      const mayRenew = await store.leaseRenewal(tx, row.id, by, new Date(tx.now.getTime() + renewalMs))
      return { current, mayRenew, isWaiting: !mayRenew }
    })
    if (!turn) throw new ShopFailure('credentials_refused', 'The shop was disconnected.')
    if (turn.mayRenew) return renew(turn.current)
    if (!turn.isWaiting) return turn.current
    if (performance.now() > endsAt)
      throw new ShopFailure('throttled', 'The credentials are being renewed. Try again shortly.', 5_000)
    await sleep(lookAgainMs)
  }
}
