import { fill, formFor } from '#locales/fill.ts'
import { isLanguage } from '#locales/languages.ts'
import { type Texts, textsIn } from '#locales/texts.ts'

export type Labels = Omit<Texts<'review-documents'>, 'pooled'> & {
  locale: string
  number(value: number): string
  /** An average, with one decimal. */
  decimal(value: number): string
  date(instant: string, timezone: string): string
  counted(n: number): string
  /** States how many of the counted reviews come from other stores or products. */
  pooled(n: number): string
}

export function labelsIn(wanted: string): Labels {
  const locale = canonical(wanted)
  const language = new Intl.Locale(locale).language
  const known = isLanguage(language) ? language : 'en'
  const own = textsIn('review-documents', known)
  const spoken = known === language ? locale : known
  const numbers = new Intl.NumberFormat(spoken, { maximumFractionDigits: 2 })
  const decimals = new Intl.NumberFormat(spoken, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const plural = new Intl.PluralRules(known)
  return {
    ...own,
    locale: spoken,
    number: (value) => numbers.format(value),
    decimal: (value) => decimals.format(value),
    date: (instant, timezone) =>
      new Intl.DateTimeFormat(spoken, { dateStyle: 'long', timeZone: timezone }).format(new Date(instant)),
    counted: (n) => fill(formFor(own.count, plural.select(n)), { n: numbers.format(n) }),
    pooled: (n) => fill(formFor(own.pooled, plural.select(n)), { n: numbers.format(n) }),
  }
}

/** A text may look like a language tag and be invalid. */
function canonical(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
