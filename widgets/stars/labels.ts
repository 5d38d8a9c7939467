// Screen-reader texts of the stars, where no other texts are loaded. Worded so that no plural forms are needed.
import { decimal, fill, languageOf } from '../language.ts'

const files = import.meta.glob<{ label: string }>('./*/stars.json', {
  base: '../../locales',
  eager: true,
  import: 'default',
})

export const labelOf = (locale: string, average: number, count: number): string =>
  fill(files[`./${languageOf(locale)}/stars.json`]?.label ?? '', {
    average: decimal(locale, average),
    count: count.toLocaleString(locale),
  })
