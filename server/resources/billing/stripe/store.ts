import type { StoreTx, SystemTx } from '#platform/db/db.ts'
import { laterThan, type NotNull, sql } from '#platform/db/query.ts'

export type CustomerRow = { key: string; customer: string | null }

export const insertCustomer = (tx: StoreTx, key: string) =>
  tx.run(sql`
    insert into stripe_customers (organization_id, key, created_at) values (${tx.organizationId}, ${key}, ${tx.now})
    on conflict (organization_id) do nothing`)

export const findCustomer = (tx: StoreTx) =>
  tx.first<CustomerRow>(sql`
    select key, customer from stripe_customers where organization_id = ${tx.organizationId}`)

/**
 * Call it after the customer was deleted at Stripe. `key` is the idempotency key for the creation of the next customer.
 */
export const renewCustomer = (tx: StoreTx, key: string, gone: string) =>
  tx.run(sql`
    update stripe_customers set key = ${key}, customer = null
     where organization_id = ${tx.organizationId} and customer = ${gone}`)

export const updateCustomer = (tx: StoreTx, customer: string) =>
  tx.run(sql`
    update stripe_customers set customer = ${customer} where organization_id = ${tx.organizationId}`)

export type Payer = { name: string; email: string | null; vatNumber: string | null }

export async function findPayer(tx: StoreTx): Promise<Payer> {
  const row = await tx.first<Payer>(sql`
    select coalesce(o.legal_name, o.name) as name, o.vat_number as "vatNumber",
           coalesce(o.billing_email,
             (select m.email from memberships m
               where m.organization_id = o.id and m.role = 'OWNER' and m.active order by m.created_at, m.id limit 1)) as email
      from organizations o where o.id = ${tx.organizationId}`)
  if (!row) throw new Error(`The organization ${tx.organizationId} does not exist.`)
  return row
}

export type StoreRow = {
  checkout: string | null
  checkoutPlan: string | null
  lastReadingAt: string
  appliedReadingAt: string
}

export const findStore = (tx: StoreTx) =>
  tx.first<StoreRow>(sql`
    select checkout, checkout_plan as "checkoutPlan", last_reading_at as "lastReadingAt",
           applied_reading_at as "appliedReadingAt"
      from stripe_stores where store_env_id = ${tx.storeEnvId}`)

/** Assigns the number of a read before the read starts. It is higher than the number of every earlier read. */
export async function takeReading(tx: StoreTx): Promise<string> {
  const row = await tx.first<{ at: string }>(sql`
    insert into stripe_stores as s (store_env_id, last_reading_at, applied_reading_at)
    values (${tx.storeEnvId}, ${tx.now}, ${new Date(0)})
    on conflict (store_env_id) do update
       set last_reading_at = ${laterThan('s.last_reading_at', tx.now)}
    returning last_reading_at as at`)
  if (!row) throw new Error('The insert returned no number for the read.')
  return row.at
}

/** Returns true if no later read has been applied. */
export const applyReading = async (tx: StoreTx, at: string): Promise<boolean> =>
  (await tx.run(sql`
    update stripe_stores set applied_reading_at = ${at}
     where store_env_id = ${tx.storeEnvId} and applied_reading_at < ${at}::timestamptz`)) > 0

export const updateCheckout = (tx: StoreTx, checkout: string, plan: string) =>
  tx.run(sql`
    insert into stripe_stores as s (store_env_id, checkout, checkout_plan, last_reading_at, applied_reading_at)
    values (${tx.storeEnvId}, ${checkout}, ${plan}, ${tx.now}, ${new Date(0)})
    on conflict (store_env_id) do update set checkout = excluded.checkout, checkout_plan = excluded.checkout_plan`)

export const clearCheckout = (tx: StoreTx, checkout: string) =>
  tx.run(sql`
    update stripe_stores set checkout = null, checkout_plan = null
     where store_env_id = ${tx.storeEnvId} and checkout = ${checkout}`)

export type ActRow = { id: string; kind: string; plan: string | null; leasedUntil: string }

export const lockOpenAct = (tx: StoreTx) =>
  tx.first<ActRow>(sql`
    select id, kind, plan, leased_until as "leasedUntil" from stripe_acts
     where store_env_id = ${tx.storeEnvId} and ended_at is null for update`)

export const findNewestAct = async (tx: StoreTx): Promise<string | null> =>
  (
    await tx.first<{ id: string }>(sql`
      select id from stripe_acts where store_env_id = ${tx.storeEnvId} order by started_at desc, id desc limit 1`)
  )?.id ?? null

/**
 * Inserts an act whose start time is later than that of every earlier act, even if the clock of an earlier request was
 * ahead.
 */
