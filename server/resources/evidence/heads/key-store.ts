import type { CrossDb, StoreReads, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type Key = { id: string; publicKey: Buffer; seed: Buffer; from: string; until: string | null }

const columns = sql.raw(`k.id, k.public_key as "publicKey", k.seed, k.valid_from as "from", k.valid_until as "until"`)

export const selectCurrent = sql<Key>`select ${columns} from evidence_keys k where k.valid_until is null`

export const findCurrent = (tx: StoreReads | SystemTx) => tx.first<Key>(selectCurrent)

export type PublicKey = Omit<Key, 'id' | 'seed'>

const selectPublic = sql<PublicKey>`
    select k.public_key as "publicKey", k.valid_from as "from", k.valid_until as "until"
      from evidence_keys k order by k.valid_from, k.id`

export const listPublic = (db: Pick<CrossDb, 'ask'>) => db.ask<PublicKey>(selectPublic)
export const listPublicIn = (tx: StoreReads) => tx.all<PublicKey>(selectPublic)

/** Only one of two parallel calls inserts the key. */
export const insert = (tx: SystemTx, { id, publicKey, seed }: Pick<Key, 'id' | 'publicKey' | 'seed'>) =>
  tx.run(sql`
    insert into evidence_keys (id, public_key, seed, valid_from) values (${id}, ${publicKey}, ${seed}, ${tx.now})
    on conflict ((valid_until is null)) where valid_until is null do nothing`)

export const updateEnded = (tx: SystemTx) =>
  tx.run(sql`update evidence_keys set valid_until = ${tx.now} where valid_until is null`)

export const insertFirst = (tx: StoreTx, { id, publicKey, seed }: Pick<Key, 'id' | 'publicKey' | 'seed'>) =>
  tx.run(sql`select app.add_first_evidence_key(${id}, ${publicKey}, ${seed}, ${tx.now})`)

export type TrustedKey = { publicKey: Buffer; name: string; addedAt: string }

export const listKnownIn = (tx: StoreReads) =>
  tx.all<{ publicKey: Buffer }>(sql`
    select k.public_key as "publicKey" from evidence_keys k
    union select t.public_key from evidence_trusted_keys t`)

export const listTrusted = (tx: SystemTx) =>
  tx.all<TrustedKey>(sql`
    select t.public_key as "publicKey", t.name, t.added_at as "addedAt" from evidence_trusted_keys t order by t.added_at, t.public_key`)

export const countTrusted = async (tx: SystemTx): Promise<number> =>
  (await tx.first<{ count: number }>(sql`select count(*) as count from evidence_trusted_keys`))?.count ?? 0

export const insertTrusted = (tx: SystemTx, publicKey: Buffer, name: string) =>
  tx.run(sql`
    insert into evidence_trusted_keys (public_key, name, added_at) values (${publicKey}, ${name}, ${tx.now})
    on conflict (public_key) do nothing`)

export const deleteTrusted = (tx: SystemTx, publicKey: Buffer) =>
  tx.run(sql`delete from evidence_trusted_keys where public_key = ${publicKey}`)
