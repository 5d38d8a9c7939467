import type { IncomingHttpHeaders } from 'node:http'

/** The page itself sets this cookie, which contains only a language, so it needs no protection. */
export const languageCookie = 'evident_language'

export function pageLanguage(headers: IncomingHttpHeaders, known: readonly string[]): string {
  const chosen = new RegExp(`(?:^|;)\\s*${languageCookie}=([a-z]{2})\\s*(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  const wishes = (headers['accept-language'] ?? '').split(',', 20).map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return [chosen, ...wishes].find((wish) => wish !== undefined && known.includes(wish)) ?? 'en'
}
