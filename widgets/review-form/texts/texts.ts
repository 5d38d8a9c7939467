// One file per language, fetched on demand.
import type { Texts } from './keys.ts'

const files = {
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

export const languages: readonly string[] = Object.keys(files)

/** The first supported wish: BCP 47 tags, or lists as browsers send them. Falls back to English. */
export function languageOf(...wishes: (string | null | undefined)[]): string {
  for (const wish of wishes.flatMap((each) => (each ?? '').split(','))) {
    const language = /^\s*([a-z]{2,3})(?=$|[-_;\s])/i.exec(wish)?.[1]?.toLowerCase()
    // Some systems still send the code that Hebrew had before 1989.
    const known = language === 'iw' ? 'he' : language
    if (known && languages.includes(known)) return known
  }
  return 'en'
}

export const directionOf = (language: string): 'rtl' | 'ltr' => (['ar', 'he'].includes(language) ? 'rtl' : 'ltr')

export const textsIn = async (language: string): Promise<Texts> =>
  (await (files[language as keyof typeof files] ?? files.en)()).texts
