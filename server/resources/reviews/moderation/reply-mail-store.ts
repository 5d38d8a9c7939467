import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { spokenLanguage } from '../language-fragments.ts'

export type AnsweredReview = {
  id: string
  email: string
  name: string
  locale: string | null
  storeName: string
  storeUrl: string | null
  product: { title: string | null; imageUrl: string | null }
  said: { title: string | null; body: string; rating: number }
  reply: { body: string; authorName: string }
}

/** True if the reply is public and the author's address is proven. */
const isReplyMailWanted = sql.raw(
  `r.status = 'approved' and r.reply_body is not null and r.address_proven and r.author_email is not null`,
)

export const listAnswered = (tx: StoreTx, ids: string[]) =>
  tx.all<AnsweredReview>(sql`
    select r.id, r.author_email as email, r.author_name as name, ${spokenLanguage(tx)} as locale, s.name as "storeName", s.origins[1] as "storeUrl",
           json_build_object('title', coalesce(p.title, case when r.product_id is null then s.name end), 'imageUrl', p.image_url) as product,
           json_build_object('title', r.title, 'body', r.body, 'rating', r.rating) as said,
           json_build_object('body', r.reply_body, 'authorName', r.reply_author_name) as reply
      from reviews r
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[]) and ${isReplyMailWanted}
     order by r.id`)

/** Plans a mail only for reviews without one, because an author gets one mail per review. */
export const updateDue = (tx: StoreTx, ids: string[], dueAt: Date) =>
  tx.run(sql`
    update reviews r set reply_mail_due_at = ${dueAt}, updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[]) and r.reply_mailed_at is null and ${isReplyMailWanted}`)

export const updateNotDue = (tx: StoreTx, ids: string[]) =>
  tx.run(sql`
    update reviews r set reply_mail_due_at = null, updated_at = ${tx.now}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[]) and r.reply_mail_due_at is not null`)

export async function findNextDue(tx: StoreTx): Promise<Date | undefined> {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(r.reply_mail_due_at) as at from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.reply_mail_due_at is not null`)
  return row?.at ? new Date(row.at) : undefined
}

/** Skips reviews that are being changed. The next run reads them again, and the change may cancel the mail. */
export const lockDue = (tx: StoreTx, limit: number) =>
  tx.all<{ id: string }>(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.reply_mail_due_at <= ${tx.now}
     order by r.reply_mail_due_at, r.id limit ${limit} for update skip locked`)

type Ids = readonly { id: string }[]

export const updateHandedOver = (tx: StoreTx, due: Ids, mailed: Ids) =>
  tx.run(sql`
    update reviews r
       set reply_mail_due_at = null, updated_at = ${tx.now},
           reply_mailed_at = case when r.id = any(${idsOf(mailed)}::uuid[]) then ${tx.now}::timestamptz end
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${idsOf(due)}::uuid[])`)

const idsOf = (rows: Ids) => rows.map(({ id }) => id)

export const updateNotHandedOver = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update reviews r set reply_mailed_at = null where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}`)
