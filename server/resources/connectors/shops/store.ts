import type { IdentifierSources, PlatformName } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Status } from './schema.ts'

export type Row = {
  id: string
  platform: PlatformName
  name: string
  address: string
  credentials: Buffer
  credential_last4: string | null
  hook_secret: Buffer
  identifiers: IdentifierSources
  backfill_days: number
  status: Status | 'removed'
  status_reason: string | null
  missing_scopes: string[]
  missing_hooks: string[]
  install_state: string | null
  install_until: string | null
  renewed_until: string | null
  last_webhook_at: string | null
  rejected_webhooks: number
  next_sync_at: string | null
  first_connected_at: string | null
  orders_read_at: string | null
  created_at: string
  updated_at: string
}

const columns = sql<Row>`
  c.id, c.platform, c.name, c.address, c.credentials, c.credential_last4, c.hook_secret, c.identifiers, c.backfill_days,
  c.status, c.status_reason, c.missing_scopes, c.missing_hooks, c.install_state, c.install_until, c.renewed_until,
  c.last_webhook_at, c.rejected_webhooks, c.next_sync_at, c.first_connected_at, c.orders_read_at, c.created_at, c.updated_at`

export const find = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from shop_connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed'`)

/** Includes disconnected shops, because the platform still sends `shop/redact` for them. */
export const findEver = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from shop_connections c where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export const findOnly = (tx: StoreTx) =>
  tx.first<Row>(sql`
    select ${columns} from shop_connections c where c.store_env_id = ${tx.storeEnvId} and c.status <> 'removed'`)

export const lock = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from shop_connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed' for update`)

/** Locks the row of an earlier, disconnected connection to the same shop. */
export const lockRemoved = (tx: StoreTx, platform: PlatformName, address: string) =>
  tx.first<Row>(sql`
    select ${columns} from shop_connections c
     where c.store_env_id = ${tx.storeEnvId} and c.platform = ${platform} and c.address = ${address}
       and c.status = 'removed' for update`)

export type ConnectedShop = {
  id: string
  platform: PlatformName
  name: string
  address: string
  credentials: Buffer
  credentialLast4: string | null
  hookSecret: Buffer
  identifiers: IdentifierSources
  backfillDays: number
  status: Status
  missingScopes: readonly string[]
}

export const upsert = (tx: StoreTx, row: ConnectedShop) =>
  tx.run(sql`
    insert into shop_connections (store_env_id, id, platform, name, address, credentials, credential_last4, hook_secret,
                                  identifiers, backfill_days, status, missing_scopes, first_connected_at, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.platform}, ${row.name}, ${row.address}, ${row.credentials},
            ${row.credentialLast4}, ${row.hookSecret}, ${JSON.stringify(row.identifiers)}::jsonb, ${row.backfillDays},
            ${row.status}, ${[...row.missingScopes]}::text[], ${tx.now}, ${tx.now}, ${tx.now})
    on conflict (store_env_id, id) do update set
      name = excluded.name, credentials = excluded.credentials, credential_last4 = excluded.credential_last4,
      hook_secret = excluded.hook_secret, identifiers = excluded.identifiers, backfill_days = excluded.backfill_days,
      status = excluded.status, status_reason = null, missing_scopes = excluded.missing_scopes, updated_at = excluded.updated_at`)

