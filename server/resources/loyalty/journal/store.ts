// SQL of the whole journal of a store, as it is exported.
import type { StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type ExportedLine = {
  created_at: string
  at: string
  member_id: string
  email: string
  kind: string
  ref: string | null
  rate_version: number | null
  delta: number
  balance: number
  reason: string | null
  id: string
}

/** In the order in which they were written, a batch at a time. */
export const streamLines = (tx: StreamTx, since: Date | null): AsyncGenerator<ExportedLine[]> =>
  tx.stream(
    sql<ExportedLine>`
      select j.created_at, j.at, j.member_id, m.email, j.kind, j.ref, j.rate_version, j.delta, j.balance, j.reason, j.id
        from loyalty_journal j
        join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.id = j.member_id
       where j.store_env_id = ${tx.storeEnvId} and (${since}::timestamptz is null or j.created_at >= ${since})
       order by j.created_at, j.id`,
    500,
  )
