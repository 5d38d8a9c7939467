import { type Page, type PageRequest, pageOfAll } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Maker } from './makers.ts'
import type { DisabledReason, MakerType, Webhook } from './schema.ts'

type Row = {
  id: string
  url: string
  description: string | null
  events: string[] | null
  enabled: boolean
  disabled_at: string | null
  disabled_reason: DisabledReason | null
  failing_since: string | null
  created_at: string
  updated_at: string
  made_by: MakerType
  maker_id: string | null
  maker_name: string | null
  gallery_id: string | null
  shop_connection_id: string | null
}

// Only the sender reads the secret, so no list can return it.
const columns = sql<Row>`w.id, w.url, w.description, w.events, w.enabled, w.disabled_at, w.disabled_reason,
  w.failing_since, w.created_at, w.updated_at, w.made_by, w.maker_id, w.gallery_id, w.shop_connection_id,
  case w.made_by when 'key' then (select k.name from api_keys k where k.id = w.maker_id)
       when 'connection' then (select g.client_name from oauth_grants g where g.id = w.maker_id) end as maker_name`

/** An endpoint stops when its creator loses access or its shop is disconnected. A nightly job deletes the row. */
const isOfSomebody = (tx: StoreTx) => sql`
  (w.maker_id is null or app.is_maker_active(w.made_by, w.maker_id, w.store_env_id, ${tx.now}))
  and (w.shop_connection_id is null
       or exists (select from shop_connections c
                   where c.store_env_id = ${tx.storeEnvId} and c.id = w.shop_connection_id and c.status <> 'removed'))`

/** Leaves out galleries' own webhooks, which the gallery shows, and plugins' hooks, which the shop shows. */
const isOfStore = sql.raw('w.gallery_id is null and w.shop_connection_id is null')

/** `eventNames` lists all kinds, for a webhook subscribed to every kind. */
export const toWebhook = (row: Row, eventNames: readonly string[]): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events ?? [...eventNames],
  allEvents: row.events === null,
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  disabledAt: row.disabled_at,
  failingSince: row.failing_since,
  connectionId: row.made_by === 'connection' ? row.maker_id : null,
  madeBy: { type: row.made_by, id: row.maker_id, name: row.maker_name },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export const list = async (
  tx: StoreTx,
  request: PageRequest,
  eventNames: readonly string[],
): Promise<Page<Webhook>> => {
  const rows = await tx.all<Row>(sql`
    select ${columns} from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and ${isOfStore} and ${isOfSomebody(tx)} order by w.created_at desc, w.id desc`)
  return pageOfAll(
    rows,
    request,
    ({ created_at: at, id }) => ({ at, id }),
    (row) => toWebhook(row, eventNames),
  )
}

export const find = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and ${isOfStore} and ${isOfSomebody(tx)}`)

export const findAny = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and ${isOfSomebody(tx)}`)

export type LockedWebhook = Row & { missed_from: number | null }

export const lock = (tx: StoreTx, id: string) =>
  tx.first<LockedWebhook>(sql`
    select ${columns}, w.missed_from from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and ${isOfStore} and ${isOfSomebody(tx)} for update of w`)

export const lockAny = (tx: StoreTx, id: string) =>
  tx.first<LockedWebhook>(sql`
    select ${columns}, w.missed_from from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and ${isOfSomebody(tx)} for update of w`)

export type OfGallery = Pick<
  LockedWebhook,
  'id' | 'url' | 'enabled' | 'disabled_reason' | 'missed_from' | 'made_by' | 'maker_id'
> & {
  is_active: boolean
}

export const lockOfGallery = (tx: StoreTx, galleryId: string) =>
  tx.first<OfGallery>(sql`
    select w.id, w.url, w.enabled, w.disabled_reason, w.missed_from, w.made_by, w.maker_id, (${isOfSomebody(tx)}) as is_active
      from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.gallery_id = ${galleryId} for update of w`)

