// The queue of one endpoint: when its next delivery is due, and which process sends it. The table is named `webhook_lanes`.
import type { StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type LeasedQueue = { store_env_id: string; organization_id: string; endpoint_id: string; failures: number }

/**
 * Only for the sender's records: if a database crash loses them, deliveries are sent again, which the contract allows.
 */
export const relaxCommit = (tx: StoreTx | SystemTx) => tx.run(sql`set local synchronous_commit = off`)

/** If a lease or pause is longer than any that we write, it was written before the clock was set back. */
const implausibleMs = 300_000
const longestPauseMs = 2 * 3_600_000

const ahead = (now: Date, ms: number) => new Date(now.getTime() + ms)

const isFree = (now: Date) => sql`
  l.due_at <= ${now}
  and (l.leased_until is null or l.leased_until <= ${now} or l.leased_until > ${ahead(now, implausibleMs)})
  and (l.paused_until is null or l.paused_until <= ${now} or l.paused_until > ${ahead(now, longestPauseMs)})`

/** Ranks only the oldest due queues: ranking 50,000 queues took 700 ms on a busy machine, 28 November 2026. */
const candidates = 5_000

export type LeasePlaces = {
  limit: number
  ofOrganization: number
  held: ReadonlyMap<string, number>
}

/**
 * Excludes an organization that has reached its share, so its queues do not hide others. The locking query repeats the
 * condition, because another sender may have leased a queue. The CTE is materialized, because a join could exceed the
 * limit.
 */
export function lease(tx: SystemTx, sender: string, until: Date, { limit, ofOrganization, held }: LeasePlaces) {
  const full = [...held].flatMap(([organization, queues]) => (queues >= ofOrganization ? organization : []))
  return tx.all<LeasedQueue>(sql`
    with oldest as materialized (
      select l.store_env_id, l.endpoint_id, l.organization_id, l.due_at from webhook_lanes l
       where ${isFree(tx.now)} and l.organization_id <> all(${full}::uuid[]) order by l.due_at limit ${candidates}),
    due as (
      select o.*, row_number() over (
               partition by o.organization_id, o.store_env_id order by o.due_at, o.endpoint_id) as turn_in_store
        from oldest o),
    ranked as (
      select d.store_env_id, d.endpoint_id, d.due_at,
             coalesce(h.queues, 0) + row_number() over (
               partition by d.organization_id order by d.turn_in_store, d.due_at, d.endpoint_id) as turn
        from due d
        left join unnest(${[...held.keys()]}::uuid[], ${[...held.values()]}::int[]) as h(organization_id, queues)
          on h.organization_id = d.organization_id),
    free as materialized (
      select l.store_env_id, l.endpoint_id
        from ranked r join webhook_lanes l on l.store_env_id = r.store_env_id and l.endpoint_id = r.endpoint_id
       where r.turn <= ${ofOrganization} and ${isFree(tx.now)}
       order by r.turn, r.due_at limit ${limit} for update of l skip locked)
    update webhook_lanes t
       set leased_by = ${sender}, leased_until = ${until}, paused_until = null
      from free
     where t.store_env_id = free.store_env_id and t.endpoint_id = free.endpoint_id
    returning t.store_env_id, t.organization_id, t.endpoint_id, t.failures`)
}

/** Null when no queue becomes free before `until`. Queues that are free already do not count. */
export const findNextFree = (tx: SystemTx, until: Date) =>
  tx.first<{ at: string | null }>(sql`
    select min(greatest(l.due_at, l.leased_until, l.paused_until)) as at from webhook_lanes l
     where l.due_at <= ${until} and greatest(l.due_at, l.leased_until, l.paused_until) > ${tx.now}`)

export const updateLeases = (tx: SystemTx, sender: string, held: readonly string[], until: Date) =>
  tx.run(sql`
    update webhook_lanes l
       set leased_until = case when l.endpoint_id = any(${held}::uuid[]) then ${until}::timestamptz else ${tx.now}::timestamptz end
     where l.leased_by = ${sender}`)

export const backlog = (tx: SystemTx) =>
  tx.first<{ queues: number; pending: number; oldest_at: string | null }>(sql`
    select count(*) as queues, coalesce(sum(l.pending), 0)::bigint as pending, min(l.oldest_at) as oldest_at
      from webhook_lanes l where l.due_at is not null`)

export const insert = (tx: StoreTx, endpointId: string) =>
  tx.run(sql`
    insert into webhook_lanes (store_env_id, endpoint_id, organization_id)
    values (${tx.storeEnvId}, ${endpointId}, ${tx.organizationId})`)

export const deleteQueue = (tx: StoreTx, endpointId: string) =>
  tx.run(sql`
    delete from webhook_lanes l
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId} and l.endpoint_id = ${endpointId}`)

export const listEndpoints = async (tx: StoreTx): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      select l.endpoint_id as id from webhook_lanes l
       where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId}`)
  ).map(({ id }) => id)

export const deleteQueues = (tx: StoreTx, endpointIds: readonly string[]) =>
  tx.run(sql`
    delete from webhook_lanes l
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId}
       and l.endpoint_id = any(${endpointIds}::uuid[])`)

export type QueueRow = { due_at: string | null; leased_by: string | null }

/** Locks the queues, so that a sender that settles one of them afterwards sees the deliveries of this transaction. */
export const lock = (tx: StoreTx, endpointIds: readonly string[]) =>
  tx.all<QueueRow>(sql`
    select l.due_at, l.leased_by from webhook_lanes l
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId}
       and l.endpoint_id = any(${endpointIds}::uuid[])
     order by l.endpoint_id for update`)

export const updateDue = (tx: StoreTx, endpointIds: readonly string[]) =>
  tx.run(sql`
    update webhook_lanes l set due_at = ${tx.now}
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId}
       and l.endpoint_id = any(${endpointIds}::uuid[]) and (l.due_at is null or l.due_at > ${tx.now})`)

export const updateUnpaused = (tx: StoreTx, endpointId: string) =>
  tx.run(sql`
    update webhook_lanes l set due_at = ${tx.now}, paused_until = null, failures = 0
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId} and l.endpoint_id = ${endpointId}`)

export const updateBacklog = (tx: StoreTx, endpointId: string, pending: number, oldestAt: string | null) =>
  tx.run(sql`
    update webhook_lanes l set pending = ${pending}, oldest_at = ${oldestAt}
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId} and l.endpoint_id = ${endpointId}`)

export type SettledQueue = {
  dueAt: string | null
  oldestAt: string | null
  pending: number
  failures: number
  pausedUntil: Date | null
}

export const updateSettled = (tx: StoreTx, endpointId: string, queue: SettledQueue) =>
  tx.run(sql`
    update webhook_lanes l
       set due_at = ${queue.dueAt}, oldest_at = ${queue.oldestAt}, pending = ${queue.pending}, failures = ${queue.failures},
           paused_until = ${queue.pausedUntil}, leased_by = null, leased_until = null
     where l.store_env_id = ${tx.storeEnvId} and l.organization_id = ${tx.organizationId} and l.endpoint_id = ${endpointId}`)
