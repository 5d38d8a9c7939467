import { listNewest, type Page } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import type { DueOperation, Item, ItemQuery, State } from './schema.ts'

type ItemRow = {
  id: string
  destination_id: string
  subject_id: string
  product_id: string | null
  external_id: string | null
  state: State
  operation: DueOperation | null
  reason: string | null
  message: string | null
  sent_at: string | null
  confirmed_at: string | null
  created_at: string
  updated_at: string
}

const columns = sql<ItemRow>`
  i.id, i.destination_id, i.subject_id, i.product_id, i.external_id, i.state, i.operation, i.reason, i.message, i.sent_at,
  i.confirmed_at, i.created_at, i.updated_at`

/** The subject of a rating is its product. */
export const toItem = (row: ItemRow): Item => ({
  id: row.id,
  destinationId: row.destination_id,
  reviewId: row.product_id === row.subject_id ? null : row.subject_id,
  productId: row.product_id,
  state: row.state,
  operation: row.operation,
  reason: row.reason,
  message: row.message,
  externalId: row.external_id,
  sentAt: row.sent_at,
  confirmedAt: row.confirmed_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

type ItemFilter = Omit<ItemQuery, 'reviewId'> & { subjectId: string | undefined }

export const list = (
  tx: StoreTx,
  destinationId: string,
  { state = undefined, reason, subjectId, productId, ...query }: ItemFilter,
): Promise<Page<Item>> => {
  const matches = sql`
    destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
       and (${state ?? null}::text[] is null or i.state = any(${state ?? null}::text[]))
       and (${reason ?? null}::text is null or i.reason = ${reason ?? null})
       and (${subjectId ?? null}::uuid is null or i.subject_id = ${subjectId ?? null})
       and (${productId ?? null}::uuid is null or i.product_id = ${productId ?? null})`
  return listNewest(tx, query, { columns, from: matches, table: 'i' }, toItem)
}

export const listOfSubjects = (tx: StoreTx, subjectIds: readonly string[]) =>
  tx.all<ItemRow>(sql`
    select ${columns} from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.subject_id = any(${[...subjectIds]}::uuid[])`)

export type Counts = {
  destinationId: string
  queued: number
  accepted: number
  live: number
  refused: number
  removing: number
}

export const count = (tx: StoreTx) =>
  tx.all<Counts>(sql`
    select i.destination_id as "destinationId",
           count(*) filter (where i.state = 'queued') as queued, count(*) filter (where i.state = 'accepted') as accepted,
           count(*) filter (where i.state = 'live') as live, count(*) filter (where i.state = 'refused') as refused,
           count(*) filter (where i.operation = 'remove') as removing
      from destination_items i where i.store_env_id = ${tx.storeEnvId} group by i.destination_id`)

export type NewItem = {
  id: string
  destinationId: string
  subjectId: string
  productId: string | null
  /** A destination that fetches a file gets no calls, so its items are never due. */
  isPulled: boolean
}

/** Queues wanted items in one statement. Locks them in the order of their subjects to avoid deadlocks. */
export const upsertPuts = (tx: StoreTx, items: readonly NewItem[]) =>
  tx.run(sql`
    insert into destination_items (store_env_id, id, destination_id, subject_id, product_id, state, operation, due_at,
                                   created_at, updated_at)
    select ${tx.storeEnvId}, n.id, n.destination_id, n.subject_id, n.product_id, 'queued', 'put',
           case when n.is_pulled then null else ${tx.now}::timestamptz end, ${tx.now}, ${tx.now}
      from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ destinationId }) => destinationId)}::uuid[],
                  ${items.map(({ subjectId }) => subjectId)}::uuid[], ${items.map(({ productId }) => productId)}::uuid[],
                  ${items.map(({ isPulled }) => isPulled)}::boolean[])
        as n(id, destination_id, subject_id, product_id, is_pulled)
     order by n.subject_id, n.destination_id
    on conflict (store_env_id, destination_id, subject_id) do update
       set operation = 'put', due_at = excluded.due_at, product_id = excluded.product_id, attempts = 0,
           version = destination_items.version + 1, removal_since = null, updated_at = excluded.updated_at,
           state = case when destination_items.state = 'removed' then 'queued' else destination_items.state end`)

/**
 * Handles items of withdrawn subjects. Deletes those that were never sent, queues the removal of those that were, and
 * marks items of a fetched file as removed.
 */
export function queueRemovals(
  tx: StoreTx,
  of: { sent: readonly string[]; pulled: readonly string[] },
  subjectIds: readonly string[],
): void {
  const ids = [...subjectIds].sort()
  tx.sendAlong(sql`
    delete from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = any(${[...of.sent, ...of.pulled]}::uuid[])
       and i.subject_id = any(${ids}::uuid[]) and not i.may_be_there and i.state <> 'removed'`)
  tx.sendAlong(sql`
    update destination_items i
       set operation = 'remove', due_at = ${tx.now}, attempts = 0, version = i.version + 1,
           removal_since = coalesce(i.removal_since, ${tx.now}::timestamptz), updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = any(${[...of.sent]}::uuid[])
       and i.subject_id = any(${ids}::uuid[]) and i.may_be_there`)
  tx.sendAlong(sql`
    update destination_items i
       set state = 'removed', operation = null, due_at = null, may_be_there = false, version = i.version + 1,
           confirmed_at = null, reason = null, message = null, updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = any(${[...of.pulled]}::uuid[])
       and i.subject_id = any(${ids}::uuid[]) and i.may_be_there`)
}

/** Queues the removal of everything that the platform may show. Deletes all other items. */
export async function queueAllRemovals(tx: StoreTx, destinationId: string, isPulled: boolean): Promise<void> {
  await tx.run(sql`
    delete from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
       and (${isPulled}::boolean or not i.may_be_there)`)
  if (isPulled) return
  await tx.run(sql`
    update destination_items i
       set operation = 'remove', due_at = ${tx.now}, attempts = 0, version = i.version + 1,
           removal_since = coalesce(i.removal_since, ${tx.now}::timestamptz), updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}`)
}

export type DueItem = {
  id: string
  destinationId: string
  subjectId: string
  productId: string | null
  externalId: string | null
  state: State
  operation: DueOperation | null
  mayBeThere: boolean
  digest: Buffer | null
  version: number
  attempts: number
  confirmations: number
  removalSince: string | null
  reason: string | null
  message: string | null
  confirmedAt: string | null
}

const dueColumns = sql<DueItem>`
  i.id, i.destination_id as "destinationId", i.subject_id as "subjectId", i.product_id as "productId",
  i.external_id as "externalId", i.state, i.operation, i.may_be_there as "mayBeThere", i.digest, i.version, i.attempts,
  i.confirmations, i.removal_since as "removalSince", i.reason, i.message, i.confirmed_at as "confirmedAt"`

/** Locks due items of one operation, oldest first. Null selects items that are due for a check whether they arrived. */
export const lockDue = (tx: StoreTx, destinationId: string, operation: DueOperation | null, limit: number) =>
  tx.all<DueItem>(sql`
    select ${dueColumns} from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
       and ${operation === null ? sql`i.operation is null` : sql`i.operation = ${operation}`}
       and i.due_at <= ${tx.now} and (i.claimed_until is null or i.claimed_until <= ${tx.now})
     order by i.due_at, i.id limit ${limit} for update skip locked`)

export type Claim = { id: string; operation: DueOperation | null }

/**
 * Marks items before their calls. From then on the platform may have the items, with unknown content until the result
 * is recorded.
 */
export const claim = (tx: StoreTx, claims: readonly Claim[], until: Date) =>
  tx.run(sql`
    update destination_items i
       set claimed_until = ${until}, attempts = i.attempts + 1, operation = c.operation,
           may_be_there = i.may_be_there or c.operation is not distinct from 'put',
           digest = case when c.operation is not null then null else i.digest end,
           removal_since = case when c.operation = 'remove' then coalesce(i.removal_since, ${tx.now}::timestamptz) end,
           sent_at = case when c.operation is null then i.sent_at else ${tx.now}::timestamptz end
      from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ operation }) => operation)}::text[]) as c(id, operation)
     where i.store_env_id = ${tx.storeEnvId} and i.id = c.id`)

export const extendClaims = (tx: StoreTx, destinationIds: readonly string[], until: Date) =>
  tx.run(sql`
    update destination_items i set claimed_until = ${until}
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = any(${[...destinationIds]}::uuid[])
       and i.due_at is not null and i.claimed_until > ${tx.now}`)

export type Settlement = {
  id: string
  version: number
  state: State
  may_be_there: boolean
  external_id: string | null
  reason: string | null
  message: string | null
  digest: string | null
  confirmed_at: string | null
  confirmations: number
  /** The time of the next call or check. Null if nothing is due. */
  due_at: string | null
  operation: DueOperation | null
}

/** Records results. An item that changed during its call stays due. */
export const settle = (tx: StoreTx, settlements: readonly Settlement[]) =>
  tx.run(sql`
    update destination_items i
       set state = s.state, may_be_there = s.may_be_there, external_id = s.external_id, reason = s.reason, message = s.message,
           digest = decode(s.digest, 'hex'), confirmed_at = s.confirmed_at, confirmations = s.confirmations, claimed_until = null,
           operation = case when i.version = s.version then s.operation else i.operation end,
           due_at = case when i.version = s.version then s.due_at else coalesce(i.due_at, ${tx.now}::timestamptz) end,
           removal_since = case when i.version = s.version and s.operation is distinct from 'remove' then null else i.removal_since end,
           attempts = case when i.version = s.version and s.operation is null then 0 else i.attempts end,
           updated_at = ${tx.now}
      from json_to_recordset(${JSON.stringify(settlements)}::json)
        as s(id uuid, version int, state text, may_be_there boolean, external_id text, reason text, message text, digest text,
             confirmed_at timestamptz, confirmations int, due_at timestamptz, operation text)
     where i.store_env_id = ${tx.storeEnvId} and i.id = s.id`)

export const deleteItems = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    delete from destination_items i where i.store_env_id = ${tx.storeEnvId} and i.id = any(${[...ids]}::uuid[])`)

export const hasUnremoved = async (tx: StoreTx, destinationId: string): Promise<boolean> => {
  const row = await tx.first<{ any: boolean }>(sql`
    select exists (select from destination_items i
                    where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
                      and (i.may_be_there or i.operation is not null)) as any`)
  return row?.any === true
}

export type NextDue = { destinationId: string; removeAt: string | null; otherAt: string | null }

export const listNextDue = (tx: StoreTx) =>
  tx.all<NextDue>(sql`
    select d.id as "destinationId",
           (select min(greatest(i.due_at, i.claimed_until)) from destination_items i
             where i.store_env_id = ${tx.storeEnvId} and i.destination_id = d.id and i.operation = 'remove'
               and i.due_at is not null) as "removeAt",
           (select min(greatest(i.due_at, i.claimed_until)) from destination_items i
             where i.store_env_id = ${tx.storeEnvId} and i.destination_id = d.id and i.operation is distinct from 'remove'
               and i.due_at is not null) as "otherAt"
      from destinations d where d.store_env_id = ${tx.storeEnvId}`)

export const find = (tx: StoreTx, destinationId: string, id: string) =>
  tx.first<ItemRow>(sql`
    select ${columns} from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId} and i.id = ${id}`)

/** Sends a refused item again although its content did not change. */
export const updateRetried = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update destination_items i
       set operation = coalesce(i.operation, 'put'), due_at = ${tx.now}, attempts = 0, digest = null, version = i.version + 1,
           updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.id = ${id}`)

