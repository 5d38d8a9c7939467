import type { StoreReads, StreamTx } from '#platform/db/db.ts'
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

export const hasUnexplainedBalance = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from loyalty_members m
      left join (select j.member_id, sum(j.delta) as sum from loyalty_journal j
                  where j.store_env_id = ${tx.storeEnvId} group by j.member_id) as l on l.member_id = m.id
     where m.store_env_id = ${tx.storeEnvId} and m.balance <> coalesce(l.sum, 0) limit 1`)) !== undefined
