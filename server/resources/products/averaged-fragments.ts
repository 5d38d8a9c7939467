import { sql } from '#platform/db/query.ts'

/**
 * True for reviews that count in averages, mark-up, feeds and destinations: their author named no relationship to the shop.
 * Requires the alias `r` for the reviews table.
 */
export const isAveraged = sql.raw("(r.relationship is null or r.relationship = 'none')")
