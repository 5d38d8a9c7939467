// SQL of received webhooks. Ids begin with the time of arrival, so they sort the list and find old rows.
import type { PlatformName } from '#integrations/shops/shop.ts'
import { decodeCursor, fetchLimit, fetchWithTotal, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, type Query, sql } from '#platform/db/query.ts'
import { computeFirstId } from '#platform/values/ids.ts'
import type { StoredWebhook } from './rules.ts'
import type { InboundWebhook, State, WebhookFilters } from './schema.ts'

export type FoundConnection = { connectionId: string; storeEnvId: string; organizationId: string }

/** Lists stores with a connection that has this id or this shop address. Runs before the tenant is known. */
export const findShops = (
  platform: string,
  by: { connectionId: string } | { address: string },
): Query<FoundConnection> => {
  const [id, address] = 'connectionId' in by ? [by.connectionId, null] : [null, by.address]
  return sql<FoundConnection>`
    select connection_id as "connectionId", store_env_id as "storeEnvId", organization_id as "organizationId"
      from app.find_shops(${platform}, ${id}::uuid, ${address})`
}

export type Insert = StoredWebhook & {
  id: string
  connectionId: string
  platform: PlatformName
  body: Buffer
  people: readonly Buffer[]
}

/** Runs as one statement: duplicates are counted, and each buyer is linked once. */
export const insert = (tx: StoreTx, row: Insert): Query<{ isNew: boolean }> => sql<{ isNew: boolean }>`
  with stored as (
    insert into inbound_webhooks (store_env_id, id, connection_id, platform, topic, delivery_id, repeat_key, resource_id, body,
                                  state, due_at, occurred_at, received_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.connectionId}, ${row.platform}, ${row.topic}, ${row.deliveryId},
            ${row.repeatKey}, ${row.resourceId}, ${row.body}, 'received', ${tx.now}, ${row.occurredAt}, ${tx.now})
    on conflict on constraint inbound_webhooks_once do update set duplicates = inbound_webhooks.duplicates + 1
    returning id),
  named as (
    insert into inbound_webhook_people (store_env_id, person, webhook_id)
    select ${tx.storeEnvId}, p.person, s.id from stored s, unnest(${[...row.people]}::bytea[]) p(person) where s.id = ${row.id}::uuid
    returning 1)
  select s.id = ${row.id}::uuid as "isNew" from stored s`

type Row = {
  id: string
  connection_id: string
  platform: PlatformName
  topic: string
  delivery_id: string | null
  resource_id: string | null
  state: State
  error: string | null
  attempts: number
  duplicates: number
  occurred_at: string | null
  received_at: string
  processed_at: string | null
}

const columns = sql<Row>`
  w.id, w.connection_id, w.platform, w.topic, w.delivery_id, w.resource_id, w.state, w.error, w.attempts, w.duplicates,
  w.occurred_at, w.received_at, w.processed_at`

export const toWebhook = (row: Row): InboundWebhook => ({
  id: row.id,
  connectionId: row.connection_id,
  platform: row.platform,
  topic: row.topic,
  deliveryId: row.delivery_id,
  resourceId: row.resource_id,
  state: row.state,
  error: row.error,
  attempts: row.attempts,
  duplicates: row.duplicates,
  occurredAt: row.occurred_at,
  receivedAt: row.received_at,
  processedAt: row.processed_at,
})

/** Sorts by id, which is the order of arrival. The primary key serves the list and its time filters. */
export async function list(tx: StoreTx, request: WebhookFilters) {
  const position = decodeCursor(request.cursor)
  const { state, topic, connectionId, receivedAfter, receivedBefore } = request
  const conditions = sql.join(
    [
      sql`w.store_env_id = ${tx.storeEnvId}`,
      // The state is inlined, because a parameter would hide the matching partial index from the planner.
      ...(state === undefined ? [] : [equalsAny('w.state', state)]),
      ...(topic === undefined ? [] : [sql`w.topic = ${topic}`]),
      ...(connectionId === undefined ? [] : [sql`w.connection_id = ${connectionId}`]),
      ...(receivedAfter === undefined ? [] : [sql`w.id >= ${computeFirstId(Date.parse(receivedAfter) + 1)}::uuid`]),
      ...(receivedBefore === undefined ? [] : [sql`w.id < ${computeFirstId(Date.parse(receivedBefore))}::uuid`]),
    ],
    sql` and `,
  )
  const from = sql`inbound_webhooks w where ${conditions}`
  const beyond = position ? sql`and w.id < ${position.id}::uuid` : sql``
  const { rows, total } = await fetchWithTotal<Row>(tx, request, {
    page: sql<Row>`select ${columns} from ${from} ${beyond} order by w.id desc limit ${fetchLimit(request)}`,
    order: sql`p.id desc`,
    count: sql`(select count(*) from ${from})`,
  })
  return toPage(rows, request, ({ received_at: at, id }) => ({ at, id }), toWebhook, total)
}

