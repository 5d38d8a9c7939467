import { invalidField } from './errors.ts'

type Text = string | null | undefined
type Texts = Record<string, Text | Record<string, Text>>

export const someText = (text: Text): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/**
 * Returns the translations by canonical tag, without languages that have no text. `at` is the path, in the request, of
 * the object that has the translations.
 */
export function readTranslations<T extends Texts>(said: Record<string, T> = {}, at = ''): Record<string, T> {
  const read = Object.entries(said).map(([name, texts]): [string, T] => [
    parseTag(name, `${at}/translations/${name}`),
    removeEmptyTexts(texts) as T,
  ])
  const twice = read.find(([tag], i) => read.findIndex(([other]) => other === tag) !== i)
  if (twice) throw invalidField(`${at}/translations/${twice[0]}`, 'is given twice')
  return Object.fromEntries(read.filter(([, texts]) => Object.keys(texts).length > 0))
}

const removeEmptyTexts = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).flatMap(kept))

function kept([field, said]: [string, Texts[string]]): [string, Texts[string]][] {
  if (typeof said === 'object' && said !== null) {
    const inner = removeEmptyTexts(said) as Record<string, Text>
    return Object.keys(inner).length === 0 ? [] : [[field, inner]]
  }
  const text = someText(said)
  return text === null ? [] : [[field, text]]
}

/** Builds a text that can be compared, because the database reorders an object's fields. */
export const translationsText = (translations: Record<string, unknown>): string => JSON.stringify(inOrder(translations))

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
        .map(([name, each]) => [name, inOrder(each)])
    : value

export function parseTag(text: string, path: string): string {
  const tag = canonicalTag(text)
  if (tag === undefined) throw invalidField(path, 'must be a language tag such as en or pt-BR')
  return tag
}

/** `pt_br` becomes `pt-BR`; undefined for an invalid tag. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** Returns a reader's language tag and its base language. An unknown language matches no translation. */
export function parseReader(locale: string | undefined): { tag: string; language: string } {
  const tag = (locale && canonicalTag(locale)) || ''
  return { tag, language: tag.split('-')[0] ?? '' }
}

/** The translation into the reader's language or its base language, or else the text itself. */
export function textIn(
  reader: string | undefined,
  own: string | null,
  locale: string | null,
  said: (language: string) => string | null | undefined,
): string | null {
  const { tag, language } = parseReader(reader)
  if (tag === '' || locale === tag) return own
  return said(tag) ?? (locale === language ? own : (said(language) ?? own))
}
