// What a storage key may look like, and what its ending says of the file.

/** Throws for what could lead anywhere but below the root. */
export function requireKey(key: string): string {
  const isPlain = /^[\w./-]{1,900}$/.test(key) && !key.split('/').some((part) => part === '' || part.startsWith('.'))
  if (!isPlain) throw new Error('This is not a storage key.')
  return key
}

const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
}

/** By the ending that the service gave it; what has none is nothing a browser should look into. */
export const typeOf = (key: string): string => types[/\.(\w+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream'
