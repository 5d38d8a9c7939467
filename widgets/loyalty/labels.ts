import { formFor } from '../../locales/fill.ts'
import { directionOf, fill, type Language, toLanguage } from '../language.ts'
import { type Texts, textFiles } from './texts.ts'

export type Labels = Texts & {
  locale: string
  direction: 'rtl' | 'ltr'
  language: Language
  fill: typeof fill
  date(instant: string): string
  counted(n: number): string
}

export async function labelsIn(wished: string): Promise<Labels> {
  const language = toLanguage(wished)
  // Dates and numbers use the language of the texts, because a mixture would be misread.
  const locale = wished.toLowerCase().startsWith(language) ? wished : language
  const { default: texts } = await textFiles[language]()
  const plural = new Intl.PluralRules(language)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  return {
    ...texts,
    locale,
    direction: directionOf(language),
    language,
    fill,
    date: (instant) => dates.format(new Date(instant)),
    counted: (n) => fill(formFor(texts.points, plural.select(n)), { n: n.toLocaleString(locale) }),
  }
}
