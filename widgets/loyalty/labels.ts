// Words, numbers and dates of a shopper's points. Two languages are small enough to come with the element.
import { fill } from '../language.ts'
import { texts as de } from './texts/de.ts'
import { texts as en } from './texts/en.ts'
import type { Texts } from './texts/keys.ts'

export type Labels = Texts & {
  locale: string
  /** In which of them the service's own sentences are read. */
  language: 'en' | 'de'
  fill: typeof fill
  number(value: number): string
  date(instant: string): string
  /** So many points. */
  counted(n: number): string
}

export function labelsIn(wished: string): Labels {
  const language = /^de\b/i.test(wished) ? 'de' : 'en'
  // Dates and numbers follow the words: those of another language among them would be misread.
  const locale = wished.toLowerCase().startsWith(language) ? wished : language
  const texts = language === 'de' ? de : en
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const number = (value: number) => value.toLocaleString(locale)
  return {
    ...texts,
    locale,
    language,
    fill,
    number,
    date: (instant) => dates.format(new Date(instant)),
    counted: (n) => fill(n === 1 ? texts.points.one : texts.points.other, { n: number(n) }),
  }
}
