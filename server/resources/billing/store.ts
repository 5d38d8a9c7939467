import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import { newId } from '#platform/values/ids.ts'
import type { SubscriptionEvent, SubscriptionRecord } from './transitions.ts'
import { pastDueSince } from './transitions.ts'

export async function beginTrial(tx: OrganizationTx, endsAt: Date): Promise<Date> {
  await tx.run(sql`
    insert into organization_trials (organization_id, ends_at) values (${tx.organizationId}, ${endsAt})
    on conflict (organization_id) do nothing`)
  const found = await tx.first<{ endsAt: string }>(
    sql`select ends_at as "endsAt" from organization_trials where organization_id = ${tx.organizationId}`,
  )
  return found ? new Date(found.endsAt) : endsAt
}

export const insert = (
  tx: OrganizationTx,
  row: { storeEnvId: string; plan: string; status: string; trialEndsAt: Date | null },
) =>
  tx.run(sql`
    insert into subscriptions (store_env_id, organization_id, plan, status, trial_ends_at, created_at, updated_at)
    values (${row.storeEnvId}, ${tx.organizationId}, ${row.plan}, ${row.status}, ${row.trialEndsAt}, ${tx.now}, ${tx.now})`)

export type SubscriptionRow = SubscriptionFacts & {
  periodStartsAt: string | null
  cancelledAt: string | null
  anchorAt: string | null
  nextPlan: string | null
  nextPlanAt: string | null
  provider: string | null
  providerCustomer: string | null
  providerSubscription: string | null
  version: string
  createdAt: string
  updatedAt: string
}

const columns = sql<SubscriptionRow>`
  plan, status, trial_ends_at as "trialEndsAt", current_period_ends_at as "currentPeriodEndsAt",
  past_due_since as "pastDueSince", current_period_starts_at as "periodStartsAt", cancelled_at as "cancelledAt",
  anchor_at as "anchorAt", next_plan as "nextPlan", next_plan_at as "nextPlanAt", provider,
  provider_customer as "providerCustomer", provider_subscription as "providerSubscription", xmin::text as version,
  created_at as "createdAt", updated_at as "updatedAt"`

const own = (tx: Pick<StoreTx, 'storeEnvId'>) => sql`from subscriptions where store_env_id = ${tx.storeEnvId}`

export const find = (tx: StoreTx): Promise<SubscriptionRow | undefined> =>
  tx.first<SubscriptionRow>(sql`select ${columns} ${own(tx)}`)

/**
 * Locks the subscription. Every change takes this lock. If `before` and `row` differ, another call changed the
 * subscription while this one waited for the lock.
 */
export async function lock(tx: StoreTx): Promise<{ before: SubscriptionRow; row: SubscriptionRow } | undefined> {
  const [[before], [row]] = await tx.several<[SubscriptionRow, SubscriptionRow]>([
    sql`select ${columns} ${own(tx)}`,
    sql`select ${columns} ${own(tx)} for update`,
  ])
  return before && row ? { before, row } : undefined
}

type EventRow = { key: string; kind: string; at: string; facts: object }

const toEvent = ({ key, kind, at, facts }: EventRow) => ({ ...facts, kind, key, at }) as SubscriptionEvent

export const listEvents = async (tx: StoreTx): Promise<SubscriptionEvent[]> =>
  (
    await tx.all<EventRow>(sql`
      select key, kind, at, facts from subscription_events where store_env_id = ${tx.storeEnvId} order by at, id`)
  ).map(toEvent)

export async function insertEvents(tx: StoreTx, events: readonly SubscriptionEvent[]): Promise<void> {
  const rows = events.map(({ key, kind, at, ...facts }) => ({ key, kind, at, facts, id: newId(tx.now.getTime()) }))
  await tx.run(sql`
    insert into subscription_events (store_env_id, id, key, kind, at, facts, recorded_at)
    select ${tx.storeEnvId}, e.id, e.key, e.kind, e.at, e.facts, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as e(id uuid, key text, kind text, at timestamptz, facts jsonb)
    on conflict (store_env_id, key) do nothing`)
}

/** Makes the next step due immediately. The billing job then computes the following step. */
export const update = (tx: StoreTx, record: SubscriptionRecord) =>
  tx.run(sql`
    update subscriptions
       set plan = ${record.plan}, status = ${record.status}, anchor_at = ${record.anchorAt},
           current_period_starts_at = ${record.periodStartsAt}, current_period_ends_at = ${record.currentPeriodEndsAt},
           past_due_since = ${pastDueSince(record)}, cancelled_at = ${record.cancelledAt}, next_plan = ${record.nextPlan},
           next_plan_at = ${record.nextPlanAt}, next_step_at = ${tx.now}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId}`)

export const touch = (tx: StoreTx) =>
  tx.run(sql`update subscriptions set updated_at = ${tx.now} where store_env_id = ${tx.storeEnvId}`)

export type ProviderReference = { provider: string; customer: string | null; subscription: string | null }

export const updateProvider = (tx: StoreTx, { provider, customer, subscription }: ProviderReference) =>
  tx.run(sql`
    update subscriptions set provider = ${provider}, provider_customer = ${customer}, provider_subscription = ${subscription},
           updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId}
       and (provider, provider_customer, provider_subscription) is distinct from (${provider}, ${customer}, ${subscription})`)

export const listOfOrganization = (tx: OrganizationTx): Promise<SubscriptionFacts[]> =>
  tx.all<SubscriptionFacts>(sql`
    select plan, status, trial_ends_at as "trialEndsAt", current_period_ends_at as "currentPeriodEndsAt",
           past_due_since as "pastDueSince"
      from subscriptions where organization_id = ${tx.organizationId}`)

export type ClosingRow = {
  isClosing: boolean
  endsWithOrganization: boolean
}

export const findClosing = (tx: StoreTx) =>
  tx.first<ClosingRow>(sql`
    select app.is_closing(b.organization_id) as "isClosing", b.ends_with_organization as "endsWithOrganization"
      from subscriptions b where b.store_env_id = ${tx.storeEnvId}`)

export const updateEndsWithOrganization = (tx: StoreTx, ends: boolean) =>
  tx.run(sql`update subscriptions set ends_with_organization = ${ends} where store_env_id = ${tx.storeEnvId}`)
