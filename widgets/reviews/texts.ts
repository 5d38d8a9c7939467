import type english from '../../locales/en/reviews.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textFiles: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('../../locales/en/reviews.json'),
  de: () => import('../../locales/de/reviews.json'),
  fr: () => import('../../locales/fr/reviews.json'),
  es: () => import('../../locales/es/reviews.json'),
  it: () => import('../../locales/it/reviews.json'),
  nl: () => import('../../locales/nl/reviews.json'),
  pt: () => import('../../locales/pt/reviews.json'),
  pl: () => import('../../locales/pl/reviews.json'),
  ar: () => import('../../locales/ar/reviews.json'),
  he: () => import('../../locales/he/reviews.json'),
}
