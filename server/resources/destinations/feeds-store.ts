import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'

export type Feed = SubscriptionFacts & {
  storeEnvId: string
  organizationId: string
  destinationId: string
  storeName: string
  origins: string[]
}

export const byToken = (token: string) => sql<Feed>`
  select store_env_id as "storeEnvId", organization_id as "organizationId", destination_id as "destinationId",
         store_name as "storeName", origins, plan, status, trial_ends_at as "trialEndsAt",
         current_period_ends_at as "currentPeriodEndsAt", past_due_since as "pastDueSince"
    from app.find_destination_feed(${token})`

export const find = (tx: StoreTx) =>
  tx.first<{ token: string; lastFetchedAt: string | null }>(sql`
    select f.token, f.last_fetched_at as "lastFetchedAt" from destination_feeds f where f.store_env_id = ${tx.storeEnvId}`)

export const upsert = (tx: StoreTx, destinationId: string, token: string) =>
  tx.run(sql`
    insert into destination_feeds (store_env_id, destination_id, token, created_at)
    values (${tx.storeEnvId}, ${destinationId}, ${token}, ${tx.now})
    on conflict (store_env_id) do update set destination_id = excluded.destination_id, token = excluded.token`)

export const updateFetched = (tx: StoreTx) =>
  tx.run(sql`update destination_feeds f set last_fetched_at = ${tx.now} where f.store_env_id = ${tx.storeEnvId}`)

export const deleteFeed = (tx: StoreTx) =>
  tx.run(sql`delete from destination_feeds f where f.store_env_id = ${tx.storeEnvId}`)
