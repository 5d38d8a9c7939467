import type { StoreTx } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'
import type { ReviewState, WrittenReview } from '../changes/events.ts'
import { type StateRow, stateColumns, toState, toWrittenState } from '../changes/store.ts'
import { policyInForce } from '../store.ts'
import type { State } from './rules.ts'

type Row = StateRow & { policyVersion: number }

/** `policyVersion`: the version of the moderation policy in force. */
export type LockedReview = ReviewState & { policyVersion: number }

/** Locks reviews until the transaction ends, in id order, so that two batches cannot deadlock. */
export async function lock(tx: StoreTx, ids: string[]): Promise<LockedReview[]> {
  const rows = await tx.all<Row>(sql`
    select ${stateColumns(tx)}, ${policyInForce(tx)} as "policyVersion"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and ${isAmong('r.id', ids, 'uuid')}
     order by r.id
       for update`)
  return rows.map(({ policyVersion, ...row }) => ({ ...toState(row), policyVersion }))
}

/**
 * `detected`: language found in the new text, or null if the author stated one. Absent if the text did not change.
 */
export type ReviewUpdate = { review: LockedReview; after: State; detected?: string | null }

/**
 * Writes locked reviews in the round trip of the next statement. The new state is therefore computed here and not read
 * back. Texts are written only if one changed, because they are most of a row. Reviews that get the same values share one
 * record, in a set because Citus refuses `jsonb_to_record`. Otherwise the statement contains the ids twice: with the record
 * set alone, the planner estimates so badly that the statement reads the whole store.
 */
export function update(tx: StoreTx, changed: readonly ReviewUpdate[]): WrittenReview[] {
  const contentChanged = changed.some(({ review, after }) =>
    contentFields.some((field) => review[field] !== after[field]),
  )
  const [content, types, pick] = contentChanged ? contentPieces : noContent
  const [language, languageType] = changed.some(({ detected }) => detected !== undefined) ? languagePieces : noContent
  const records = changed.map(({ after, detected }) =>
    JSON.stringify({
      ...toColumns(after),
      ...pick(after),
      ...(detected !== undefined && { detected_language: detected, words_changed: true }),
    }),
  )
  const ids = changed.map(({ review }) => review.id)
  const isOneRecord = records.every((record) => record === records[0])
  const [record, match] = isOneRecord
    ? [records[0] ?? '', sql``]
    : [records.map((each, i) => `{"id":"${ids[i]}",${each.slice(1)}`).join(), sql`and r.id = c.id`]
  tx.sendAlong(sql`
    update reviews r
       set status = c.status, moderation_reason = c.moderation_reason, moderation_policy = c.moderation_policy,
           moderated_at = c.moderated_at, moderated_by = c.moderated_by, approved_at = c.approved_at, reply_body = c.reply_body,
           reply_author_name = c.reply_author_name, replied_at = c.replied_at, correction = c.correction,
           correction_refused = c.correction_refused, corrected_at = c.corrected_at, updated_at = ${tx.now}${content}${language}
      from jsonb_to_recordset(${`[${record}]`}::jsonb)
           as c(id uuid, status text, moderation_reason text, moderation_policy integer, moderated_at timestamptz,
                moderated_by text, approved_at timestamptz, reply_body text, reply_author_name text, replied_at timestamptz,
                correction jsonb, correction_refused jsonb, corrected_at timestamptz${types}${languageType})
     where r.store_env_id = ${tx.storeEnvId} ${match} and ${isAmong('r.id', ids, 'uuid')}`)
  const updatedAt = tx.now.toISOString()
  return changed.map(({ review, after }) => toWrittenState({ ...pickState(review), ...pickStored(after), updatedAt }))
}

const pickState = ({ policyVersion: _, ...state }: LockedReview): ReviewState => state

/** The database stores a lone surrogate as the replacement character. */
const pickStored = ({
  status,
  moderation,
  rating,
  title,
  body,
  authorName,
  verified,
  reply,
  approvedAt,
  correction,
  correctionRefused,
  correctedAt,
}: State): State => ({
  ...{ correction, correctionRefused, correctedAt },
  ...{ status, moderation, rating, verified, approvedAt },
  title: title?.toWellFormed() ?? null,
  body: body.toWellFormed(),
  authorName: authorName.toWellFormed(),
  reply: reply && { ...reply, body: reply.body.toWellFormed() },
})

const contentFields = ['rating', 'title', 'body', 'authorName', 'verified'] as const

const contentPieces = [
  sql.raw(', rating = c.rating, title = c.title, body = c.body, author_name = c.author_name, verified = c.verified'),
  sql.raw(', rating smallint, title text, body text, author_name text, verified boolean'),
  ({ rating, title, body, authorName, verified }: State) => ({
    rating,
    title,
    body,
    author_name: authorName,
    verified,
  }),
] as const
const languagePieces = [
  sql.raw(', detected_language = case when c.words_changed then c.detected_language else r.detected_language end'),
  sql.raw(', detected_language text, words_changed boolean'),
] as const
const noContent = [sql``, sql``, () => ({})] as const

const toColumns = ({ status, moderation, approvedAt, reply, ...rest }: State) => ({
  status,
  moderation_reason: moderation?.reason ?? null,
  moderation_policy: moderation?.policyVersion ?? null,
  moderated_at: moderation?.at ?? null,
  moderated_by: moderation?.by ?? null,
  approved_at: approvedAt,
  reply_body: reply?.body ?? null,
  reply_author_name: reply?.authorName ?? null,
  replied_at: reply?.repliedAt ?? null,
  correction: rest.correction,
  correction_refused: rest.correctionRefused,
  corrected_at: rest.correctedAt,
})

export async function findStoreName(tx: StoreTx): Promise<string> {
  const row = await tx.first<{ name: string }>(sql`
    select s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  return row?.name ?? ''
}
