// References to a product in a row, cleaned and ordered by reliability. The lookup happens elsewhere.

export type ProductReference = {
  platformProductId?: string
  handle?: string
  sku?: string
  gtin?: string
  url?: string
}

export type ProductKey = { kind: 'gtin' | 'platformProductId' | 'sku' | 'handle' | 'url'; value: string }

export function productKeys(product: ProductReference): ProductKey[] {
  const keys: ProductKey[] = []
  if (product.gtin) keys.push({ kind: 'gtin', value: product.gtin })
  if (product.platformProductId) keys.push({ kind: 'platformProductId', value: product.platformProductId })
  if (product.sku) keys.push({ kind: 'sku', value: product.sku })
  if (product.handle) keys.push({ kind: 'handle', value: product.handle })
  if (product.url) {
    const handle = handleOfUrl(product.url)
    if (handle && handle !== product.handle) keys.push({ kind: 'handle', value: handle })
    keys.push({ kind: 'url', value: product.url })
  }
  return keys
}

export function handle(value: string): string | undefined {
  const text = value.trim()
  if (/^https?:\/\//i.test(text)) return handleOfUrl(text)
  return lastSegment(text)
}

export function productUrl(value: string): string | undefined {
  const url = URL.parse(value.trim())
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const path = url.pathname.replace(/\/+$/, '')
  // `/?p=12` identifies a product by its query, but a bare origin does not. With a path, the query is only tracking.
  if (path === '') return url.search === '' ? undefined : `${url.origin}/${url.search}`
  return `${url.origin}${path}`
}

function handleOfUrl(value: string): string | undefined {
  const url = URL.parse(value)
  return url ? lastSegment(url.pathname) : undefined
}

function lastSegment(path: string): string | undefined {
  const segments = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
  const last = segments.at(-1)?.replace(/\.html?$/i, '')
  return last ? decoded(last) : undefined
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