/** Sends items immediately that waited for a retry. */
export const updateDueNow = (tx: StoreTx, destinationId: string) =>
  tx.run(sql`
    update destination_items i set due_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId} and i.operation is not null
       and i.due_at > ${tx.now}`)

export const hasLateRemoval = async (tx: StoreTx, destinationId: string, before: Date): Promise<boolean> => {
  const row = await tx.first<{ any: boolean }>(sql`
    select exists (select from destination_items i
                    where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
                      and i.operation = 'remove' and i.due_at is not null and i.removal_since <= ${before}) as any`)
  return row?.any === true
}

/** An item for a comparison. `seenAt` is when the platform last listed it. */
export type ComparedItem = DueItem & { sentAt: string | null; seenAt: string | null }

const comparedColumns = sql<ComparedItem>`${dueColumns}, i.sent_at as "sentAt", i.seen_at as "seenAt"`

export const listCompared = (tx: StoreTx, destinationId: string, subjectIds: readonly string[]) =>
  tx.all<ComparedItem>(sql`
    select ${comparedColumns} from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
       and i.subject_id = any(${[...subjectIds]}::uuid[])`)

/** Lists items that the platform may have. With `queuedToo`, also those that wait for their first fetch. */
export const listThere = (
  tx: StoreTx,
  destinationId: string,
  { after, limit, queuedToo }: { after: string; limit: number; queuedToo: boolean },
) =>
  tx.all<ComparedItem>(sql`
    select ${comparedColumns} from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId} and i.subject_id > ${after}
       and (i.may_be_there or (${queuedToo}::boolean and i.state = 'queued'))
     order by i.subject_id limit ${limit}`)

