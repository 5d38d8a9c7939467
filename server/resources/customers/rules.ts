/**
 * First code point of scripts such as Chinese and Japanese, whose words have one or two letters. Same value as in
 * `app.name_terms`.
 */
const firstOfShortWords = 0x2e80

/**
 * Three or more letters match anywhere. Fewer match only the start of a word, because they occur inside nearly every name.
 */
export function buildPatterns(q: string): string[] {
  const text = q.replace(/[\\%_]/g, '\\$&')
  const isShort = [...q].length < 3 && (q.codePointAt(0) ?? 0) < firstOfShortWords
  return isShort ? [`${text}%`, `% ${text}%`] : [`%${text}%`]
}

/** Undefined if the text cannot be the beginning of an address. */
export function toAddressStart(q: string): string | undefined {
  const start = q.trim().toLowerCase()
  return /[\s\0]/.test(start) || start === '' ? undefined : start
}
