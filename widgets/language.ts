// Which language an element speaks, and where it is told so. Names no store and asks no server.

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ar', 'he'] as const
export type Language = (typeof languages)[number]

/** The element's own word first, then that of the page around it, then the visitor's. */
export const wishesOf = (element: Element): (string | null | undefined)[] => [
  element.getAttribute('locale'),
  element.closest<HTMLElement>('[lang]')?.lang,
  document.documentElement.lang,
  navigator.language,
]

/** The first wish that we have words for. */
export function localeOf(element: Element): string | undefined {
  // What a page claims need not be a language at all, and would then throw where a date is written: language, script and
  // country are taken of it, and no more.
  return wishesOf(element)
    .map((wish) => /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2})?(?![a-z])/i.exec(wish ?? '')?.[0])
    .find((locale) => locale?.toLowerCase().startsWith(languageOf(locale)))
}

export const languageOf = (locale: string): Language =>
  languages.find((each) => each === locale.slice(0, 2).toLowerCase()) ?? 'en'

export const directionOf = (language: Language) => (language === 'ar' || language === 'he' ? 'rtl' : 'ltr')

export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** One decimal, as an average is read. */
export const decimal = (locale: string, value: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
