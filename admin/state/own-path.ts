/**
 * The path to continue with after sign-in, or undefined when it leads to another origin. Browsers drop tabs and line breaks and turn
 * backslashes, so these are refused. The path is resolved as a browser does, and a double slash refused afterwards: dot segments can make
 * one. The server's twin is `server/platform/values/own-path.ts`; a test compares both.
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  const isOwn = url.origin === new URL(origin).origin && !url.pathname.includes('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
