import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** True if a signed head has a size in this range. */
export const hasHead = async (tx: StoreReads, { from, to }: { from: number; to: number | null }): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one from evidence_heads h
     where h.store_env_id = ${tx.storeEnvId} and h.size >= ${from} ${to === null ? sql`` : sql`and h.size <= ${to}`}
     order by h.size limit 1`)) !== undefined

export const listEntries = (tx: StoreReads, from: number, to: number) =>
  tx.all<{ entry: string }>(sql`
    select e.entry from evidence_entries e
     where e.store_env_id = ${tx.storeEnvId} and e.seq >= ${from} and e.seq < ${to} order by e.seq`)
