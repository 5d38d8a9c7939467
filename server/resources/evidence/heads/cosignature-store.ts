import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Cosignature } from './schema.ts'

export const insert = (
  tx: StoreTx,
  { witness, size, at, line }: { witness: string; size: number; at: Date; line: string },
) =>
  tx.run(sql`
    insert into evidence_cosignatures (store_env_id, size, witness, at, line)
    values (${tx.storeEnvId}, ${size}, ${witness}, ${at}, ${line}) on conflict (store_env_id, size, witness) do nothing`)

export const list = (tx: StoreReads, sizes: readonly number[]) =>
  tx.all<Cosignature & { size: number }>(sql`
    select c.size, c.witness, c.at, c.line from evidence_cosignatures c
     where c.store_env_id = ${tx.storeEnvId} and c.size = any(${[...sizes]}::bigint[]) order by c.size, c.witness`)
