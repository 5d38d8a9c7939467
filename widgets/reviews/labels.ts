import { formFor } from '../../locales/fill.ts'
import { decimal, directionOf, fill, type Language, toLanguage } from '../language.ts'
import { type Texts, textFiles } from './texts.ts'

export type Labels = Texts & {
  locale: string
  language: Language
  direction: 'rtl' | 'ltr'
  fill: typeof fill
  number(value: number): string
  decimal(value: number): string
  date(instant: string): string
  counted(n: number): string
  starred(rating: string): string
}

export async function labelsIn(locale: string): Promise<Labels> {
  const language = toLanguage(locale)
  const { default: texts } = await textFiles[language]()
  const plural = new Intl.PluralRules(language)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const number = (value: number) => value.toLocaleString(locale)
  return {
    ...texts,
    locale,
    language,
    direction: directionOf(language),
    fill,
    number,
    decimal: (value) => decimal(locale, value),
    date: (instant) => dates.format(new Date(instant)),
    counted: (n) => fill(formFor(texts.count, plural.select(n)), { n: number(n) }),
    starred: (n) => fill(texts.starsOf, { n }),
  }
}
