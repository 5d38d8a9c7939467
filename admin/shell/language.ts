// Language of the admin app. The server reads the cookie. Without a cookie, it uses the browser's preference.

export const languageNames = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languageNames

const cookie = 'evident_language'
const year = 365 * 24 * 60 * 60

export const shownLanguage = (): Language => (globalThis.document?.documentElement.lang === 'de' ? 'de' : 'en')

export function chosenLanguage(): Language | undefined {
  const value = new RegExp(`(?:^|; )${cookie}=([a-z]{2})(?:;|$)`).exec(document.cookie)?.[1]
  return value !== undefined && value in languageNames ? (value as Language) : undefined
}

export function chooseLanguage(language: Language | undefined): void {
  const kept = language ? `${language}; max-age=${year}` : '; max-age=0'
  // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API
  document.cookie = `${cookie}=${kept}; path=/admin; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  location.reload()
}
