// Parses product identifiers from spreadsheets, exports, pages and shops. All sources use these readers and one comparison
// key, by which two notations of an identifier match. Identifiers are stored as sent. These functions do no I/O.

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** Strips the characters that spreadsheets put around numbers to preserve zeros: `="0123"`, `'0123`, `"0123"`. */
export function cellText(cell: string): string {
  const text = cell.replace(invisible, '').trim()
  const [, formula] = /^=\s*"((?:[^"]|"")*)"$/.exec(text) ?? []
  if (formula !== undefined) return formula.replaceAll('""', '"').trim()
  const [, quoted] = /^"([^"]*)"$/.exec(text) ?? []
  return (quoted ?? text).replace(/^['\u2018\u2019](?=[\w-])/, '').trim()
}

const shortened = /^[+-]?(?:\d[.,]\d+E\+?\d{1,3}|\dE\+\d{1,3})$/i

/** True for a number such as `7.01235E+12`: a spreadsheet shortened it, and its last digits are lost. */
export const isMangledNumber = (cell: string): boolean => shortened.test(cellText(cell).replace(/\s/g, ''))

export const mangledMessage = (name: string, text: string): string =>
  `A spreadsheet program shortened the ${name} to “${text.trim().slice(0, 60)}”, so its last digits are lost. Format that column as text in the original file and export it again.`

export type ReadIdentifier = { value: string } | { mangled: string } | undefined

export function readId(cell: string): ReadIdentifier {
  const text = cellText(cell)
  if (isMangledNumber(text)) return { mangled: text }
  const id = text
    .replace(/^gid:\/\/shopify\/[a-z]+\//i, '')
    .replace(/^shopify-(?=\d+$)/i, '')
    // Statistics programs turn a column of ids with empty cells into numbers such as 7012345678.0.
    .replace(/^(\d+)[.,]0+$/, '$1')
  return id === '' ? undefined : { value: id }
}

/** A stock keeping unit may contain letters, so only the surrounding characters are removed. */
export function readSku(cell: string): ReadIdentifier {
  const text = cellText(cell)
  if (isMangledNumber(text)) return { mangled: text }
  return text === '' ? undefined : { value: text }
}

/**
 * Reads 7 to 14 digits, because leading zeros may be lost. Ignores check digits, so that two products with the same wrong
 * number still match.
 */
export function readGtin(cell: string): ReadIdentifier {
  const text = cellText(cell)
  if (isMangledNumber(text)) return { mangled: text }
  const digits = text
    .replace(/^(\d+)[.,]0+$/, '$1')
    .replace(/[\s-]+/g, '')
    .replace(dashes, '')
  return /^\d{7,14}$/.test(digits) ? { value: digits } : undefined
}

/** A GTIN's comparison key: its digits without leading zeros. Null for a number that a spreadsheet shortened. */
export const gtinKey = (text: string): string | null =>
  isMangledNumber(text) ? null : text.replace(/\.0+$/, '').replace(/\D+/g, '').replace(/^0+/, '') || null

/**
 * Returns an id's comparison key, or null for a shortened number, because two ids can be shortened to the same text.
 * `buildIdKey` of `product-lookup.ts` is the same in SQL.
 */
export function idKey(text: string): string | null {
  const bare = text
    .replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g, '')
    .replace(/^=?"([^"]*)"$/, '$1')
    .replace(/^['\u2018\u2019](?=[\w-])/, '')
    .replace(dashes, '-')
  if (shortened.test(bare)) return null
  const whole = bare.replace(/(?:\.0+|(?<=^\d+),0+)$/, '')
  return whole.replace(/^(?:gid:\/\/shopify\/[A-Za-z]+\/|shopify-(?=\d))?0*(?=.)/, '') || null
}
