/** Scripts such as Chinese and Japanese have words of one or two letters. Same value as in `app.name_terms`. */
const firstOfShortWords = 0x2e80

/**
 * Three or more letters match anywhere. Fewer match only the start of a word, because they occur inside nearly every name.
 */
export function buildPatterns(q: string): string[] {
  const text = q.replace(/[\\%_]/g, '\\$&')
  const isShort = [...q].length < 3 && (q.codePointAt(0) ?? 0) < firstOfShortWords
  return isShort ? [`${text}%`, `% ${text}%`] : [`%${text}%`]
}

/** Undefined if the text cannot be a part of an address. The index finds three characters or more. */
export function toAddressPart(q: string): string | undefined {
  const part = q.trim().toLowerCase()
  return part.length >= 3 && !/\s/.test(part) ? part : undefined
}
