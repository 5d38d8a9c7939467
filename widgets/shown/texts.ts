// Texts of the small widgets in all languages, worded so that no plural forms are needed.
import type english from '../../locales/en/shown-reviews.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

const files = import.meta.glob<Texts>('./*/shown-reviews.json', {
  base: '../../locales',
  eager: true,
  import: 'default',
})

export const textsIn = (language: Language): Texts => files[`./${language}/shown-reviews.json`] as Texts
