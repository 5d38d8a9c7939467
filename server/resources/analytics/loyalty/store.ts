import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { CountedLines } from './rules.ts'

export const countLines = (tx: StoreReads, span: Span): Promise<CountedLines[]> =>
  tx.all<CountedLines>(sql`
    select ${periodOf('created_at', span)} as period, count(*) as lines, sum(delta)::bigint as delta
      from loyalty_journal
     where store_env_id = ${tx.storeEnvId} and ${within('created_at', span)}
     group by 1`)
