import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ModerationReason, Source, Status } from '../schema.ts'
import { policyInForce, toModeration } from '../store.ts'
import type { State } from './rules.ts'

type Row = {
  id: string
  source: Source
  status: Status
  rating: number
  title: string | null
  body: string
  author_name: string
  verified: boolean
  reply_body: string | null
  reply_author_name: string | null
  replied_at: string | null
  approved_at: string | null
  product_title: string | null
  moderation_reason: ModerationReason | null
  moderation_policy: number | null
  moderated_at: string | null
  moderated_by: string | null
  policy_version: number
}

/** `policyVersion`: of the policy that is in force now. */
export type Locked = State & { id: string; source: Source; productTitle: string | null; policyVersion: number }

/** Holds the reviews until the transaction ends, in an order that two batches share. */
export async function lock(tx: StoreTx, ids: string[]): Promise<Locked[]> {
  const rows = await tx.all<Row>(sql`
    select r.id, r.source, r.status, r.rating, r.title, r.body, r.author_name, r.verified,
           r.reply_body, r.reply_author_name, r.replied_at, r.approved_at,
           r.moderation_reason, r.moderation_policy, r.moderated_at, r.moderated_by, ${policyInForce(tx)} as policy_version,
           (select p.title from products p where p.store_env_id = r.store_env_id and p.id = r.product_id) as product_title
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by r.id
       for update`)
  return rows.map(toLocked)
}

function toLocked(row: Row): Locked {
  const { id, source, status, rating, title, body, verified, reply_body, replied_at } = row
  const decided = toModeration(row)
  const reply =
    reply_body === null || replied_at === null
      ? null
      : { body: reply_body, authorName: row.reply_author_name ?? '', repliedAt: replied_at }
  return {
    id,
    source,
    status,
    moderation: decided && { ...decided, by: row.moderated_by },
    rating,
    title,
    body,
    authorName: row.author_name,
    verified,
    reply,
    approvedAt: row.approved_at,
    productTitle: row.product_title,
    policyVersion: row.policy_version,
  }
}

/** The ids are named twice: of a set of rows alone the planner guesses so badly that it reads the whole store. */
export const update = (tx: StoreTx, reviews: (State & { id: string })[]) =>
  tx.run(sql`
    update reviews r
       set status = c.status, moderation_reason = c.moderation_reason, moderation_policy = c.moderation_policy,
           moderated_at = c.moderated_at, moderated_by = c.moderated_by, approved_at = c.approved_at, rating = c.rating, title = c.title, body = c.body,
           author_name = c.author_name, verified = c.verified, reply_body = c.reply_body,
           reply_author_name = c.reply_author_name, replied_at = c.replied_at, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(reviews.map(toColumns))}::jsonb)
           as c(id uuid, status text, moderation_reason text, moderation_policy integer, moderated_at timestamptz,
                moderated_by text, approved_at timestamptz, rating smallint, title text, body text, author_name text,
                verified boolean, reply_body text, reply_author_name text, replied_at timestamptz)
     where r.store_env_id = ${tx.storeEnvId} and r.id = c.id and r.id = any(${reviews.map((review) => review.id)}::uuid[])`)

const toColumns = ({
  id,
  status,
  moderation,
  approvedAt,
  rating,
  title,
  body,
  authorName,
  verified,
  reply,
}: State & { id: string }) => ({
  id,
  status,
  moderation_reason: moderation?.reason ?? null,
  moderation_policy: moderation?.policyVersion ?? null,
  moderated_at: moderation?.at ?? null,
  moderated_by: moderation?.by ?? null,
  approved_at: approvedAt,
  rating,
  title,
  body,
  author_name: authorName,
  verified,
  reply_body: reply?.body ?? null,
  reply_author_name: reply?.authorName ?? null,
  replied_at: reply?.repliedAt ?? null,
})

/** Under which name the store answers its customers. */
export async function findStoreName(tx: StoreTx): Promise<string> {
  const row = await tx.first<{ name: string }>(sql`
    select s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  return row?.name ?? ''
}
