import { isPermitted } from '../answer.ts'
import { type Check, type Platform, type Shop, type ShopConnection, ShopFailure, type ShopTools } from '../shop.ts'
import { createCatalogue } from './catalogue.ts'
import { type Client, createClient } from './client.ts'
import { codeKinds, issueCode, withdrawCode } from './codes.ts'
import { credentialLast4, readAddress, refusedCredentials } from './credentials.ts'
import { createHooks } from './hooks.ts'
import { findOrder, readOrders } from './orders.ts'
import { refusedSource } from './products.ts'
import { interpretWebhook, readWebhook } from './webhooks.ts'

export function createBigCommerce(origin = 'https://api.bigcommerce.com'): Platform {
  return {
    name: 'bigcommerce',
    identifiers: { gtin: 'gtin', mpn: 'mpn', brand: 'brand' },
    refusedSource,
    readAddress,
    refusedCredentials,
    credentialLast4,
    hookSecret: 'platform',
    codeKinds,
    open: (connection, tools) => openShop(origin, connection, tools),
    readWebhook,
    interpretWebhook,
  }
}

function openShop(origin: string, connection: ShopConnection, tools: ShopTools): Shop {
  const client = createClient(origin, connection.address, connection.credentials.accessToken ?? '', tools)
  const catalogue = createCatalogue(client, connection.identifiers, connection.currency)
  const hooks = createHooks(client, connection.webhookUrl)
  return {
    check: () => check(client),
    readProducts: catalogue.readProducts,
    verify: ({ products }) => catalogue.verify(products),
    findProducts: catalogue.findProducts,
    readCategories: catalogue.readCategories,
    readOrders: (since, from) => readOrders(since, from, client),
    findOrder: (id) => findOrder(id, client),
    findHooks: hooks.find,
    repairHooks: hooks.repair,
    removeHooks: hooks.remove,
    issueCode: (code) => issueCode(code, client),
    withdrawCode: (code) => withdrawCode(code, client),
  }
}

/** An API account's scopes cannot be queried, so each call is tried. */
const tried = [
  { scope: 'store_v2_products_read_only', path: '/v3/catalog/products', says: 'Products' },
  { scope: 'store_v2_orders_read_only', path: '/v2/orders', says: 'Orders' },
] as const

async function check(client: Client): Promise<{ checks: readonly Check[]; missingScopes: readonly string[] }> {
  if ((await client.get('/v2/store')) === undefined)
    throw new ShopFailure('shop_unreachable', 'BigCommerce has no store with this hash. Check the API path.')
  const checks: Check[] = [{ name: 'credentials', ok: true, message: 'BigCommerce accepts the access token.' }]
  const missingScopes: string[] = []
  for (const { scope, path, says } of tried) {
    const ok = await isPermitted(() => client.get(path, { limit: 1 }))
    if (!ok) missingScopes.push(scope)
    const message = ok
      ? `${says} can be read.`
      : `The API account lacks the scope ${says}: read-only. Add it in BigCommerce.`
    checks.push({ name: says.toLowerCase(), ok, message })
  }
  return { checks, missingScopes }
}
