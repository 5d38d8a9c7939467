import { type Sql, sql } from './query.ts'

/** Escapes the characters with a meaning in LIKE, and matches the text anywhere. */
export const toPattern = (searched: string): string => `%${searched.replace(/[\\%_]/g, '\\$&')}%`

const isAscii = (searched: string) => [...searched].every((each) => each < '\u0080')

/** The dotted capital I and the Kelvin sign are the only other characters with an ASCII lower case, i and k. */
const capitals = ['\u0130', '\u212a'] as const

/**
 * True where the column contains the text, ignoring case. For a text in ASCII, collation C finds the same in a quarter of
 * the time of the database's collation (50,000 reviews: 29 ms instead of 128, 28 November 2026).
 */
export function containsText(column: string, searched: string): Sql {
  const [text, pattern] = [sql.ref(column), toPattern(searched)]
  const isPlain = isAscii(searched)
  const mayBeCapital = isPlain && /[ik]/i.test(searched)
  const has = (capital: string) => sql`strpos(${text}, ${sql.lit(capital)}) > 0`
  return sql`(
    ${whether(isPlain)} and ${text} collate "C" ilike ${pattern}
    or (${whether(!isPlain)} or ${whether(mayBeCapital)} and (${has(capitals[0])} or ${has(capitals[1])}))
       and ${text} ilike ${pattern})`
}

/** Part of the SQL, so that the planner drops the conditions that it decides. */
const whether = (is: boolean) => sql.raw(String(is))
