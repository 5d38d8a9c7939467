// Opens the client of a destination: for the store's shop, or for the account whose credentials the destination has.

import { createGoogleClient, readServiceAccount } from '#integrations/destinations/google/client.ts'
import { createProductReviews } from '#integrations/destinations/google/product-reviews.ts'
import { blocked, DestinationFailure, type Destination as Outside } from '#integrations/shops/destination.ts'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { invalidField } from '#platform/values/errors.ts'
import { findConnected, openShop, shopTools } from '#resources/connectors/shops/commands.ts'
import { kindFacts } from './rules.ts'
import type { GoogleCredentials, Kind } from './schema.ts'
import type { Row } from './store.ts'

export const credentialsContext = (id: string) => `destination ${id}`

export const sealedCredentials: SealedColumn = {
  table: 'destinations',
  column: 'credentials',
  contextOf: (_, id) => credentialsContext(id),
}

export type Parts = { db: StoreDb; services: Services }
type GivenAccount = { kind: Kind; account: string | null; serviceAccount: unknown }

export function sealCredentials(
  { secrets }: Pick<Services, 'secrets'>,
  id: string,
  { serviceAccount }: GoogleCredentials,
) {
  const account = readServiceAccount(serviceAccount)
  if (!account)
    throw invalidField(
      '/credentials/serviceAccount',
      'must be the key file of a service account, with client_email and private_key',
    )
  return secrets.seal(JSON.stringify(account), credentialsContext(id))
}

export function openOwn(
  { services }: Pick<Parts, 'services'>,
  row: Pick<Row, 'id' | 'kind' | 'account' | 'credentials'>,
): GivenAccount {
  const { id, kind, account, credentials } = row
  const opened = credentials === null ? null : JSON.parse(services.secrets.open(credentials, credentialsContext(id)))
  return {
    kind,
    account,
    serviceAccount: opened && { client_email: opened.email, private_key: opened.privateKey },
  }
}

const callWithinMs = 45_000

/** Undefined for a destination that fetches a file. The caller calls `close` at the end. */
export async function openOutside(
  parts: Parts,
  scope: StoreScope,
  given: GivenAccount,
  withinMs?: number,
): Promise<{ outside: Outside; close(): Promise<void> } | undefined> {
  const { services, db } = parts
  const { platform, shows, isPulled } = kindFacts[given.kind]
  if (isPulled) return undefined
  const tools = shopTools(services, withinMs === undefined ? {} : { withinMs })
  const call: typeof tools.call = (url, request) => tools.call(url, { timeoutMs: callWithinMs, ...request })
  if (platform === null) {
    const account = readServiceAccount(given.serviceAccount)
    if (!account || given.account === null)
      throw new DestinationFailure({ kind: 'needs_reauth', message: 'The credentials of the account are missing.' })
    const { providerOrigins, googleReviewsVersion } = services.config
    const client = createGoogleClient(account, providerOrigins.google, { ...tools, call })
    return { outside: createProductReviews(client, given.account, googleReviewsVersion), close: async () => {} }
  }
  const connected = await db.store(scope, 'read', findConnected)
  if (connected?.platform !== platform)
    throw new DestinationFailure({ kind: 'needs_reauth', message: 'The shop was disconnected. Connect it again.' })
  if (connected.status === 'needs_reauth' || connected.status === 'installing')
    throw new DestinationFailure({ kind: 'needs_reauth', message: 'The shop must be connected again.' })
  const opened = await openShop(parts, scope, connected.id, { ...tools, call })
  const outside = opened?.shop.destination?.(shows)
  if (!opened || !outside) throw blocked('permission_missing', 'The shop has no fields for this destination.')
  return { outside, close: async () => opened.shop.close?.() }
}
