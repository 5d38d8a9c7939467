import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type UndetectedReview = { id: string; title: string | null; body: string; isShown: boolean }

/** Reviews whose language is neither stated nor detected yet. Skips reviews that another transaction is changing. */
export const lockUndetected = (tx: StoreTx, limit: number) =>
  tx.all<UndetectedReview>(sql`
    select r.id, r.title, r.body, r.status = 'approved' as "isShown"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.detected_language is null and r.locale is null
     order by r.id
     limit ${limit}
       for update skip locked`)

export async function hasUndetected(tx: StoreReads): Promise<boolean> {
  const row = await tx.first<{ id: string }>(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.detected_language is null and r.locale is null limit 1`)
  return row !== undefined
}

export const updateDetected = (tx: StoreTx, rows: readonly { id: string; language: string }[]) =>
  tx.run(sql`
    update reviews r set detected_language = d.language
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ language }) => language)}::text[]) as d(id, language)
     where r.store_env_id = ${tx.storeEnvId} and r.id = d.id`)
