import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { Comparison, Kind, Status } from './schema.ts'

export type Row = {
  id: string
  kind: Kind
  status: Status
  statusReason: string | null
  credentials: Buffer | null
  account: string | null
  place: Record<string, string | boolean>
  pausedUntil: string | null
  mustWait: boolean
  failures: number
  compareAt: string | null
  lastComparison: Comparison | null
  notifiedAt: string | null
  createdAt: string
  updatedAt: string
}

const columns = sql<Row>`
  d.id, d.kind, d.status, d.status_reason as "statusReason", d.credentials, d.account, d.place, d.paused_until as "pausedUntil",
  d.must_wait as "mustWait", d.failures, d.compare_at as "compareAt", d.last_comparison as "lastComparison",
  d.notified_at as "notifiedAt", d.created_at as "createdAt", d.updated_at as "updatedAt"`

export const list = (tx: StoreReads) =>
  tx.all<Row>(sql`
    select ${columns} from destinations d where d.store_env_id = ${tx.storeEnvId} order by d.created_at desc, d.id desc`)

export const find = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`select ${columns} from destinations d where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export const lock = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from destinations d where d.store_env_id = ${tx.storeEnvId} and d.id = ${id} for update`)

export const hasAny = async (tx: StoreReads): Promise<boolean> => {
  const row = await tx.first<{ any: boolean }>(sql`
    select exists (select from destinations d where d.store_env_id = ${tx.storeEnvId}) as any`)
  return row?.any === true
}

export const hasKind = async (tx: StoreTx, kind: Kind): Promise<boolean> => {
  const row = await tx.first<{ any: boolean }>(sql`
    select exists (select from destinations d where d.store_env_id = ${tx.storeEnvId} and d.kind = ${kind}) as any`)
  return row?.any === true
}

export type KnownDestination = { id: string; kind: Kind; isRemoving: boolean }

/** Runs in the round trip of other subscribers' queries, for every change of a review. */
export const listKnown = (tx: StoreReads): Query<KnownDestination> =>
  sql<KnownDestination>`
    select d.id, d.kind, d.status = 'removing' as "isRemoving" from destinations d
     where d.store_env_id = ${tx.storeEnvId} order by d.id`

export type NewRow = {
  id: string
  kind: Kind
  status: Status
  statusReason: string | null
  credentials: Buffer | null
  account: string | null
  place: Record<string, string | boolean>
}

export const insert = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    insert into destinations (store_env_id, id, kind, status, status_reason, credentials, account, place, compare_at, created_at,
                              updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.kind}, ${row.status}, ${row.statusReason}, ${row.credentials}, ${row.account},
            ${JSON.stringify(row.place)}::jsonb, ${tx.now}, ${tx.now}, ${tx.now})
    on conflict (store_env_id, kind) do nothing`)

/** Also ends a pause, because a person resumed the destination or a call succeeded. */
export const updateStatus = (tx: StoreTx, id: string, status: Status, reason: string | null) =>
  tx.run(sql`
    update destinations d
       set status = ${status}, status_reason = ${reason}, paused_until = null, must_wait = false, failures = 0,
           updated_at = ${tx.now}
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export const updateCredentials = (tx: StoreTx, id: string, credentials: Buffer, account: string) =>
  tx.run(sql`
    update destinations d set credentials = ${credentials}, account = ${account}, updated_at = ${tx.now}
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export const updatePlace = (tx: StoreTx, id: string, place: Record<string, string | boolean>) =>
  tx.run(sql`
    update destinations d set place = ${JSON.stringify(place)}::jsonb
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export const deleteDestination = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from destinations d where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export type Round = { failures: number; pausedUntil: Date | null; mustWait: boolean }

export const updateAfterRound = (tx: StoreTx, id: string, { failures, pausedUntil, mustWait }: Round) =>
  tx.run(sql`
    update destinations d
       set failures = ${failures}, paused_until = ${pausedUntil}::timestamptz, must_wait = ${mustWait}
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export const updateNotified = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update destinations d set notified_at = ${tx.now} where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

/** Removals do not wait for a pause after failed calls, but only for a time that the platform named. */
export const clearOwnPause = (tx: StoreTx) =>
  tx.sendAlong(sql`
    update destinations d set paused_until = null
     where d.store_env_id = ${tx.storeEnvId} and not d.must_wait and d.paused_until is not null`)

export const lease = (tx: StoreTx, holder: string, until: Date) =>
  tx.all<Row>(sql`
    update destinations d set leased_by = ${holder}, leased_until = ${until}
     where d.store_env_id = ${tx.storeEnvId} and (d.paused_until is null or d.paused_until <= ${tx.now})
       and (d.leased_until is null or d.leased_until <= ${tx.now})
       and exists (select from destination_items i
                    where i.store_env_id = ${tx.storeEnvId} and i.destination_id = d.id and i.due_at <= ${tx.now})
    returning ${columns}`)

export const extendLeases = async (tx: StoreTx, holder: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update destinations d set leased_until = ${until}
     where d.store_env_id = ${tx.storeEnvId} and d.leased_by = ${holder}`)) > 0

export const extendLease = (tx: StoreTx, id: string, holder: string, until: Date) =>
  tx.first<Row>(sql`
    update destinations d set leased_until = ${until}
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id} and d.leased_by = ${holder}
    returning ${columns}`)

export const release = (tx: StoreTx, id: string, holder: string) =>
  tx.run(sql`
    update destinations d set leased_by = null, leased_until = null
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id} and d.leased_by = ${holder}`)

export const requestComparison = (tx: StoreTx, id: string | null) =>
  tx.run(sql`
    update destinations d set compare_at = ${tx.now}
     where d.store_env_id = ${tx.storeEnvId} and d.status <> 'removing' and (${id}::uuid is null or d.id = ${id})`)

export const claimComparison = (tx: StoreTx, holder: string, until: Date) =>
  tx.first<Row>(sql`
    update destinations d set compared_by = ${holder}, compared_until = ${until}
     where d.store_env_id = ${tx.storeEnvId} and d.id = (
       select c.id from destinations c
        where c.store_env_id = ${tx.storeEnvId} and c.compare_at <= ${tx.now}
          and (c.compared_until is null or c.compared_until <= ${tx.now})
        order by c.compare_at, c.id limit 1 for update skip locked)
    returning ${columns}`)

export const extendComparison = async (tx: StoreTx, id: string, holder: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update destinations d set compared_until = ${until}
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id} and d.compared_by = ${holder}`)) > 0

/** `after` is the time of the next try. Null if the comparison ended. */
export const endComparison = (
  tx: StoreTx,
  id: string,
  { result, after }: { result: Comparison | null; after: Date | null },
) =>
  tx.run(sql`
    update destinations d
       set compared_by = null, compared_until = null, compare_at = ${after}::timestamptz,
           last_comparison = coalesce(${result === null ? null : JSON.stringify(result)}::jsonb, d.last_comparison)
     where d.store_env_id = ${tx.storeEnvId} and d.id = ${id}`)

export const findNextComparison = async (tx: StoreTx): Promise<Date | null> => {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(greatest(d.compare_at, d.compared_until)) as at from destinations d where d.store_env_id = ${tx.storeEnvId}`)
  return row?.at ? new Date(row.at) : null
}

export type Surroundings = { isFeedEnabled: boolean; missesShopScope: boolean }

export async function hasReviewFeed(tx: StoreTx): Promise<boolean> {
  const row = await tx.first<{ any: boolean }>(sql`
    select exists (select from review_feeds f where f.store_env_id = ${tx.storeEnvId}) as any`)
  return row?.any === true
}
