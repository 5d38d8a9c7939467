import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/subscription.ts'

export const insert = (
  tx: OrganizationTx,
  row: { storeEnvId: string; plan: string; status: string; trialEndsAt: Date },
) =>
  tx.run(sql`
    insert into subscriptions (store_env_id, organization_id, plan, status, trial_ends_at, created_at, updated_at)
    values (${row.storeEnvId}, ${tx.organizationId}, ${row.plan}, ${row.status}, ${row.trialEndsAt}, ${tx.now}, ${tx.now})`)

export type SubscriptionRow = SubscriptionFacts & { cancelledAt: string | null; createdAt: string }

export const find = (tx: StoreTx): Promise<SubscriptionRow | undefined> =>
  tx.first<SubscriptionRow>(sql`
    select plan, status, trial_ends_at as "trialEndsAt", current_period_ends_at as "currentPeriodEndsAt",
           past_due_since as "pastDueSince", cancelled_at as "cancelledAt", created_at as "createdAt"
      from subscriptions where store_env_id = ${tx.storeEnvId}`)
