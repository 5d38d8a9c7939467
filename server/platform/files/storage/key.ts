/** Throws for a key that could lead outside the root. */
export function requireKey(key: string): string {
  const isPlain = /^[\w./-]{1,900}$/.test(key) && !key.split('/').some((part) => part === '' || part.startsWith('.'))
  if (!isPlain) throw new Error('Invalid storage key.')
  return key
}

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
}

/**
 * The extension, which the service chose, determines the media type. A file without an extension gets a type that browsers
 * do not interpret.
 */
export const chooseContentType = (key: string): string =>
  types[/\.(\w+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