export const updateSeen = (tx: StoreTx, ids: readonly string[], at: Date) =>
  tx.run(sql`
    update destination_items i set seen_at = ${at}
     where i.store_env_id = ${tx.storeEnvId} and i.id = any(${[...ids]}::uuid[])`)

export type AdoptedItem = {
  id: string
  subjectId: string
  productId: string | null
  externalId: string
  /** Null if the content at the platform is wrong, or should not be there. */
  digest: Buffer | null
  operation: DueOperation | null
}

/** Adds rows for our items at the platform that have none, for example after the database was restored. */
export const insertAdopted = (tx: StoreTx, destinationId: string, items: readonly AdoptedItem[], at: Date) =>
  tx.run(sql`
    insert into destination_items (store_env_id, id, destination_id, subject_id, product_id, external_id, state, operation,
                                   may_be_there, digest, due_at, removal_since, seen_at, created_at, updated_at)
    select ${tx.storeEnvId}, n.id, ${destinationId}, n.subject_id, n.product_id, n.external_id, 'live', n.operation, true,
           decode(n.digest, 'hex'), case when n.operation is null then null else ${tx.now}::timestamptz end,
           case when n.operation = 'remove' then ${tx.now}::timestamptz end, ${at}, ${tx.now}, ${tx.now}
      from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ subjectId }) => subjectId)}::uuid[],
                  ${items.map(({ productId }) => productId)}::uuid[], ${items.map(({ externalId }) => externalId)}::text[],
                  ${items.map(({ digest }) => digest?.toString('hex') ?? null)}::text[],
                  ${items.map(({ operation }) => operation)}::text[])
        as n(id, subject_id, product_id, external_id, digest, operation)
     order by n.subject_id
    on conflict (store_env_id, destination_id, subject_id) do nothing`)

