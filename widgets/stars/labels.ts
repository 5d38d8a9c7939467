// Texts of the stars for screen readers, for pages that load no other texts. They are worded without plural forms.
import texts from 'virtual:texts/stars'
import { decimal, fill, toLanguage } from '../language.ts'

export const formatLabel = (locale: string, average: number, count: number): string =>
  fill(texts[toLanguage(locale)], {
    average: decimal(locale, average),
    count: count.toLocaleString(locale),
  })
