/**
 * Browsers remove tabs and line breaks and convert backslashes to slashes, so these are refused. Dot segments can create a
 * double slash, so double slashes are refused after resolving. `admin/state/own-path.ts` has the same code, and a test
 * compares both.
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  const isOwn = url.origin === new URL(origin).origin && !url.pathname.includes('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
