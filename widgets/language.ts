import { type Language, languages } from '../locales/languages.ts'

export { fill } from '../locales/fill.ts'
export type { Language }

/** The element's language attribute comes first, then the language of the page around it, then the visitor's language. */
export const listWishes = (element: Element): (string | null | undefined)[] => [
  element.getAttribute('locale'),
  element.closest<HTMLElement>('[lang]')?.lang,
  document.documentElement.lang,
  navigator.language,
]

export function readLocale(element: Element): string | undefined {
  // A page's `lang` may be invalid and make date formatting throw, so we use only language, script and country.
  return listWishes(element)
    .map((wish) => /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2})?(?![a-z])/i.exec(wish ?? '')?.[0])
    .find((locale) => locale?.toLowerCase().startsWith(toLanguage(locale)))
}

export const toLanguage = (locale: string): Language =>
  languages.find((each) => each === locale.slice(0, 2).toLowerCase()) ?? 'en'

export const directionOf = (language: Language) => (['ar', 'he'].includes(language) ? 'rtl' : 'ltr')

export const decimal = (locale: string, value: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
