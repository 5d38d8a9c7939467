import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { EmailCounts } from './schema.ts'

export type CountedMail = EmailCounts & { period: number }

/** What bounced or was complained about was sent before. */
export const countMail = (tx: StoreReads, span: Span): Promise<CountedMail[]> =>
  tx.all<CountedMail>(sql`
    select ${periodOf('created_at', span)} as period,
           count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
           count(*) filter (where state = 'skipped') as skipped, count(*) filter (where bounced_at is not null) as bounced,
           count(*) filter (where complained_at is not null) as complained
      from email_messages
     where store_env_id = ${tx.storeEnvId} and ${within('created_at', span)}
     group by 1`)
