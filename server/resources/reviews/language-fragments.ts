import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Language of the review `r`, as `toLanguage` reads it. Null if unknown. */
export const language = sql.raw(
  "coalesce(nullif(lower(substring(r.locale from '^[A-Za-z]+')), 'und'), nullif(r.detected_language, 'und'))",
)

/** Language of the review `r`, or `und` if unknown, so that a filter can compare it. */
export const languageOrUnknown = sql.raw(
  "coalesce(nullif(lower(substring(r.locale from '^[A-Za-z]+')), 'und'), r.detected_language, 'und')",
)

/** Language in which pages and mails speak to the author of the review `r`: as stated, else the form's, else detected. */
export const spokenLanguage = (tx: Pick<StoreReads, 'storeEnvId'>) => sql`
  coalesce(r.locale,
           (select s.language from review_submissions s where s.store_env_id = ${tx.storeEnvId} and s.review_id = r.id),
           nullif(r.detected_language, 'und'))`
