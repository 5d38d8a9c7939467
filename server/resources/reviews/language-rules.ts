import type { LanguageSource } from './schema.ts'

/** Stored if the language cannot be detected from the text, so that no job tries again. */
export const unknownLanguage = 'und'

type Words = { title: string | null; body: string }

/** Language of a tag without script and country. `und` is no language. */
export function languageOfTag(tag: string | null): string | null {
  const [language = unknownLanguage] = /^[a-z]+/i.exec(tag ?? '') ?? []
  const found = language.toLowerCase()
  return found === unknownLanguage ? null : found
}

/** The locale that the author's form sent takes precedence over detection. */
export function toLanguage(
  locale: string | null,
  detected: string | null,
): { language: string | null; languageSource: LanguageSource | null } {
  const stated = languageOfTag(locale)
  if (stated !== null) return { language: stated, languageSource: 'author' }
  const found = languageOfTag(detected)
  return { language: found, languageSource: found === null ? null : 'detected' }
}

/** Value of `detected_language`. Null if the author stated a language, because then nobody needs to detect one. */
export const detectLanguage = async ({
  locale,
  ...words
}: Words & { locale: string | null }): Promise<string | null> =>
  languageOfTag(locale) === null ? await detectIn(words) : null

const fewestWords = 2
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The detector has 45 MB of tables and loads in 0.3 s (29 November 2026), so only a process that needs it loads it. */
async function detectIn({ title, body }: Words): Promise<string> {
  const text = [title, body].filter(Boolean).join('\n')
  if (!hasWords(text)) return unknownLanguage
  const { eld } = await import('eld/small')
  const result = eld.detect(text)
  return result.isReliable() ? result.language : unknownLanguage
}

/** Counts words in scripts without spaces too. */
function hasWords(text: string): boolean {
  let count = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike && ++count === fewestWords) return true
  return false
}
