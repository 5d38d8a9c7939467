// Decides whether a page may speak for a store: its origin is one of the store's, or differs by a leading `www.` alone.
// Pure. Refuses whatever is no origin as a browser writes one, and plain http anywhere but on loopback.
import type { Page } from '../identity/incoming.ts'

/** The origin in its one spelling, or nothing when the text is no origin that a storefront may have. */
export function readOrigin(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > 300 || !/^https?:\/\/[^\s\p{Cc}/?#@\\]+$/iu.test(header))
    return undefined
  const url = URL.canParse(header) ? new URL(header) : undefined
  if (!url) return undefined
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url.origin : undefined
}

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * What stands in `Origin`, but for pages that this service serves itself (the demo storefront): a browser names no origin
 * when a page reads from its own, and says so in a header that no script can set. They are the service's, by whichever
 * of its names they were opened.
 */
export const withOwnPages = (page: Page, own: string): Page =>
  page.site === 'same-origin' ? { ...page, origin: own } : page

/** Every origin that stands for this one. */
export function wwwVariantsOf(origin: string): [string, string] {
  const [scheme = '', host = ''] = origin.split('://')
  return [origin, host.startsWith('www.') ? `${scheme}://${host.slice(4)}` : `${scheme}://www.${host}`]
}

export function isOriginOf(header: unknown, origins: readonly string[]): header is string {
  // Almost every request is spelt as the store spelt it.
  if (typeof header === 'string' && origins.includes(header)) return true
  const origin = readOrigin(header)
  if (origin === undefined) return false
  return wwwVariantsOf(origin).some((variant) => origins.includes(variant))
}
