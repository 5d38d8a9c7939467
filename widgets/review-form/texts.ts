// Each language has one file, which is loaded on demand.
import type { Language } from '../../locales/languages.ts'
import type { Texts } from './model.ts'

export const textFiles: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('../../locales/en/review-form.json'),
  de: () => import('../../locales/de/review-form.json'),
  fr: () => import('../../locales/fr/review-form.json'),
  es: () => import('../../locales/es/review-form.json'),
  it: () => import('../../locales/it/review-form.json'),
  nl: () => import('../../locales/nl/review-form.json'),
  pt: () => import('../../locales/pt/review-form.json'),
  pl: () => import('../../locales/pl/review-form.json'),
  ar: () => import('../../locales/ar/review-form.json'),
  he: () => import('../../locales/he/review-form.json'),
}
