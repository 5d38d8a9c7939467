import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { spokenLanguage } from '#resources/reviews/language-fragments.ts'
import type { ModerationReason } from '#resources/reviews/schema.ts'

/** Skips imported reviews, because their authors have no relation to this store. Without `mailDueAt`, no mail is sent. */
export const insert = (tx: StoreTx, rows: readonly { id: string; reviewId: string }[], mailDueAt: Date | null) =>
  tx.run(sql`
    insert into rejections (store_env_id, id, review_id, rejected_at, mail_due_at)
    select ${tx.storeEnvId}, c.id, r.id, ${tx.now}, case when r.author_email is not null then ${mailDueAt}::timestamptz end
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ reviewId }) => reviewId)}::uuid[]) as c(id, review_id)
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = c.review_id and r.source <> 'import'
    on conflict do nothing`)

export const updateEnded = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    update rejections j set ended_at = ${tx.now}, mail_due_at = null
     where j.store_env_id = ${tx.storeEnvId} and j.review_id = any(${reviewIds}::uuid[]) and j.ended_at is null`)

export async function findNextDue(tx: StoreTx): Promise<Date | undefined> {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(j.mail_due_at) as at from rejections j
     where j.store_env_id = ${tx.storeEnvId} and j.mail_due_at is not null`)
  return row?.at ? new Date(row.at) : undefined
}

/** Skips rejections that another transaction is undoing. The next run processes them. */
export const lockDue = (tx: StoreTx, limit: number) =>
  tx.all<{ id: string }>(sql`
    select j.id from rejections j
     where j.store_env_id = ${tx.storeEnvId} and j.mail_due_at <= ${tx.now}
     order by j.mail_due_at, j.id limit ${limit} for update skip locked`)

export type AddressedRejection = {
  id: string
  reviewId: string
  email: string
  name: string
  locale: string | null
  addressProven: boolean
  reason: ModerationReason | null
  rejectedAt: string
  storeName: string
  storeUrl: string | null
  product: { title: string | null; imageUrl: string | null }
  mailsToAddress: number
}

export const listAddressed = (tx: StoreTx, ids: readonly string[], since: Date) =>
  tx.all<AddressedRejection>(sql`
    select j.id, r.id as "reviewId", r.author_email as email, r.author_name as name, ${spokenLanguage(tx)} as locale,
           r.address_proven as "addressProven", r.moderation_reason as reason, j.rejected_at as "rejectedAt",
           s.name as "storeName", s.origins[1] as "storeUrl",
           json_build_object('title', coalesce(p.title, case when r.product_id is null then s.name end), 'imageUrl', p.image_url) as product,
           (select count(*) from reviews o
              join rejections m on m.store_env_id = ${tx.storeEnvId} and m.review_id = o.id and m.mailed_at > ${since}
             where o.store_env_id = ${tx.storeEnvId} and o.author_email = r.author_email) as "mailsToAddress"
      from rejections j
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = j.review_id
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
     where j.store_env_id = ${tx.storeEnvId} and j.id = any(${ids}::uuid[]) and j.ended_at is null and r.status = 'rejected'
       and r.author_email is not null
     order by j.id`)

export const updateHandedOver = (tx: StoreTx, due: readonly string[], mailed: readonly string[]) =>
  tx.run(sql`
    update rejections j
       set mail_due_at = null, mailed_at = case when j.id = any(${mailed}::uuid[]) then ${tx.now}::timestamptz end
     where j.store_env_id = ${tx.storeEnvId} and j.id = any(${due}::uuid[])`)

export const deleteExpiredLinks = (tx: StoreTx) =>
  tx.run(sql`delete from appeal_links l where l.store_env_id = ${tx.storeEnvId} and l.expires_at <= ${tx.now}`)

export const insertLinks = (tx: StoreTx, links: readonly { digest: Buffer; rejectionId: string; expiresAt: Date }[]) =>
  tx.run(sql`
    insert into appeal_links (digest, store_env_id, rejection_id, created_at, expires_at)
    select l.digest, ${tx.storeEnvId}, l.rejection_id, ${tx.now}, l.expires_at
      from unnest(${links.map(({ digest }) => digest)}::bytea[], ${links.map(({ rejectionId }) => rejectionId)}::uuid[],
                  ${links.map(({ expiresAt }) => expiresAt)}::timestamptz[]) as l(digest, rejection_id, expires_at)
    returning 1`)

export type Outcome = {
  reviewId: string
  email: string
  name: string
  locale: string | null
  addressProven: boolean
  outcome: 'upheld' | 'overturned'
  note: string | null
  storeName: string
  storeUrl: string | null
  product: { title: string | null; imageUrl: string | null }
}

export const findOutcome = (tx: StoreTx, appealId: string) =>
  tx.first<Outcome>(sql`
    select r.id as "reviewId", r.author_email as email, r.author_name as name, ${spokenLanguage(tx)} as locale, r.address_proven as "addressProven",
           a.state as outcome, a.note, s.name as "storeName", s.origins[1] as "storeUrl",
           json_build_object('title', coalesce(p.title, case when r.product_id is null then s.name end), 'imageUrl', p.image_url) as product
      from appeals a
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = a.review_id
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${appealId} and a.state <> 'open' and r.author_email is not null`)
