// The form's words, a file a language, each fetched when it is wanted.
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

/** The first of these wishes that the form speaks, each a tag of BCP 47 or a list as browsers send it; else English. */
export function languageOf(...wishes: (string | null | undefined)[]): string {
  for (const wish of wishes.flatMap((each) => (each ?? '').split(','))) {
    const language = /^\s*([a-z]{2,3})(?=$|[-_;\s])/i.exec(wish)?.[1]?.toLowerCase()
    // The name that Hebrew had before 1989 is still what some systems send.
    const known = language === 'iw' ? 'he' : language
    if (known && languages.includes(known)) return known
  }
  return 'en'
}

export const directionOf = (language: string): 'rtl' | 'ltr' => (['ar', 'he'].includes(language) ? 'rtl' : 'ltr')

/** In one of `languages`. */
export const textsIn = async (language: string): Promise<Texts> =>
  (await (files[language as keyof typeof files] ?? files.en)()).texts
