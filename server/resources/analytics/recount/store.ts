import type { StreamTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { within } from '../store.ts'
import type { Fact } from './rules.ts'

/** Each review as its row says it, and its pictures as they are there. */
export const streamFacts = (tx: StreamTx, span: Span): AsyncGenerator<Fact[]> =>
  tx.stream(
    sql<Fact>`
      select r.rating, r.status as status, r.verified, r.photo_count as photos, r.reply_body is not null as "isReplied",
             r.incentive is not null as "isIncentivized", r.source = 'import' as "isImported", r.submitted_at as "submittedAt"
        from reviews r
       where r.store_env_id = ${tx.storeEnvId} and ${within('r.submitted_at', span)}`,
    1000,
  )

export const findOrganization = (tx: SystemTx, storeEnvId: string) =>
  tx.first<{ organizationId: string }>(sql`
    select s.organization_id as "organizationId" from stores s where s.id = ${storeEnvId}::uuid`)