/** Sends again items that are missing or different at the platform, although we sent the same content before. */
export const updateSentAgain = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update destination_items i
       set operation = 'put', due_at = ${tx.now}, digest = null, attempts = 0, version = i.version + 1, updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.id = any(${[...ids]}::uuid[])`)

/** Records that a complete fetch contained these reviews. */
export const updateFetched = (tx: StoreTx, destinationId: string, subjectIds: readonly string[]) =>
  tx.run(sql`
    update destination_items i
       set state = 'accepted', operation = null, may_be_there = true, sent_at = ${tx.now}, updated_at = ${tx.now}
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
       and i.subject_id = any(${[...subjectIds]}::uuid[]) and (i.operation = 'put' or i.state <> 'accepted')`)

/** Returns the ids of the given reviews that an earlier fetch contained. */
export const listFetched = async (tx: StoreReads, destinationId: string, subjectIds: readonly string[]) => {
  const rows = await tx.all<{ id: string }>(sql`
    select i.subject_id as id from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.destination_id = ${destinationId}
       and i.subject_id = any(${[...subjectIds]}::uuid[]) and i.state = 'accepted'`)
  return new Set(rows.map(({ id }) => id))
}

export const deleteOldRemoved = (tx: StoreTx, before: Date, limit: number) =>
  tx.run(sql`
    delete from destination_items i
     where i.store_env_id = ${tx.storeEnvId} and i.id in (
       select o.id from destination_items o
        where o.store_env_id = ${tx.storeEnvId} and o.state = 'removed' and o.operation is null and o.updated_at < ${before}
        limit ${limit})`)

export const listRatedAmong = (tx: StoreTx, productIds: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select p.id from products p
     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${[...productIds].sort()}::uuid[])
       and exists (select from reviews r
                    where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id and r.status = 'approved'
                      and ${isAveraged})
     order by p.id`)

export const listReviewed = (tx: StoreTx, platformIds: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select p.id from products p
     where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = any(${[...platformIds]}::text[])
       and exists (select from reviews r
                    where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id and r.status = 'approved'
                      and ${isAveraged})
     order by p.id`)

/** Reads one row more than the limit, to see whether there are more. */
export const listShown = (tx: StoreTx, productIds: readonly string[], limit: number) =>
  tx.all<{ reviewId: string; productId: string; isShown: boolean }>(sql`
    select r.id as "reviewId", r.product_id as "productId", true as "isShown" from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.product_id = any(${[...productIds]}::uuid[]) and r.status = 'approved'
     order by r.product_id, r.rating, r.submitted_at desc, r.id desc limit ${limit + 1}`)
