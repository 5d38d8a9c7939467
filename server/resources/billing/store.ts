import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export const insert = (
  tx: OrganizationTx,
  row: { storeEnvId: string; plan: string; status: string; trialEndsAt: Date },
) =>
  tx.run(sql`
    insert into subscriptions (store_env_id, organization_id, plan, status, trial_ends_at, created_at, updated_at)
    values (${row.storeEnvId}, ${tx.organizationId}, ${row.plan}, ${row.status}, ${row.trialEndsAt}, ${tx.now}, ${tx.now})`)
