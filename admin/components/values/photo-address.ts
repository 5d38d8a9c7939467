/**
 * The service writes its public address into photo links; this page may be open under another name of the same service
 * (localhost, 127.0.0.1), and its policy allows pictures from its own origin only.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
