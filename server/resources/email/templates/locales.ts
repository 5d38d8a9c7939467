// Which language a mail is written in, and which way it runs.
import { isLanguage, type LanguageCode } from './texts/texts.ts'

/** `de-AT` → `de-AT`, `de`: itself and what it is a kind of. */
export function broader(locale: string): string[] {
  const parts = locale.split('-')
  return parts.map((_, i) => parts.slice(0, parts.length - i).join('-'))
}

/** The usual spelling of a language tag as stores send them (`pt_BR`, `EN-us`), or undefined when it is none. */
export function localeIn(text: string | null | undefined): string | undefined {
  if (!text || text.length > 35) return undefined
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

export type Choice = {
  /** Whose words are built in for it; another than the reader's when theirs is not spoken here. */
  language: LanguageCode
  /** The store's own template to use, if there is one. */
  own: string | undefined
  /** What dates and numbers are written in, and what the mail says its language is. */
  lang: string
  dir: 'ltr' | 'rtl'
}

/**
 * The reader's language first, the store's next, English last; in each the store's own words before the built-in ones.
 * The direction stays the reader's own: an Arabic reader's mail runs from right to left, even around English words.
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
