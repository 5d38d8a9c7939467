/**
 * The path to continue with after sign-in; undefined for another origin. Browsers drop tabs and line breaks and turn
 * backslashes, so these are refused. Dot segments can make a double slash, so it is refused after resolving. The server's
 * twin is `server/platform/values/own-path.ts`; a test compares both.
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  const isOwn = url.origin === new URL(origin).origin && !url.pathname.includes('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
