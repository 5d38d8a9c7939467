import { sql } from '#platform/db/query.ts'

/** Language of the review `r`, as `toLanguage` reads it. Null if unknown. */
export const language = sql.raw(
  "coalesce(nullif(lower(substring(r.locale from '^[A-Za-z]+')), 'und'), nullif(r.detected_language, 'und'))",
)

/** The same, with `und` for unknown, so that it equals any value of a filter. */
export const languageOrUnknown = sql.raw(
  "coalesce(nullif(lower(substring(r.locale from '^[A-Za-z]+')), 'und'), r.detected_language, 'und')",
)
