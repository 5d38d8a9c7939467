// The one check for every `next` parameter, to which the browser returns.

/**
 * The path as a browser of this origin resolves it, or undefined when it leads to another origin. Browsers drop tabs and
 * line breaks and turn backslashes, so these are refused. A double slash is refused after resolving, because dot segments
 * can create one. The application's twin is `admin/state/own-path.ts`; a test compares both.
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\p{Cc}]/u.test(value)) return undefined
  if (!URL.canParse(value, origin)) return undefined
  const url = new URL(value, origin)
  const isOwn = url.origin === new URL(origin).origin && !url.pathname.includes('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
