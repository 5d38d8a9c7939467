import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type ReviewTexts = {
  id: string
  title: string | null
  body: string
  author_name: string
  reply_body: string | null
}

/** Everything this address has written, held until the transaction ends. */
export const lockByAuthor = (tx: StoreTx, email: string) =>
  tx.all<ReviewTexts>(sql`
    select r.id, r.title, r.body, r.author_name, r.reply_body
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email}
     order by r.id
       for update`)

export type Anonymized = { id: string; title: string | null; body: string; reply_body: string | null }

export const updateAnonymized = (tx: StoreTx, authorName: string, rows: Anonymized[]) =>
  tx.run(sql`
    update reviews r
       set author_name = ${authorName}, author_email = null, title = a.title, body = a.body, reply_body = a.reply_body,
           anonymized_at = ${tx.now}, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(id uuid, title text, body text, reply_body text)
     where r.store_env_id = ${tx.storeEnvId} and r.id = a.id`)
