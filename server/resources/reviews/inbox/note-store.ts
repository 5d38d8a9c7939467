import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { limits, type ReviewAssignee } from './note-schema.ts'

type NoteRow = { id: string; body: string; authorId: string | null; authorName: string | null; createdAt: string }

/** Names are read when they are shown, so a removed member leaves no name. */
const memberName = sql`coalesce(nullif(m.name, ''), m.email)`

const notesOf = (tx: StoreTx, reviewId: string) => sql`
  review_notes n where n.store_env_id = ${tx.storeEnvId} and n.review_id = ${reviewId}`

export const listNotes = (tx: StoreTx, reviewId: string) =>
  tx.all<NoteRow>(sql`
    select n.id, n.body, n.author_id as "authorId", n.created_at as "createdAt",
           (select ${memberName} from memberships m
             where m.organization_id = ${tx.organizationId} and m.user_id = n.author_id) as "authorName"
      from ${notesOf(tx, reviewId)}
     order by n.created_at, n.id limit ${sql.lit(limits.notes)}`)

export const findAssignee = (tx: StoreTx, reviewId: string) =>
  tx.first<ReviewAssignee>(sql`
    select m.id as "userId", ${memberName} as name
      from review_assignees a
      join memberships m on m.organization_id = ${tx.organizationId} and m.user_id = a.user_id
     where a.store_env_id = ${tx.storeEnvId} and a.review_id = ${reviewId}`)

export const findMember = (tx: StoreTx, memberId: string) =>
  tx.first<{ userId: string }>(sql`
    select m.user_id as "userId" from memberships m
     where m.organization_id = ${tx.organizationId} and m.id = ${memberId} and m.active`)

export const findReview = (tx: StoreTx, reviewId: string) =>
  tx.first<{ id: string }>(sql`
    select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId}`)

/** Locks the review, so that parallel notes cannot exceed the limit. */
export const lockReview = (tx: StoreTx, reviewId: string) =>
  tx.first<{ id: string }>(sql`
    select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} for no key update`)

export const countNotes = async (tx: StoreTx, reviewId: string): Promise<number> =>
  (await tx.first<{ count: number }>(sql`select count(*) as count from ${notesOf(tx, reviewId)}`))?.count ?? 0

export const insertNote = (
  tx: StoreTx,
  { id, reviewId, authorId, body }: Record<'id' | 'reviewId' | 'authorId' | 'body', string>,
) =>
  tx.run(sql`
    insert into review_notes (store_env_id, id, review_id, author_id, body, created_at)
    values (${tx.storeEnvId}, ${id}, ${reviewId}, ${authorId}, ${body}, ${tx.now})`)

/** Without `authorId`, deletes the note of any author. */
export const deleteNote = (
  tx: StoreTx,
  { id, reviewId, authorId }: { id: string; reviewId: string; authorId: string | undefined },
): Promise<number> =>
  tx.run(sql`
    delete from review_notes
     where store_env_id = ${tx.storeEnvId} and review_id = ${reviewId} and id = ${id}
       and (${authorId ?? null}::text is null or author_id = ${authorId ?? null}::text)`)

export const countAssigned = async (tx: StoreTx, userId: string): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from review_assignees a where a.store_env_id = ${tx.storeEnvId} and a.user_id = ${userId}`)
  )?.count ?? 0

export const upsertAssignee = (tx: StoreTx, reviewId: string, userId: string) =>
  tx.run(sql`
    insert into review_assignees as a (store_env_id, review_id, user_id, assigned_at)
    values (${tx.storeEnvId}, ${reviewId}, ${userId}, ${tx.now})
    on conflict (store_env_id, review_id) do update set user_id = excluded.user_id, assigned_at = excluded.assigned_at
     where a.user_id <> excluded.user_id`)

export const deleteAssignee = (tx: StoreTx, reviewId: string): Promise<number> =>
  tx.run(sql`delete from review_assignees where store_env_id = ${tx.storeEnvId} and review_id = ${reviewId}`)

export const deleteAssigneesOf = (tx: StoreTx, userIds: readonly string[]) =>
  tx.run(sql`
    delete from review_assignees where store_env_id = ${tx.storeEnvId} and user_id = any(${userIds}::text[])`)

/** Locks the notes of all reviews with their authors' names. A note can name any customer. */
export const lockNotes = (tx: StoreTx) =>
  tx.all<{ id: string; body: string; authorEmail: string | null; authorName: string }>(sql`
    select n.id, n.body, r.author_email as "authorEmail", r.author_name as "authorName"
      from review_notes n join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = n.review_id
     where n.store_env_id = ${tx.storeEnvId} order by n.id for update of n`)

export const updateBody = (tx: StoreTx, { id, body }: { id: string; body: string }) =>
  tx.run(sql`update review_notes set body = ${body} where store_env_id = ${tx.storeEnvId} and id = ${id}`)
