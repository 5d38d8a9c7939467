import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import * as syncs from '../shop-reading/store.ts'
import { buildInstallUrl } from './installation.ts'
import type { Shop } from './schema.ts'
import * as store from './store.ts'

export async function readShopRow(tx: StoreTx, services: Services, id: string): Promise<Shop> {
  const row = await store.find(tx, id)
  if (!row) throw notFound('shop', id)
  const last = await syncs.findLast(tx, id)
  return toShop(services, row, last, await readPlugin(tx, id), tx.now)
}

export async function listShops(tx: StoreTx, services: Services): Promise<Shop[]> {
  const row = await store.findOnly(tx)
  return row ? [await readShopRow(tx, services, row.id)] : []
}

async function readPlugin(tx: StoreTx, id: string): Promise<Shop['plugin']> {
  const plugin = await store.findPlugin(tx, id)
  if (!plugin || plugin.page === null || plugin.issued_at === null) return null
  return {
    version: plugin.version,
    shopVersion: plugin.shop_version,
    page: plugin.page,
    reply: plugin.may_reply === true,
    lastSeenAt: plugin.seen_at,
    stringCreatedAt: plugin.issued_at,
  }
}

const noIdentifiers = { gtin: null, mpn: null, brand: null, group: null }

function toShop(
  services: Services,
  row: store.Row,
  last: syncs.Run | undefined,
  plugin: Shop['plugin'],
  now: Date,
): Shop {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    address: row.address || null,
    status: row.status === 'removed' ? 'needs_reauth' : row.status,
    statusReason: row.status_reason,
    installUrl: buildInstallUrl(services, row, now),
    credentialLast4: row.credential_last4,
    missingScopes: row.missing_scopes,
    identifiers: { ...noIdentifiers, ...row.identifiers },
    backfillDays: row.backfill_days,
    webhooks: { missing: row.missing_hooks, lastReceivedAt: row.last_webhook_at, rejected: row.rejected_webhooks },
    plugin,
    lastSync: last ? syncs.toSync(last) : null,
    nextSyncAt: row.status === 'active' ? row.next_sync_at : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
