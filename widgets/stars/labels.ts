// Screen-reader texts of the stars, where no other texts are loaded. Worded so that no plural forms are needed.
import texts from 'virtual:texts/stars'
import { decimal, fill, toLanguage } from '../language.ts'

export const formatLabel = (locale: string, average: number, count: number): string =>
  fill(texts[toLanguage(locale)], {
    average: decimal(locale, average),
    count: count.toLocaleString(locale),
  })