export const insertAct = (tx: StoreTx, row: { id: string; kind: string; plan: string | null; leasedUntil: Date }) =>
  tx.run(sql`
    insert into stripe_acts (store_env_id, id, kind, plan, started_at, leased_until)
    select ${tx.storeEnvId}, ${row.id}, ${row.kind}, ${row.plan},
           greatest(${tx.now}::timestamptz, max(a.started_at) + interval '1 millisecond'), ${row.leasedUntil}
      from stripe_acts a where a.store_env_id = ${tx.storeEnvId}
    returning 1`)

export const leaseAct = (tx: StoreTx, id: string, leasedUntil: Date) =>
  tx.run(sql`
    update stripe_acts set leased_until = ${leasedUntil}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and ended_at is null`)

export const endAct = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update stripe_acts set ended_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id} and ended_at is null`)

export const endStaleActs = (tx: StoreTx) =>
  tx.run(sql`
    update stripe_acts set ended_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and ended_at is null and leased_until <= ${tx.now}`)

export type EventRow = {
  id: string
  kind: string
  subscription: string | null
  paymentIntent: string | null
  createdAt: Date
}

export async function insertEvents(
  tx: SystemTx,
  rows: readonly EventRow[],
  foundBy: 'webhook' | 'reconciliation',
): Promise<string[]> {
  const values = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  const inserted = await tx.all<{ id: string }>(sql`
    insert into stripe_events (id, kind, subscription, payment_intent, created_at, received_at, found_by)
    select e.id, e.kind, e.subscription, e."paymentIntent", e."createdAt", ${tx.now}, ${foundBy}
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
           as e(id text, kind text, subscription text, "paymentIntent" text, "createdAt" timestamptz)
    on conflict (id) do nothing returning id`)
  return inserted.map(({ id }) => id)
}

export type WaitingEvent = { id: string; subscription: string | null; paymentIntent: string | null; foundBy: string }

export const findWaitingEvent = (tx: SystemTx, id: string) =>
  tx.first<WaitingEvent>(sql`
    select id, subscription, payment_intent as "paymentIntent", found_by as "foundBy"
      from stripe_events where id = ${id} and applied_at is null`)

/**
 * One read of the subscription completes every event that arrived before it. Events about payments are completed one by
 * one.
 */
export const endEvents = (tx: SystemTx, event: WaitingEvent, before: Date) =>
  tx.run(sql`
    update stripe_events set applied_at = ${tx.now}
     where applied_at is null
       and (id = ${event.id}
            or (subscription = ${event.subscription} and payment_intent is null and received_at < ${before}::timestamptz))`)

export const listStuckEvents = (tx: SystemTx, before: Date, limit: number) =>
  tx.all<{ id: string }>(sql`
    select id from stripe_events where applied_at is null and received_at < ${before} order by received_at limit ${limit}`)

export const deleteEventsBefore = (tx: SystemTx, before: Date) =>
  tx.run(sql`delete from stripe_events where received_at < ${before}`)

export const findOrganization = (tx: SystemTx, storeEnvId: string) =>
  tx.first<{ organizationId: string; customer: string | null }>(sql`
    select s.organization_id as "organizationId", c.customer
      from stores s left join stripe_customers c on c.organization_id = s.organization_id
     where s.id = ${storeEnvId}`)

export type KnownSubscription = {
  subscription: NotNull<string>
  plan: string
  status: string
  currentPeriodEndsAt: string | null
  cancelledAt: string | null
  pastDueSince: string | null
}

export const listKnown = (tx: SystemTx, subscriptions: readonly string[]) =>
  tx.all<KnownSubscription>(sql`
    select provider_subscription as subscription, plan, status, current_period_ends_at as "currentPeriodEndsAt",
           cancelled_at as "cancelledAt", past_due_since as "pastDueSince"
      from subscriptions where provider_subscription = any(${subscriptions as string[]})`)

export type ReconciliationRow = { since: string; startedAt: string; stage: string; position: string | null }

export const findReconciliation = (tx: SystemTx) =>
  tx.first<ReconciliationRow>(sql`
    select since, started_at as "startedAt", stage, position from stripe_reconciliation`)

export const writeReconciliation = (tx: SystemTx, row: ReconciliationRow) =>
  tx.run(sql`
    insert into stripe_reconciliation (since, started_at, stage, position)
    values (${row.since}, ${row.startedAt}, ${row.stage}, ${row.position})
    on conflict (only_row) do update
       set since = excluded.since, started_at = excluded.started_at, stage = excluded.stage, position = excluded.position`)

export const listOrganizations = (tx: SystemTx, storeEnvIds: readonly string[]) =>
  tx.all<{ storeEnvId: string; organizationId: string }>(sql`
    select id as "storeEnvId", organization_id as "organizationId" from stores where id = any(${storeEnvIds as string[]})`)
