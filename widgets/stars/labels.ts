// Screen-reader texts of the stars, where no other texts are loaded. Worded so that no plural forms are needed.
import { decimal, fill, toLanguage } from '../language.ts'

const files = import.meta.glob<{ label: string }>('./*/stars.json', {
  base: '../../locales',
  eager: true,
  import: 'default',
})

export const formatLabel = (locale: string, average: number, count: number): string =>
  fill(files[`./${toLanguage(locale)}/stars.json`]?.label ?? '', {
    average: decimal(locale, average),
    count: count.toLocaleString(locale),
  })
