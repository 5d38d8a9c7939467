import type { StoreReads, StoreTx, SystemTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { ListedWitness, WitnessState } from './schema.ts'

export type Witness = { name: string; vkey: string; url: string; stores: string[] | null }

const columns = sql.raw('w.name, w.vkey, w.url, w.stores')

export const listAll = (tx: SystemTx) =>
  tx.all<Witness>(sql`select ${columns} from evidence_witnesses w order by w.name`)

/** Returns 0 if a witness of this name exists. */
export const insert = (tx: SystemTx, { name, vkey, url, stores }: Witness) =>
  tx.run(sql`
    insert into evidence_witnesses (name, vkey, url, stores, added_at)
    values (${name}, ${vkey}, ${url}, ${stores}::uuid[], ${tx.now}) on conflict (name) do nothing`)

export const deleteByName = (tx: SystemTx, name: string) =>
  tx.run(sql`delete from evidence_witnesses where name = ${name}`)

export type OfferedWitness = Pick<Witness, 'name' | 'vkey' | 'url'> & {
  /** Size of the newest cosigned head. */
  size: number
  /** Null before the first offer. */
  offeredSize: number | null
  dueAt: string | null
  state: WitnessState | null
  addedAt: string
}

/** Witnesses of this store, with the state of the last offer. */
export const listOffered = (tx: StoreReads) =>
  tx.all<OfferedWitness>(sql`
    select w.name, w.vkey, w.url, coalesce(s.size, 0) as size, s.offered_size as "offeredSize", s.due_at as "dueAt",
           s.state, w.added_at as "addedAt"
      from evidence_witnesses w
      left join evidence_witness_states s on s.store_env_id = ${tx.storeEnvId} and s.witness = w.name
     where w.stores is null or ${tx.storeEnvId} = any(w.stores)
     order by w.name`)

export const selectListed = (tx: StoreReads): Query<ListedWitness> => sql`
    select w.name, w.vkey, w.url, coalesce(s.state, 'waiting') as state, coalesce(s.size, 0) as size,
           s.cosigned_at as at, s.message
      from evidence_witnesses w
      left join evidence_witness_states s on s.store_env_id = ${tx.storeEnvId} and s.witness = w.name
     where w.stores is null or ${tx.storeEnvId} = any(w.stores)
     order by w.name`

export const isAny = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one from evidence_witnesses w
     where w.stores is null or ${tx.storeEnvId} = any(w.stores) limit 1`)) !== undefined

export type StateRow = {
  witness: string
  state: WitnessState
  message: string | null
  offeredSize: number
  dueAt: Date | null
}

/** Returns true if owners should get a mail. They get at most one for each witness and day. */
export async function upsertState(tx: StoreTx, row: StateRow): Promise<boolean> {
  await tx.run(sql`
    insert into evidence_witness_states (store_env_id, witness, state, size, message, offered_size, due_at)
    values (${tx.storeEnvId}, ${row.witness}, ${row.state}, 0, ${row.message}, ${row.offeredSize}, ${row.dueAt})
    on conflict (store_env_id, witness) do update
       set state = excluded.state, message = excluded.message, offered_size = excluded.offered_size, due_at = excluded.due_at`)
  if (row.state !== 'refused') return false
  const today = sql`${tx.now}::date`
  const marked = await tx.run(sql`
    update evidence_witness_states s set mailed_on = ${today}
     where s.store_env_id = ${tx.storeEnvId} and s.witness = ${row.witness} and s.mailed_on is distinct from ${today}`)
  return marked > 0
}

export const upsertCosigned = (tx: StoreTx, { witness, size, at }: { witness: string; size: number; at: Date }) =>
  tx.run(sql`
    insert into evidence_witness_states (store_env_id, witness, state, size, cosigned_at, offered_size)
    values (${tx.storeEnvId}, ${witness}, 'ok', ${size}, ${at}, ${size})
    on conflict (store_env_id, witness) do update
       set state = 'ok', size = excluded.size, cosigned_at = excluded.cosigned_at, message = null,
           offered_size = excluded.offered_size, due_at = null
     where evidence_witness_states.size <= excluded.size`)
