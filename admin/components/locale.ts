const language = globalThis.document?.documentElement.lang || 'en'

/** Locale for numbers and dates: the reader's regional variant of the page's language, such as de-CH. */
export const shownLocale: string =
  (globalThis.navigator?.languages ?? []).find((tag) => tag.split('-')[0] === language) ?? language
