/**
 * Returns the path to continue with after sign-in, or undefined for another origin. Browsers drop tabs and line breaks and
 * turn backslashes into slashes, so such paths are refused. Dot segments can produce a double slash, so the check runs
 * after resolving. `server/platform/values/own-path.ts` has the same rule, and a test compares both.
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  const isOwn = url.origin === new URL(origin).origin && !url.pathname.includes('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
