// The form's words, a file a language, each fetched when it is wanted.
import type { Texts } from './model.ts'

const files: Record<string, () => Promise<Texts>> = {
  en: async () => (await import('./texts/en.ts')).en,
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
  it: async () => (await import('./texts/it.ts')).it,
  nl: async () => (await import('./texts/nl.ts')).nl,
  pt: async () => (await import('./texts/pt.ts')).pt,
  pl: async () => (await import('./texts/pl.ts')).pl,
  ar: async () => (await import('./texts/ar.ts')).ar,
  he: async () => (await import('./texts/he.ts')).he,
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
export const textsIn = (language: string): Promise<Texts> => (files[language] ?? files.en ?? unknown)()

const unknown = () => Promise.reject(new Error('The form speaks no language.'))
