/**
 * The path to continue with after sign-in, or undefined when it leads to another origin. Browsers drop tabs and line breaks and turn
 * backslashes, so the address is resolved as they do, and resolved again as it will be followed.
 */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const url = within(value, origin)
  const path = url && url.pathname + url.search + url.hash
  return path && within(path, origin) ? path : undefined
}

function within(address: string, origin: string): URL | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url : undefined
}
