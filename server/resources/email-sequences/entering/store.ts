import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, type Sql, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { Filter, TriggerEvent } from '../schema.ts'

export type WaitingSequence = {
  id: string
  version: number
  event: TriggerEvent
  filter: Filter
  publishedAt: NotNull<string>
}

export const selectWaiting = (tx: StoreTx, events: readonly TriggerEvent[]) => sql<WaitingSequence>`
    select s.id, s.version, v.trigger_event as event, v.filter, s.published_at as "publishedAt"
      from email_sequences s
      join email_sequence_versions v
        on v.store_env_id = ${tx.storeEnvId} and v.sequence_id = s.id and v.version = s.version
     where s.store_env_id = ${tx.storeEnvId} and s.status = 'live' and s.removed_at is null and s.published_at is not null
       and v.trigger_event = any(${events}::text[])
     order by s.id`

export const selectAny = (tx: StoreTx) => sql<{ id: string }>`
    select s.id from email_sequences s
     where s.store_env_id = ${tx.storeEnvId} and s.published_at is not null limit 1`

export type OrderRow = {
  platformOrderId: string
  email: string | null
  placedAt: string
  fulfilledAt: string | null
  deliveredAt: string | null
  isCancelled: boolean
  total: string | null
  isFirstOrder: boolean
  productIds: string[]
  categoryIds: string[]
  tier: string | null
}

const orderColumns = (tx: StoreReads) => sql`
  o.platform_order_id as "platformOrderId", o.email, o.placed_at as "placedAt", o.fulfilled_at as "fulfilledAt",
  o.delivered_at as "deliveredAt", o.cancelled_at is not null as "isCancelled", o.total, ${isFirst(tx)} as "isFirstOrder",
  ${selectProductIds(tx)} as "productIds", ${selectCategoryIds(tx)} as "categoryIds", ${selectTier(tx, sql`o.email`)} as tier`

const isFirst = (tx: StoreReads) => sql`
  not exists (select from orders n
               where n.store_env_id = ${tx.storeEnvId} and n.email = o.email and n.cancelled_at is null
                 and (n.placed_at, n.id) < (o.placed_at, o.id))`

const selectProductIds = (tx: StoreReads) => sql`
  array(select distinct l.product_id::text from order_line_items l
         where l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id and l.product_id is not null)`

const selectCategoryIds = (tx: StoreReads) => sql`
  array(select distinct cp.category_id::text from order_line_items l
          join products p on p.store_env_id = ${tx.storeEnvId} and p.id = l.product_id
          join category_products cp on cp.store_env_id = ${tx.storeEnvId} and cp.platform_product_id = p.platform_product_id
         where l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id)`

const selectTier = (tx: StoreReads, email: Sql) => sql`
  (select m.tier from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.email = ${email})`

export const listOrders = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<OrderRow>(sql`
    select ${orderColumns(tx)} from orders o where o.store_env_id = ${tx.storeEnvId} and o.id = any(${ids}::uuid[])`)

export type ReviewRow = {
  id: string
  email: string
  approvedAt: string
  productId: string
  platformOrderId: string | null
  total: string | null
  isFirstOrder: boolean | null
  categoryIds: string[]
  tier: string | null
}

/** Approved product reviews by authors with a verified address. Excludes imported ones, because they are not new. */
export const listApproved = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<ReviewRow>(sql`
    select v.id, v.author_email as email, v.approved_at as "approvedAt", v.product_id as "productId",
           o.platform_order_id as "platformOrderId", o.total, case when o.id is not null then ${isFirst(tx)} end as "isFirstOrder",
           array(select distinct cp.category_id::text from products p
                   join category_products cp
                     on cp.store_env_id = ${tx.storeEnvId} and cp.platform_product_id = p.platform_product_id
                  where p.store_env_id = ${tx.storeEnvId} and p.id = v.product_id) as "categoryIds",
           ${selectTier(tx, sql`v.author_email`)} as tier
      from reviews v
      left join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = v.order_id
     where v.store_env_id = ${tx.storeEnvId} and v.id = any(${ids}::uuid[]) and v.status = 'approved'
       and v.author_email is not null and v.approved_at is not null and v.address_proven and v.source <> 'import'
       and v.product_id is not null`)

export const listPeopleOfReviews = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<{ email: string | null }>(sql`
    select v.author_email as email from reviews v
     where v.store_env_id = ${tx.storeEnvId} and v.id = any(${ids}::uuid[])
    union
    select o.email from reviews v
      join orders o on o.store_env_id = ${tx.storeEnvId} and o.id = v.order_id
     where v.store_env_id = ${tx.storeEnvId} and v.id = any(${ids}::uuid[])`)

export const listMembers = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<{ id: string; email: string; tier: string | null }>(sql`
    select m.id, m.email, m.tier from loyalty_members m
     where m.store_env_id = ${tx.storeEnvId} and m.id = any(${ids}::uuid[])`)

export const findTiers = async (tx: StoreReads): Promise<{ name: string; threshold: number }[]> =>
  (
    await tx.first<{ tiers: { name: string; threshold: number }[] }>(sql`
      select p.tiers from loyalty_programs p where p.store_env_id = ${tx.storeEnvId}`)
  )?.tiers ?? []

export type NewRun = {
  sequenceId: string
  version: number
  email: string
  fact: string
  factAt: Date
  platformOrderId: string | null
  reviewId: string | null
}

/** Inserts one run for each sequence, person and event, however often the event is reported. */
export const insertRuns = (tx: StoreTx, runs: readonly NewRun[]): Promise<number> =>
  tx.run(sql`
    insert into email_sequence_runs (store_env_id, id, sequence_id, version, email, fact, fact_at, platform_order_id, review_id,
                                     state, step, base_at, due_at, started_at)
    select ${tx.storeEnvId}, c.id, c."sequenceId", c.version, c.email, c.fact, c."factAt", c."platformOrderId", c."reviewId",
           'active', 0, c."factAt", c."factAt", ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(runs.map((run) => ({ ...run, id: newId(tx.now.getTime()) })))}::jsonb)
           as c(id uuid, "sequenceId" uuid, version integer, email text, fact text, "factAt" timestamptz,
                "platformOrderId" text, "reviewId" uuid)
     order by c."sequenceId", c.email, c.fact
    on conflict on constraint email_sequence_runs_once do nothing`)

export const findOrder = (tx: StoreReads, id: string) =>
  tx.first<OrderRow>(sql`
    select ${orderColumns(tx)} from orders o where o.store_env_id = ${tx.storeEnvId} and o.id = ${id}`)

export const hasEntered = async (tx: StoreReads, sequenceId: string, email: string, fact: string): Promise<boolean> =>
  (await tx.first<{ id: string }>(sql`
    select r.id from email_sequence_runs r
     where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = ${sequenceId} and r.email = ${email} and r.fact = ${fact}`)) !==
  undefined