export const count = async (tx: StoreTx): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and ${isOfStore} and ${isOfSomebody(tx)}`)
  return row?.count ?? 0
}

export type NewEndpoint = {
  id: string
  url: string
  description: string | null
  events: string[] | null
  secret: Buffer
  maker: Maker
  galleryId: string | null
  shopConnectionId?: string
}

export const insert = (tx: StoreTx, row: NewEndpoint) =>
  tx.run(sql`
    insert into webhook_endpoints (store_env_id, id, url, description, events, secret, enabled, made_by, maker_id, gallery_id,
                                   shop_connection_id, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.url}, ${row.description}, ${row.events}::text[], ${row.secret}, true, ${row.maker.type},
            ${row.maker.id}, ${row.galleryId}, ${row.shopConnectionId ?? null}, ${tx.now}, ${tx.now})`)

export type OfShop = Pick<LockedWebhook, 'id' | 'url' | 'enabled' | 'missed_from'>

export const lockOfShop = (tx: StoreTx, connectionId: string) =>
  tx.first<OfShop>(sql`
    select w.id, w.url, w.enabled, w.missed_from from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.shop_connection_id = ${connectionId} for update of w`)

export const update = (
  tx: StoreTx,
  id: string,
  row: { url: string; description: string | null; events: string[] | null },
) =>
  tx.run(sql`
    update webhook_endpoints w
       set url = ${row.url}, description = ${row.description}, events = ${row.events}::text[], updated_at = ${tx.now}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

/** The new URL is a different receiver, so it gets a different secret. */
export const updateReceiver = (tx: StoreTx, id: string, row: { url: string; secret: Buffer }) =>
  tx.run(sql`
    update webhook_endpoints w set url = ${row.url}, secret = ${row.secret}, updated_at = ${tx.now}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const updateMaker = (tx: StoreTx, id: string, maker: Maker) =>
  tx.run(sql`
    update webhook_endpoints w set made_by = ${maker.type}, maker_id = ${maker.id}, updated_at = ${tx.now}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const updateDisabled = (tx: StoreTx, id: string, reason: DisabledReason, missedFrom: number) =>
  tx.run(sql`
    update webhook_endpoints w
       set enabled = false, disabled_at = ${tx.now}, disabled_reason = ${reason}, missed_from = ${missedFrom}, updated_at = ${tx.now}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const updateEnabled = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update webhook_endpoints w
       set enabled = true, disabled_at = null, disabled_reason = null, missed_from = null, failing_since = null, updated_at = ${tx.now}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const updateFailingSince = (tx: StoreTx, id: string, since: Date | null) =>
  tx.run(sql`
    update webhook_endpoints w set failing_since = ${since}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const deleteEndpoint = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from webhook_endpoints w where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

export const lockDisconnected = (tx: StoreTx) =>
  tx.all<{ id: string; url: string; made_by: MakerType }>(sql`
    select w.id, w.url, w.made_by from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and not (${isOfSomebody(tx)}) for update of w`)

export const listPresent = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      select w.id from webhook_endpoints w where w.store_env_id = ${tx.storeEnvId} and w.id = any(${ids}::uuid[])`)
  ).map(({ id }) => id)

export type Subscriber = { id: string; events: string[] | null; gallery_id: string | null }

const isSubscribed = (tx: StoreTx, events: readonly string[]) => sql`
  w.store_env_id = ${tx.storeEnvId} and w.enabled and (w.events is null or w.events && ${events}::text[]) and ${isOfSomebody(tx)}`

export const selectSubscribed = (tx: StoreTx, events: readonly string[]) => sql<Subscriber>`
    select w.id, w.events, w.gallery_id from webhook_endpoints w where ${isSubscribed(tx, events)} order by w.id`

/** Restarts the transaction if a subscriber exists. */
export const requireNobodySubscribed = (tx: StoreTx, events: readonly string[]) =>
  sql`select app.start_over() from webhook_endpoints w where ${isSubscribed(tx, events)} limit 1`

export type SenderFacts = {
  url: string
  secret: Buffer
  enabled: boolean
  failing_since: string | null
  made_by: MakerType
  shop_connection_id: string | null
}

export const findForSender = (tx: StoreTx, id: string) =>
  tx.first<SenderFacts>(sql`
    select w.url, w.secret, w.enabled, w.failing_since, w.made_by, w.shop_connection_id from webhook_endpoints w
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and ${isOfSomebody(tx)}`)

export const hasEndpointsOrDeliveries = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one where exists (select from webhook_endpoints w where w.store_env_id = ${tx.storeEnvId})
       or exists (select from webhook_deliveries d where d.store_env_id = ${tx.storeEnvId})`)) !== undefined
