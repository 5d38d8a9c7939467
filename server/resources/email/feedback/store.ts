import type { StoreScope, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Stores whose ids fit the token. This is one store, unless ids were made in the same millisecond. */
export const listStoresBetween = (tx: SystemTx, from: string, to: string) =>
  tx.all<StoreScope>(sql`
    select s.id as "storeEnvId", s.organization_id as "organizationId" from stores s
     where s.id between ${from}::uuid and ${to}::uuid order by s.id limit 16`)
