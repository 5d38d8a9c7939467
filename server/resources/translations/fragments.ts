import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** The finished translation of the review `r` as JSON. Null for a language that the store has removed. */
export const translationInto = (tx: Pick<StoreTx, 'storeEnvId'>, language: string) => sql`(
  select json_build_object('language', t.language, 'title', t.title, 'body', t.body, 'engine', t.engine)
    from review_translations t
   where t.store_env_id = ${tx.storeEnvId} and t.review_id = r.id and t.language = ${language} and t.body is not null
     and exists (select from review_settings s
                  where s.store_env_id = ${tx.storeEnvId} and t.language = any(s.translate)))`
