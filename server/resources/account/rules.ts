import { isLoopback } from '#platform/storefront/origins.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'

/** Only a link that was used gets this message. Any other invalid link reveals nothing. */
export const linkUsed = (instead: string) => conflict(`This link was already used. ${instead}`, 'link_used')

export const tooManyStores = (most: number) =>
  conflict(
    `The organization has ${most} stores, the most this service allows. Its operator can raise MAX_STORES.`,
    'limit_reached',
  )

export const originRequirement =
  'must be an https origin such as https://shop.example.com, without a path; plain http only on this machine, such as http://localhost:3000'

/** Normalises a storefront's origin to the form that browsers send: https, or http on loopback for developers. */
export function readStoreOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSecure || url.username || url.password || url.pathname !== '/' || url.search || url.hash) return
  return url.origin
}

export function normalizeOrigins(origins: readonly string[]): string[] {
  const normal = origins.map((text, i) => {
    const origin = readStoreOrigin(text)
    if (origin === undefined) throw invalidField(`/origins/${i}`, originRequirement)
    return origin
  })
  return [...new Set(normal)]
}

export function requireTimezone(timezone: string | undefined): void {
  if (timezone === undefined) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw invalidField('/timezone', 'is not an IANA time zone such as Europe/Berlin')
  }
}
