import type english from '../../locales/en/loyalty.json'
import type { Language } from '../../locales/languages.ts'

export type Texts = typeof english

export const textFiles: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('../../locales/en/loyalty.json'),
  de: () => import('../../locales/de/loyalty.json'),
  fr: () => import('../../locales/fr/loyalty.json'),
  es: () => import('../../locales/es/loyalty.json'),
  it: () => import('../../locales/it/loyalty.json'),
  nl: () => import('../../locales/nl/loyalty.json'),
  pt: () => import('../../locales/pt/loyalty.json'),
  pl: () => import('../../locales/pl/loyalty.json'),
  ar: () => import('../../locales/ar/loyalty.json'),
  he: () => import('../../locales/he/loyalty.json'),
}
