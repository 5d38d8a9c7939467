// Languages of pages, mails and widgets.

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ar', 'he'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (code: string): code is Language => languages.some((each) => each === code)

/** Returns the first supported language of the BCP 47 tags or Accept-Language lists in `wishes`, or English. */
export function languageOf(...wishes: (string | null | undefined)[]): Language {
  for (const wish of wishes.flatMap((each) => (each ?? '').split(','))) {
    const code = /^\s*([a-z]{2,3})(?=$|[-_;\s])/i.exec(wish)?.[1]?.toLowerCase()
    // Some systems still send the code that Hebrew had before 1989.
    const known = languages.find((each) => each === (code === 'iw' ? 'he' : code))
    if (known) return known
  }
  return 'en'
}
