import { listNewest, type Page, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, isAmong, type Query, sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import { spokenLanguage } from '#resources/reviews/language-fragments.ts'
import type { ModerationReason, Status } from '#resources/reviews/schema.ts'
import { withoutAddresses } from './rules.ts'
import type { Appeal, AppealDecision } from './schema.ts'

type Row = {
  id: string
  review_id: string
  state: Appeal['state']
  statement: string | null
  rating: number
  product_title: string | null
  moderation_reason: ModerationReason | null
  rejected_at: string
  created_at: string
  due_at: string
  overdue: boolean
  decided_at: string | null
  note: string | null
  same_actor: boolean | null
}

const columns = (now: Date) => sql<Row>`
  a.id, a.review_id, a.state, a.statement, r.rating, p.title as product_title, r.moderation_reason, j.rejected_at,
  a.created_at, a.due_at, a.state = 'open' and a.due_at < ${now} as overdue, a.decided_at, a.note, a.same_actor`

const joined = (tx: StoreReads) => sql`appeals a
  join rejections j on j.store_env_id = ${tx.storeEnvId} and j.id = a.rejection_id
  join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = a.review_id
  left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id`

const toAppeal = (row: Row): Appeal => ({
  id: row.id,
  reviewId: row.review_id,
  state: row.state,
  statement: row.statement && withoutAddresses(row.statement),
  review: { rating: row.rating, productTitle: row.product_title },
  reason: row.moderation_reason,
  rejectedAt: row.rejected_at,
  createdAt: row.created_at,
  dueAt: row.due_at,
  overdue: row.overdue,
  decidedAt: row.decided_at,
  note: row.note,
  sameActor: row.same_actor,
})

export type ListRequest = PageRequest & { state?: Appeal['state'][]; reviewId?: string }

export function list(tx: StoreReads, request: ListRequest, now: Date): Promise<Page<Appeal>> {
  const conditions = [
    ...(request.state === undefined ? [] : [sql`and ${equalsAny('a.state', request.state)}`]),
    ...(request.reviewId === undefined ? [] : [sql`and a.review_id = ${request.reviewId}`]),
  ]
  const ofStore = sql`a.store_env_id = ${tx.storeEnvId} ${sql.join(conditions, sql` `)}`
  const from = sql`${joined(tx)} where ${ofStore}`
  const count = sql`(select count(*) from appeals a where ${ofStore})`
  return listNewest(tx, request, { columns: columns(now), from, table: 'a', count }, toAppeal)
}

export async function find(tx: StoreReads, id: string, now: Date): Promise<Appeal | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(now)} from ${joined(tx)} where a.store_env_id = ${tx.storeEnvId} and a.id = ${id}`)
  return row && toAppeal(row)
}

/** Locks the review before its appeal, in the same order as a decision about the review. */
export const lockReview = (tx: StoreTx, appealId: string) =>
  tx.first<{ id: string; status: Status; moderated_by: string | null }>(sql`
    select r.id, r.status, r.moderated_by from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = (
           select a.review_id from appeals a where a.store_env_id = ${tx.storeEnvId} and a.id = ${appealId})
       for update`)

export const updateDecided = async (
  tx: StoreTx,
  id: string,
  { decision, note, sameActor }: { decision: AppealDecision['decision']; note: string | null; sameActor: boolean },
): Promise<boolean> =>
  (await tx.run(sql`
    update appeals a set state = ${decision}, note = ${note}, same_actor = ${sameActor}, decided_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.state = 'open'`)) > 0

export const selectAnyOpen = (tx: StoreTx, reviewIds: readonly string[]) => sql<{ id: string }>`
    select a.id from appeals a
     where a.store_env_id = ${tx.storeEnvId} and ${isAmong('a.review_id', reviewIds, 'uuid')} and a.state = 'open' limit 1`

export const updateOverturned = (tx: StoreTx, reviews: readonly { id: string; sameActor: boolean }[]) =>
  tx.all<{ id: string; review_id: string; same_actor: boolean }>(sql`
    update appeals a set state = 'overturned', same_actor = c.same_actor, decided_at = ${tx.now}
      from unnest(${reviews.map(({ id }) => id)}::uuid[], ${reviews.map(({ sameActor }) => sameActor)}::boolean[])
           as c(review_id, same_actor)
     where a.store_env_id = ${tx.storeEnvId} and a.review_id = c.review_id and a.state = 'open'
    returning a.id, a.review_id, c.same_actor`)

export const updateForgotten = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    update appeals a set statement = null, note = null
     where a.store_env_id = ${tx.storeEnvId} and a.review_id = any(${reviewIds}::uuid[])`)

