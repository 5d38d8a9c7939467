import { type Sql, sql } from './query.ts'

/** Escapes the characters with a meaning in LIKE, and matches the text anywhere. */
export const toPattern = (searched: string): string => `%${searched.replace(/[\\%_]/g, '\\$&')}%`

const isAscii = (searched: string) => [...searched].every((each) => each < '\u0080')

const twoCapitals = ['\u0130', '\u212a'] as const

/**
 * True where the column contains the text, ignoring case. Collation C folds ASCII letters only, in a fifth of the time of
 * the database's collation (50,000 reviews: 29 ms instead of 128, 28 November 2026). Only two characters beyond ASCII have
 * an ASCII lower case: the dotted capital I and the Kelvin sign.
 */
export function containsText(column: string, searched: string): Sql {
  const [text, pattern] = [sql.ref(column), toPattern(searched)]
  const isOneOf = sql.raw(String(twoCapitals.some((each) => searched.includes(each))))
  const isBeyondAscii = sql.raw(String(!isAscii(searched)))
  const has = (capital: string) => sql`strpos(${text}, ${sql.lit(capital)}) > 0`
  return sql`(
    ${text} collate "C" ilike ${pattern}
    or (${isOneOf} or octet_length(${text}) > length(${text})
                      and (${isBeyondAscii} or ${has(twoCapitals[0])} or ${has(twoCapitals[1])}))
       and ${text} ilike ${pattern})`
}
