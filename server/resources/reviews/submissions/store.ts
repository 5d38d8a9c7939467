import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type SubmissionRow = { reviewId: string; verified: boolean; awaitsConfirmation: boolean; isOfOrder: boolean }

export const selectByKey = (tx: StoreTx, key: Buffer) => sql<SubmissionRow>`
    select s.review_id as "reviewId", r.verified, s.awaits_confirmation as "awaitsConfirmation",
           r.order_id is not null and not s.awaits_confirmation as "isOfOrder"
      from review_submissions s
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = s.review_id
     where s.store_env_id = ${tx.storeEnvId} and s.key = ${key}`

export type NewRow = { reviewId: string; key: Buffer; consentedAt: Date; language: string; awaitsConfirmation: boolean }

export const insertion = (tx: StoreTx, row: NewRow) => sql`
    insert into review_submissions (store_env_id, review_id, key, consented_at, language, awaits_confirmation, created_at)
    values (${tx.storeEnvId}, ${row.reviewId}, ${row.key}, ${row.consentedAt}, ${row.language}, ${row.awaitsConfirmation},
            ${tx.now})`

/** An erasure deletes the keys: with the service's secret, a key can prove that a guessed person wrote the review. */
export const deleteSubmissions = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    delete from review_submissions s where s.store_env_id = ${tx.storeEnvId} and s.review_id = any(${reviewIds}::uuid[])`)

export const countMails = async (tx: StoreTx, email: string, template: string, since: Date): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from email_messages m
     where m.store_env_id = ${tx.storeEnvId} and m.email = ${email} and m.created_at > ${since} and m.template = ${template}`)
  return row?.count ?? 0
}
