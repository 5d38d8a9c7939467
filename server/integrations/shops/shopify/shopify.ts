import { type Check, type Platform, type Shop, type ShopConnection, ShopFailure, type ShopTools } from '../shop.ts'
import { type BulkPosition, createBulkReader } from './bulk.ts'
import { findProducts, readCategories, readProducts } from './catalogue.ts'
import { codeKinds, issueCode, withdrawCode } from './codes.ts'
import {
  createInstallation,
  createRenewal,
  credentialLast4,
  readAddress,
  refusedCredentials,
  requiredScopes,
} from './credentials.ts'
import { createRatings } from './destinations/ratings.ts'
import { createReviews } from './destinations/reviews.ts'
import { anyOrder, whoAmI } from './documents.ts'
import { type Client, createClient } from './graphql/client.ts'
import { createHooks } from './hooks.ts'
import { findOrder, readOrders } from './orders.ts'
import { refusedSource } from './products.ts'
import { interpretWebhook, readWebhook } from './webhooks.ts'

export function createShopify(origin?: string): Platform {
  const originOf = (address: string) => origin ?? `https://${address}`
  return {
    name: 'shopify',
    identifiers: { gtin: 'barcode', mpn: 'meta:custom.mpn', brand: 'vendor' },
    refusedSource,
    readAddress,
    refusedCredentials,
    credentialLast4,
    hookSecret: 'platform',
    codeKinds,
    installation: createInstallation(originOf),
    renewal: createRenewal(originOf),
    open: (connection, tools) => openShop(originOf(connection.address), connection, tools),
    readWebhook,
    interpretWebhook,
  }
}

function openShop(origin: string, connection: ShopConnection, tools: ShopTools): Shop {
  const client = createClient(origin, connection.credentials.accessToken ?? '', tools)
  const bulk = createBulkReader(client, tools)
  const parts = { client, bulk, identifiers: connection.identifiers, currency: connection.currency }
  const hooks = createHooks(client, connection.webhookUrl)
  const destinations = { ratings: createRatings(client), reviews: createReviews(client) }
  return {
    check: () => check(client),
    readProducts: (from) => readProducts(from, parts),
    verify: async ({ last }) => bulk.verify(last as BulkPosition | null),
    findProducts: (ids) => findProducts(ids, parts),
    readCategories: (from) => readCategories(from, client),
    readOrders: (since, from) => readOrders(since, from, client, bulk),
    findOrder: (id) => findOrder(id, client),
    findHooks: hooks.find,
    repairHooks: hooks.repair,
    removeHooks: hooks.remove,
    issueCode: (code) => issueCode(code, client),
    withdrawCode: (code) => withdrawCode(code, client),
    destination: (shows) => destinations[shows],
    close: bulk.close,
  }
}

async function check(client: Client): Promise<{ checks: readonly Check[]; missingScopes: readonly string[] }> {
  const { currentAppInstallation: app } = await client.ask<{
    currentAppInstallation: { accessScopes: { handle: string }[] }
  }>(whoAmI)
  const granted = new Set(app.accessScopes.map(({ handle }) => handle))
  // A write scope includes reading.
  const missingScopes = requiredScopes.filter(
    (scope) => !granted.has(scope) && !granted.has(scope.replace('read_', 'write_')),
  )
  const checks: Check[] = [
    { name: 'credentials', ok: true, message: 'Shopify accepts the access token.' },
    {
      name: 'scopes',
      ok: missingScopes.length === 0,
      message:
        missingScopes.length === 0
          ? 'The app has the required scopes.'
          : `The app lacks ${missingScopes.join(' and ')}. Add ${missingScopes.length === 1 ? 'it' : 'them'} to the app’s scopes and install it again.`,
    },
  ]
  // This check never fails, because the scope is needed only for reward codes.
  checks.push({
    name: 'codes',
    ok: true,
    message: granted.has('write_discounts')
      ? 'Codes for rewards can be created.'
      : 'Codes for rewards cannot be created. Add the scope write_discounts.',
  })
  if (!missingScopes.includes('read_orders')) checks.push(await checkAddresses(client))
  return { checks, missingScopes }
}

/**
 * An order's email address is protected data. Shopify may withhold it even from an app with all scopes, and then no
 * review can be requested.
 */
async function checkAddresses(client: Client): Promise<Check> {
  const name = 'customer_data'
  try {
    await client.ask(anyOrder)
    return { name, ok: true, message: 'Orders can be read with their email addresses.' }
  } catch (error) {
    if (!(error instanceof ShopFailure && error.code === 'credentials_refused')) throw error
    const message =
      'Shopify withholds the email addresses of orders. Request access to protected customer data, with names and email addresses, in the app’s settings.'
    return { name, ok: false, message }
  }
}