export const deleteLinks = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    delete from appeal_links l
     where l.store_env_id = ${tx.storeEnvId} and l.rejection_id in (
           select j.id from rejections j
            where j.store_env_id = ${tx.storeEnvId} and j.review_id = any(${reviewIds}::uuid[]))`)

export const insert = async (
  tx: StoreTx,
  row: { id: string; rejectionId: string; reviewId: string; statement: string; dueAt: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into appeals (store_env_id, id, rejection_id, review_id, statement, state, due_at, created_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.rejectionId}, ${row.reviewId}, ${row.statement}, 'open', ${row.dueAt}, ${tx.now})
    on conflict on constraint appeals_once do nothing`)) > 0

export const listPersonAppeals = (tx: StoreReads, email: string, limit: number | undefined) =>
  tx.all<{
    id: string
    reviewId: string
    state: Appeal['state']
    statement: string | null
    note: string | null
    createdAt: string
    decidedAt: string | null
  }>(sql`
    select a.id, a.review_id as "reviewId", a.state, a.statement, a.note, a.created_at as "createdAt",
           a.decided_at as "decidedAt"
      from reviews r
      join appeals a on a.store_env_id = ${tx.storeEnvId} and a.review_id = r.id
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email}
     order by a.created_at desc, a.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)

export type Link = SubscriptionFacts & {
  storeEnvId: string
  organizationId: string
  rejectionId: string
  expiresAt: string
  storeName: string
  origins: string[]
}

/** Runs before the tenant is known, and returns the tenant. */
export const byDigest = (digest: Buffer): Query<Link> => sql`
    select store_env_id as "storeEnvId", organization_id as "organizationId", rejection_id as "rejectionId",
           expires_at as "expiresAt", store_name as "storeName", origins, plan, status, trial_ends_at as "trialEndsAt",
           current_period_ends_at as "currentPeriodEndsAt", past_due_since as "pastDueSince"
      from app.find_appeal_link(${digest})`

export type RejectedReview = {
  reviewId: string
  status: Status
  rating: number
  title: string | null
  body: string
  locale: string | null
  addressProven: boolean
  productTitle: string | null
  reason: ModerationReason | null
  policyVersion: number | null
  endedAt: string | null
  appeal: Appeal['state'] | null
  dueAt: string | null
  timezone: string
}

const rejected = (tx: StoreReads) => sql`
  r.id as "reviewId", r.status, r.rating, r.title, r.body, ${spokenLanguage(tx)} as locale, r.address_proven as "addressProven",
  coalesce(p.title, case when r.product_id is null then s.name end) as "productTitle", r.moderation_reason as reason, r.moderation_policy as "policyVersion",
  j.ended_at as "endedAt", a.state as appeal, a.due_at as "dueAt", s.timezone`

export const findRejected = (tx: StoreReads, rejectionId: string) =>
  tx.first<RejectedReview>(sql`
    select ${rejected(tx)}
      from rejections j
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = j.review_id
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
      left join appeals a on a.store_env_id = ${tx.storeEnvId} and a.rejection_id = j.id
     where j.store_env_id = ${tx.storeEnvId} and j.id = ${rejectionId}`)

/** Locks the rejection's review, so that no other transaction approves it while the appeal is filed. */
export const lockRejected = (tx: StoreTx, rejectionId: string) =>
  tx.first<{ reviewId: string; stands: boolean }>(sql`
    select r.id as "reviewId", r.status = 'rejected' and j.ended_at is null as stands
      from rejections j
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = j.review_id
     where j.store_env_id = ${tx.storeEnvId} and j.id = ${rejectionId}
       for update of r`)

export const findRejection = async (tx: StoreReads, reviewId: string): Promise<string | undefined> =>
  (
    await tx.first<{ id: string }>(sql`
      select j.id from rejections j
       where j.store_env_id = ${tx.storeEnvId} and j.review_id = ${reviewId} and j.ended_at is null`)
  )?.id
