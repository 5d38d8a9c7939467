import { invalidField } from '#platform/errors.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A storefront's origin as browsers write it: https, or http on loopback for those who build one. */
export function normalizeOrigins(origins: readonly string[]): string[] {
  const normal = origins.map((text, i) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
    if (!url || !isSecure || url.username || url.pathname !== '/' || url.search || url.hash) {
      throw invalidField(`/origins/${i}`, 'must be an https origin such as https://shop.example.com, without a path')
    }
    return url.origin
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
