/** Photo links have the service's public address, but this page's policy allows pictures from its own origin only. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
