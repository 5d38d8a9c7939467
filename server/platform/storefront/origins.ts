// Compares origins and ignores a leading `www.`. Refuses everything that browsers never send, and plain http outside
// loopback.
import type { Page } from '../identity/incoming.ts'

/** The canonical origin; undefined when a storefront cannot have it. */
export function readOrigin(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > 300 || !/^https?:\/\/[^\s\p{Cc}/?#@\\]+$/iu.test(header))
    return undefined
  const url = URL.canParse(header) ? new URL(header) : undefined
  if (!url) return undefined
  return url.protocol === 'https:' || isLoopback(url.hostname) ? url.origin : undefined
}

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Browsers send no origin when a page requests its own server. Instead they send a header that no script can set. */
export const withOwnPages = (page: Page, own: string): Page =>
  page.site === 'same-origin' ? { ...page, origin: own } : page

export function listWwwVariants(origin: string): [string, string] {
  const [scheme = '', host = ''] = origin.split('://')
  return [origin, host.startsWith('www.') ? `${scheme}://${host.slice(4)}` : `${scheme}://www.${host}`]
}

export function isAllowedOrigin(header: unknown, origins: readonly string[]): header is string {
  // Almost every request spells the origin exactly as the store does.
  if (typeof header === 'string' && origins.includes(header)) return true
  const origin = readOrigin(header)
  if (origin === undefined) return false
  return listWwwVariants(origin).some((variant) => origins.includes(variant))
}
