import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { Span } from './rules.ts'

export type Facts = { timezone: string; subscription: SubscriptionFacts }

/** Where the store's days begin, and what it pays for. */
export const findFacts = (tx: StoreReads) =>
  tx.first<Facts>(sql`
    select s.timezone, json_build_object('plan', p.plan, 'status', p.status, 'trialEndsAt', p.trial_ends_at,
             'currentPeriodEndsAt', p.current_period_ends_at, 'pastDueSince', p.past_due_since) as subscription
      from stores s join subscriptions p on p.store_env_id = ${tx.storeEnvId}
     where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

/**
 * The number of the period that a moment lies in, from 1. Looked up among where they begin: the time zone of a million moments
 * would be worked out one by one otherwise.
 */
export const periodOf = (column: string, { periods }: Pick<Span, 'periods'>) =>
  sql`width_bucket(${sql.ref(column)}, ${periods.map(({ begin }) => begin)}::timestamptz[])`

export const within = (column: string, { begin, end }: Pick<Span, 'begin' | 'end'>) =>
  sql`${sql.ref(column)} >= ${begin} and ${sql.ref(column)} < ${end}`
