// What a search for a name finds.

/** Scripts from here on, as Chinese and Japanese, write words in one letter or two. As in `app.name_terms`. */
const firstOfShortWords = 0x2e80

/** Three letters are found anywhere; fewer only where a word begins, as every other name has them somewhere. */
export function patternsOf(q: string): string[] {
  const text = q.replace(/[\\%_]/g, '\\$&')
  const isShort = [...q].length < 3 && (q.codePointAt(0) ?? 0) < firstOfShortWords
  return isShort ? [`${text}%`, `% ${text}%`] : [`%${text}%`]
}
