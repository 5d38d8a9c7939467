/**
 * Photo links have the service's public address. This page may use another one (localhost, 127.0.0.1), and its policy
 * allows pictures from its own origin only.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
