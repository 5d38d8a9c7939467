import type { Language } from '../../language.ts'
import type { Texts } from './keys.ts'

const files: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pt: () => import('./pt.ts'),
  pl: () => import('./pl.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
}

export const textsIn = async (language: Language): Promise<Texts> => (await files[language]()).texts
