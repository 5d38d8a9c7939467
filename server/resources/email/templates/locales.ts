import { isLanguage, type Language } from '#locales/languages.ts'

export function broader(locale: string): string[] {
  const parts = locale.split('-')
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('-'))
}

/**
 * The canonical form of a language tag that a store sent (`pt_BR`, `EN-us`). Undefined when the text is not a language tag.
 */
export function localeIn(text: string | null | undefined): string | undefined {
  if (!text || text.length > 35) return undefined
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

export type Choice = {
  language: Language
  own: string | undefined
  /** Language of dates and numbers, and the mail's declared language. */
  lang: string
  dir: 'ltr' | 'rtl'
}

/**
 * Chooses the reader's language, or else the store's, or else English. The direction is always the reader's, even around
 * English words.
 */
export function chooseLocale(locale: string | null, defaultLocale: string, own: ReadonlySet<string>): Choice {
  const wanted = localeIn(locale) ?? defaultLocale
  const found = [wanted, defaultLocale, 'en']
    .flatMap(broader)
    .find((each) => own.has(each) || isLanguage(each)) as string
  const spoken = [found, defaultLocale].flatMap(broader).find(isLanguage) ?? 'en'
  return {
    language: spoken,
    own: own.has(found) ? found : undefined,
    lang: broader(wanted).includes(found) ? wanted : found,
    dir: directionOf(wanted),
  }
}

export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  new Intl.Locale(locale).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr'
