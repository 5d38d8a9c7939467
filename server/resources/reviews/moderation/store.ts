import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ReviewState, WrittenReview } from '../changes/events.ts'
import { type StateRow, stateColumns, toState, toWritten } from '../changes/store.ts'
import { policyInForce } from '../store.ts'
import type { State } from './rules.ts'

type Row = StateRow & { policyVersion: number }

/** `policyVersion`: the version of the moderation policy in force. */
export type LockedReview = ReviewState & { policyVersion: number }

/** Locks reviews until the transaction ends, in id order, so that two batches cannot deadlock. */
export async function lock(tx: StoreTx, ids: string[]): Promise<LockedReview[]> {
  const rows = await tx.all<Row>(sql`
    select ${stateColumns}, ${policyInForce(tx)} as "policyVersion"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by r.id
       for update`)
  return rows.map(({ policyVersion, ...row }) => ({ ...toState(row), policyVersion }))
}

/**
 * The statement contains the ids twice. With the record set alone, the planner estimates so badly that the statement reads
 * the whole store.
 */
export const update = async (tx: StoreTx, reviews: (State & { id: string })[]): Promise<WrittenReview[]> => {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set status = c.status, moderation_reason = c.moderation_reason, moderation_policy = c.moderation_policy,
           moderated_at = c.moderated_at, moderated_by = c.moderated_by, approved_at = c.approved_at, rating = c.rating, title = c.title, body = c.body,
           author_name = c.author_name, verified = c.verified, reply_body = c.reply_body,
           reply_author_name = c.reply_author_name, replied_at = c.replied_at, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(reviews.map(toColumns))}::jsonb)
           as c(id uuid, status text, moderation_reason text, moderation_policy integer, moderated_at timestamptz,
                moderated_by text, approved_at timestamptz, rating smallint, title text, body text, author_name text,
                verified boolean, reply_body text, reply_author_name text, replied_at timestamptz)
     where r.store_env_id = ${tx.storeEnvId} and r.id = c.id and r.id = any(${reviews.map((review) => review.id)}::uuid[])
    returning ${stateColumns}`)
  return rows.map(toWritten)
}

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

export async function findStoreName(tx: StoreTx): Promise<string> {
  const row = await tx.first<{ name: string }>(sql`
    select s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  return row?.name ?? ''
}
