import { decimal, directionOf, toLanguage } from '../language.ts'
import { type Texts, textsIn } from './texts.ts'

export type Wording = {
  texts: Texts
  locale: string
  direction: 'rtl' | 'ltr'
  number(value: number): string
  decimal(value: number): string
  date(instant: string): string
}

export function spokenIn(locale = 'en'): Wording {
  const language = toLanguage(locale)
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  return {
    texts: textsIn(language),
    locale,
    direction: directionOf(language),
    number: (value) => value.toLocaleString(locale),
    decimal: (value) => decimal(locale, value),
    date: (instant) => dates.format(new Date(instant)),
  }
}
