import type { CrossDb, StoreReads, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type Key = { id: string; publicKey: Buffer; seed: Buffer; from: string; until: string | null }

const columns = sql.raw(`k.id, k.public_key as "publicKey", k.seed, k.valid_from as "from", k.valid_until as "until"`)

export const selectCurrent = sql<Key>`select ${columns} from evidence_keys k where k.valid_until is null`

export const findCurrent = (tx: StoreReads | SystemTx) => tx.first<Key>(selectCurrent)

export type PublicKey = Omit<Key, 'id' | 'seed'>

const selectPublic = sql<PublicKey>`
    select k.public_key as "publicKey", k.valid_from as "from", k.valid_until as "until"
      from evidence_keys k order by k.valid_from, k.id`

/** Oldest first. */
export const listPublic = (db: Pick<CrossDb, 'ask'>) => db.ask<PublicKey>(selectPublic)
export const listPublicIn = (tx: StoreReads) => tx.all<PublicKey>(selectPublic)

/** Of two at the same moment one is made. */
export const insert = (tx: SystemTx, { id, publicKey, seed }: Pick<Key, 'id' | 'publicKey' | 'seed'>) =>
  tx.run(sql`
    insert into evidence_keys (id, public_key, seed, valid_from) values (${id}, ${publicKey}, ${seed}, ${tx.now})
    on conflict ((valid_until is null)) where valid_until is null do nothing`)

export const updateEnded = (tx: SystemTx) =>
  tx.run(sql`update evidence_keys set valid_until = ${tx.now} where valid_until is null`)
