const language = globalThis.document?.documentElement.lang || 'en'

/** How numbers and moments are written: as the browser's reader has them where that is the page's language, such as de-CH. */
export const shownLocale: string =
  (globalThis.navigator?.languages ?? []).find((tag) => tag.split('-')[0] === language) ?? language