export const updateSettings = (
  tx: StoreTx,
  id: string,
  row: { name: string; identifiers: IdentifierSources; status: Status },
) =>
  tx.run(sql`
    update shop_connections c
       set name = ${row.name}, identifiers = ${JSON.stringify(row.identifiers)}::jsonb, status = ${row.status},
           status_reason = case when ${row.status}::text = 'needs_reauth' then c.status_reason end, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export const updateCredentials = (tx: StoreTx, id: string, credentials: Buffer, last4: string | null) =>
  tx.run(sql`
    update shop_connections c set credentials = ${credentials}, credential_last4 = ${last4}, renewed_by = null, renewed_until = null
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed'`)

export const updateStatus = (tx: StoreTx, id: string, status: Status, reason: string | null) =>
  tx.run(sql`
    update shop_connections c set status = ${status}, status_reason = ${reason}, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed'`)

export const updateInstallState = (tx: StoreTx, id: string, state: string | null, until: Date | null) =>
  tx.run(sql`
    update shop_connections c set install_state = ${state}, install_until = ${until}::timestamptz
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export const updateHooks = (tx: StoreTx, id: string, missing: readonly string[]) =>
  tx.run(sql`
    update shop_connections c set missing_hooks = ${[...missing]}::text[]
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed'`)

export const updateNextSync = (tx: StoreTx, id: string, at: Date | null) =>
  tx.run(sql`
    update shop_connections c set next_sync_at = ${at}::timestamptz where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export const updateOrdersRead = (tx: StoreTx, id: string, at: Date) =>
  tx.run(sql`
    update shop_connections c set orders_read_at = ${at} where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

/**
 * Accepts webhooks of the shop from now on. Call it only after credentials or consent have proven the right to the
 * address, because anybody may know it.
 */
export const upsertLookup = (tx: StoreTx, id: string) =>
  tx.run(sql`
    insert into shop_lookups (connection_id, store_env_id, platform, address)
    select c.id, c.store_env_id, c.platform, c.address
      from shop_connections c where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}
    on conflict (connection_id) do update set address = excluded.address`)

type Address = Pick<Row, 'platform' | 'address'>

export type ConnectedElsewhere = { connectionId: string; storeEnvId: string; organizationId: string }

/** Connections of other stores. The transaction must not have written before, because Citus refuses the query then. */
export const listElsewhere = (tx: StoreTx, { platform, address }: Address) =>
  tx.all<ConnectedElsewhere>(sql`
    select f.connection_id as "connectionId", f.store_env_id as "storeEnvId", f.organization_id as "organizationId"
      from app.find_connected_shops(${platform}, ${address}) f
     where f.store_env_id <> ${tx.storeEnvId}`)

export const lockAddress = (tx: StoreTx, { platform, address }: Address) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${platform} ${address}`}, 0))`)

export const updateLeft = (tx: StoreTx, id: string, before: string, reason: string) =>
  tx.run(sql`
    update shop_connections c set status = 'needs_reauth', status_reason = ${reason}, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status in ('active', 'paused')
       and c.updated_at <= ${before}::timestamptz`)

export const deleteLookup = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from shop_lookups l where l.store_env_id = ${tx.storeEnvId} and l.connection_id = ${id}`)

export const updateRejected = (tx: StoreTx, id: string, count: number) =>
  tx.run(sql`
    update shop_connections c set rejected_webhooks = c.rejected_webhooks + ${count}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export const updateReceived = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update shop_connections c set last_webhook_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}
       and (c.last_webhook_at is null or c.last_webhook_at < ${new Date(tx.now.getTime() - 10_000)}::timestamptz)`)

/** Erases the connection's secrets. The row is preserved, because data read from the shop refers to it. */
export const updateRemoved = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update shop_connections c
       set status = 'removed', credentials = ''::bytea, hook_secret = ''::bytea, credential_last4 = null, install_state = null,
           install_until = null, next_sync_at = null, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

/** True if this process may renew. Other processes wait until the renewal ends or its lease expires. */
export const leaseRenewal = async (tx: StoreTx, id: string, by: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update shop_connections c set renewed_by = ${by}, renewed_until = ${until}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed'
       and (c.renewed_until is null or c.renewed_until <= ${tx.now})`)) > 0

export const endRenewal = (tx: StoreTx, id: string, by: string) =>
  tx.run(sql`
    update shop_connections c set renewed_by = null, renewed_until = null
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.renewed_by = ${by}`)

export type Plugin = {
  version: string | null
  shop_version: string | null
  callback: string | null
  seen_at: string | null
  said_at: string | null
  credentials_at: string | null
  /** Values of the newest valid connection string. Null without one. */
  page: string | null
  may_reply: boolean | null
  issued_at: string | null
}

export const findPlugin = (tx: StoreTx, id: string) =>
  tx.first<Plugin>(sql`
    select c.plugin_version as version, c.plugin_shop_version as shop_version, c.plugin_callback as callback,
           c.plugin_seen_at as seen_at, c.plugin_said_at as said_at, c.plugin_credentials_at as credentials_at,
           n.page, n.may_reply, n.issued_at
      from shop_connections c
      left join lateral (
           select s.page, s.may_reply, s.created_at as issued_at from shop_connection_strings s
            where s.store_env_id = ${tx.storeEnvId} and s.connection_id = c.id and (s.ends_at is null or s.ends_at > ${tx.now})
            order by s.id desc limit 1) n on true
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id}`)

export const findStoreFacts = (tx: StoreTx) =>
  tx.first<{ timezone: string; currency: string }>(sql`
    select s.timezone, s.currency from stores s where s.id = ${tx.storeEnvId}`)

export const findNames = (tx: StoreTx) =>
  tx.first<{ store: string; organization: string }>(sql`
    select s.name as store, o.name as organization
      from stores s join organizations o on o.id = s.organization_id where s.id = ${tx.storeEnvId}`)