export const find = (tx: StoreReads, id: string) =>
  tx.first<Row & { body: Buffer | null }>(sql`
    select ${columns}, w.body from inbound_webhooks w where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}`)

/** Makes the webhook due now, with all attempts left. If a run is processing the webhook, the run loses its claim. */
export const updateAgain = (tx: StoreTx, id: string) =>
  tx.first<Row & { hasBody: boolean }>(sql`
    update inbound_webhooks w
       set state = case when w.body is null then w.state else 'received' end,
           error = case when w.body is null then w.error end, attempts = case when w.body is null then w.attempts else 0 end,
           due_at = ${tx.now}, leased_by = null,
           processed_at = case when w.body is null then w.processed_at end
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}
    returning ${columns}, w.body is not null as "hasBody"`)

export type ClaimedWebhook = {
  id: string
  connectionId: string
  platform: PlatformName
  topic: string
  resourceId: string | null
  body: Buffer | null
  attempts: number
  occurredAt: string | null
}

/** Claimed rows are due again when the lease expires. The batch is small, because one body may have five megabytes. */
export const claim = (tx: StoreTx, holder: string, until: Date, limit: number) =>
  tx.all<ClaimedWebhook>(sql`
    with due as (
      select w.id from inbound_webhooks w
       where w.store_env_id = ${tx.storeEnvId} and w.state = 'received' and w.due_at <= ${tx.now}
       order by w.due_at, w.id limit ${limit} for update skip locked)
    update inbound_webhooks w set due_at = ${until}, leased_by = ${holder}, attempts = w.attempts + 1
      from due
     where w.store_env_id = ${tx.storeEnvId} and w.id = due.id
    returning w.id, w.connection_id as "connectionId", w.platform, w.topic, w.resource_id as "resourceId", w.body, w.attempts,
              w.occurred_at as "occurredAt"`)

/** Extends the holder's lease. Returns how many rows the holder still had claimed. */
export const extend = (tx: StoreTx, ids: readonly string[], holder: string, until: Date) =>
  tx.run(sql`
    update inbound_webhooks w set due_at = ${until}
     where w.store_env_id = ${tx.storeEnvId} and w.id = any(${ids}::uuid[]) and w.leased_by = ${holder}`)

/** Returns how many rows the holder still had claimed. Erased rows and rows of another run are not counted. */
export const updateSettled = (
  tx: StoreTx,
  ids: readonly string[],
  holder: string,
  { state, error }: { state: 'processed' | 'ignored' | 'failed'; error: string | null },
) =>
  tx.run(sql`
    update inbound_webhooks w
       set state = ${state}, error = ${error}, due_at = null, leased_by = null,
           processed_at = case when ${state}::text = 'failed' then null else ${tx.now}::timestamptz end
     where w.store_env_id = ${tx.storeEnvId} and w.id = any(${ids}::uuid[]) and w.leased_by = ${holder}`)

export const updateWaiting = (
  tx: StoreTx,
  id: string,
  holder: string,
  { until, error }: { until: Date; error: string },
) =>
  tx.run(sql`
    update inbound_webhooks w set due_at = ${until}, leased_by = null, error = ${error}
     where w.store_env_id = ${tx.storeEnvId} and w.id = ${id} and w.leased_by = ${holder}`)

export const release = (tx: StoreTx, ids: readonly string[], holder: string) =>
  tx.run(sql`
    update inbound_webhooks w set due_at = ${tx.now}, leased_by = null, attempts = w.attempts - 1
     where w.store_env_id = ${tx.storeEnvId} and w.id = any(${ids}::uuid[]) and w.leased_by = ${holder}`)

