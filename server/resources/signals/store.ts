import { listNewest, type Page, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, sql } from '#platform/db/query.ts'
import { type Facts, type Kind, kinds, limits, type Signal, type SignalFilters, type State } from './schema.ts'

type Row = {
  id: string
  kind: Kind
  state: State
  facts: Facts
  note: string | null
  created_at: string
  review_ids: NotNull<string[]>
}

const columns = (tx: StoreReads) => sql<Row>`
  s.id, s.kind, s.state, s.facts, s.note, s.created_at,
  array(select m.review_id from review_signal_members m
         where m.store_env_id = ${tx.storeEnvId} and m.signal_id = s.id
         order by m.review_id limit ${sql.lit(limits.reviews)}) as review_ids`

const toSignal = ({ created_at: at, review_ids: reviewIds, ...row }: Row): Signal => ({
  id: row.id,
  kind: row.kind,
  reviewIds,
  facts: row.facts,
  at,
  state: row.state,
  note: row.note,
})

/** True if the signal `s` still has enough reviews. A job deletes all other signals. */
const isWhole = (tx: StoreReads) => sql`
  (select count(*) from (select from review_signal_members m
                          where m.store_env_id = ${tx.storeEnvId} and m.signal_id = s.id limit 2) m)
    >= case when s.kind = 'near_copy' then 2 else 1 end`

export function list(
  tx: StoreTx,
  { kind, state, reviewId, ...request }: PageRequest & SignalFilters,
): Promise<Page<Signal>> {
  const from = sql`
    review_signals s
     where s.store_env_id = ${tx.storeEnvId}
       ${kind === undefined ? sql`` : sql`and ${equalsAny('s.kind', kind)}`}
       ${state === undefined ? sql`` : sql`and ${equalsAny('s.state', state)}`}
       ${
         reviewId === undefined
           ? sql``
           : sql`and s.id = any(array(
               select m.signal_id from review_signal_members m
                where m.store_env_id = ${tx.storeEnvId} and m.review_id = any(${reviewId}::uuid[])))`
       }
       and ${isWhole(tx)}`
  return listNewest(tx, request, { columns: columns(tx), from, table: 's' }, toSignal)
}

export const find = async (tx: StoreTx, id: string): Promise<Signal | undefined> => {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from review_signals s
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id} and ${isWhole(tx)}`)
  return row && toSignal(row)
}

export const lockState = (tx: StoreTx, id: string) =>
  tx.first<{ state: State; note: string | null }>(sql`
    select s.state, s.note from review_signals s where s.store_env_id = ${tx.storeEnvId} and s.id = ${id} for update`)

export const updateState = (tx: StoreTx, id: string, { state, note }: { state: State; note: string | null }) =>
  tx.run(sql`
    update review_signals s
       set state = ${state}, note = ${note}, decided_at = ${state === 'open' ? null : tx.now}
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

/** Locks all notes, because a note can name any customer. */
export const lockNotes = (tx: StoreTx) =>
  tx.all<{ id: string; note: NotNull<string> }>(sql`
    select s.id, s.note from review_signals s
     where s.store_env_id = ${tx.storeEnvId} and s.note is not null order by s.id for update`)

export const updateNote = (tx: StoreTx, id: string, note: string) =>
  tx.run(sql`update review_signals s set note = ${note} where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

/** Locks the store's signals until the transaction ends, so that two jobs cannot report the same reviews twice. */
export const lockSignals = (tx: StoreTx): Promise<unknown> =>
  tx.first(
    sql`select pg_advisory_xact_lock(hashtextextended(${`review signals ${tx.storeEnvId}`}, 0)) is null as locked`,
  )

export const listOfReviews = (tx: StoreTx, kind: Kind, reviewIds: readonly string[]) =>
  tx.all<{ id: string; kind: Kind; state: State; reviewIds: NotNull<string[]> }>(sql`
    select s.id, s.kind, s.state,
           array(select m.review_id from review_signal_members m
                  where m.store_env_id = ${tx.storeEnvId} and m.signal_id = s.id) as "reviewIds"
      from review_signals s
     where s.store_env_id = ${tx.storeEnvId} and s.kind = ${kind} and s.id in (
       select m.signal_id from review_signal_members m
        where m.store_env_id = ${tx.storeEnvId} and m.review_id = any(${reviewIds}::uuid[]))
     order by s.created_at, s.id`)

export const insert = (tx: StoreTx, { id, kind, facts }: { id: string; kind: Kind; facts: Facts }): void =>
  tx.sendAlong(sql`
    insert into review_signals (store_env_id, id, kind, state, facts, created_at)
    values (${tx.storeEnvId}, ${id}, ${kind}, 'open', ${JSON.stringify(facts)}::jsonb, ${tx.now})`)

export const updateFacts = (tx: StoreTx, id: string, facts: Facts): void =>
  tx.sendAlong(sql`
    update review_signals s set facts = ${JSON.stringify(facts)}::jsonb
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

/** Skips reviews that were deleted since the job read them. */
export const insertMembers = (tx: StoreTx, signalId: string, reviewIds: readonly string[]): void =>
  tx.sendAlong(sql`
    insert into review_signal_members (store_env_id, signal_id, review_id)
    select ${tx.storeEnvId}, ${signalId}::uuid, r.id
      from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = any(${reviewIds}::uuid[])
    on conflict (store_env_id, review_id, signal_id) do nothing
    returning 1`)

export const deleteMembers = (tx: StoreTx, reviewIds: readonly string[], of: readonly Kind[] = kinds): void =>
  tx.sendAlong(sql`
    delete from review_signal_members m
     where m.store_env_id = ${tx.storeEnvId} and m.review_id = any(${reviewIds}::uuid[])
       and m.signal_id in (select s.id from review_signals s
                            where s.store_env_id = ${tx.storeEnvId} and ${equalsAny('s.kind', of)})`)

export const deleteEmpty = (tx: StoreTx): Promise<number> =>
  tx.run(sql`delete from review_signals s where s.store_env_id = ${tx.storeEnvId} and not ${isWhole(tx)}`)

export type StateCount = { kind: Kind; state: State; signals: number }

/** Signals that were found in these days, by kind and state. */
export const countByState = (tx: StoreReads, { begin, end }: { begin: Date; end: Date }) =>
  tx.all<StateCount>(sql`
    select s.kind, s.state, count(*) as signals from review_signals s
     where s.store_env_id = ${tx.storeEnvId} and s.created_at >= ${begin} and s.created_at < ${end} and ${isWhole(tx)}
     group by s.kind, s.state order by s.kind, s.state`)