export async function findNextDue(tx: StoreTx): Promise<Date | null> {
  const row = await tx.first<{ due_at: string | null }>(sql`
    select w.due_at from inbound_webhooks w
     where w.store_env_id = ${tx.storeEnvId} and w.state = 'received' order by w.due_at, w.id limit 1`)
  return row?.due_at ? new Date(row.due_at) : null
}

const erased = 'The content was erased.'

/** Also settles webhooks that wait to be processed. If a run is processing such a webhook, the run loses its claim. */
const withoutBody = sql`
  body = null, state = case when w.state = 'received' then 'ignored' else w.state end,
  error = case when w.state = 'received' then ${sql.lit(erased)} else w.error end,
  due_at = case when w.state = 'received' then null else w.due_at end, leased_by = null`

export const eraseOfPerson = async (tx: StoreTx, email: string, person: Buffer): Promise<number> => {
  const found = await tx.all<{ id: string }>(sql`
    select p.webhook_id as id from inbound_webhook_people p where p.store_env_id = ${tx.storeEnvId} and p.person = ${person}
    union
    select w.id from orders o
      join inbound_webhooks w on w.store_env_id = ${tx.storeEnvId} and w.resource_id = o.platform_order_id and w.body is not null
     where o.store_env_id = ${tx.storeEnvId} and o.email = ${email}`)
  return eraseBodies(
    tx,
    found.map(({ id }) => id),
  )
}

export async function eraseBodies(tx: StoreTx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const sorted = [...ids].sort()
  await tx.run(sql`
    select from inbound_webhooks w where w.store_env_id = ${tx.storeEnvId} and w.id = any(${sorted}::uuid[]) order by w.id for update`)
  await tx.run(sql`
    delete from inbound_webhook_people p where p.store_env_id = ${tx.storeEnvId} and p.webhook_id = any(${sorted}::uuid[])`)
  return tx.run(sql`
    update inbound_webhooks w set ${withoutBody}
     where w.store_env_id = ${tx.storeEnvId} and w.id = any(${sorted}::uuid[]) and w.body is not null`)
}

export const listOfResources = (tx: StoreTx, resourceIds: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select w.id from inbound_webhooks w
     where w.store_env_id = ${tx.storeEnvId} and w.resource_id = any(${resourceIds}::text[]) and w.body is not null`)

/**
 * Lists rows with a body, sorted by id. The next page begins after the last row. With `connectionId`, lists only rows
 * of that connection that are no longer `received`, because processing handles the `received` ones.
 */
export const listWithBody = (
  tx: StoreTx,
  { after, before, connectionId }: { after: string; before: string; connectionId?: string },
  limit: number,
) =>
  tx.all<{ id: string }>(sql`
    select w.id from inbound_webhooks w
     where w.store_env_id = ${tx.storeEnvId} and w.id > ${after} and w.id < ${before} and w.body is not null
       ${connectionId === undefined ? sql`` : sql`and w.connection_id = ${connectionId} and w.state <> 'received'`}
     order by w.id limit ${limit}`)

export const deleteBefore = (tx: StoreTx, boundary: string, limit: number) =>
  tx.run(sql`
    delete from inbound_webhooks w
     where w.store_env_id = ${tx.storeEnvId}
       and w.id = any(array(select o.id from inbound_webhooks o
                     where o.store_env_id = ${tx.storeEnvId} and o.id < ${boundary} order by o.id limit ${limit}))`)

export type OfPerson = {
  id: string
  platform: string
  topic: string
  resourceId: string | null
  receivedAt: string
  body: Buffer
}

export const listOfPerson = (tx: StoreReads, email: string, person: Buffer, limit: number) =>
  tx.all<OfPerson>(sql`
    select w.id, w.platform, w.topic, w.resource_id as "resourceId", w.received_at as "receivedAt", w.body
      from inbound_webhooks w
     where w.store_env_id = ${tx.storeEnvId} and w.body is not null
       and w.id in (
         select p.webhook_id from inbound_webhook_people p where p.store_env_id = ${tx.storeEnvId} and p.person = ${person}
         union
         select n.id from orders o
           join inbound_webhooks n on n.store_env_id = ${tx.storeEnvId} and n.resource_id = o.platform_order_id and n.body is not null
          where o.store_env_id = ${tx.storeEnvId} and o.email = ${email})
     order by w.id desc limit ${limit}`)

export const hasWebhooks = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`select 1 as one from inbound_webhooks w where w.store_env_id = ${tx.storeEnvId} limit 1`)) !==
  undefined
