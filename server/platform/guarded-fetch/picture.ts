// Downloads a picture from an address that a merchant or a shop named.
import { GuardedFetchError } from './errors.ts'
import type { GuardedFetch } from './guarded-fetch.ts'

export type PictureDownload = { bytes: Buffer } | { failure: 'for_good' | 'for_now' }

const maxBytes = 10 * 1024 * 1024
const timeoutMs = 20_000
const maxHops = 4

export async function downloadPicture(
  fetch: GuardedFetch,
  address: string,
  signal: AbortSignal,
): Promise<PictureDownload> {
  let url = address
  for (let hop = 0; hop < maxHops; hop++) {
    const step = await get(fetch, url, signal)
    if (!('next' in step)) return step
    url = step.next
  }
  return { failure: 'for_good' }
}

async function get(fetch: GuardedFetch, url: string, signal: AbortSignal): Promise<PictureDownload | { next: string }> {
  try {
    const headers = { accept: 'image/webp,image/jpeg,image/png', 'user-agent': 'Evident-Photos/1' }
    const { status, headers: answered, body, truncated } = await fetch(url, { headers, maxBytes, timeoutMs, signal })
    if (status === 200) return truncated ? { failure: 'for_good' } : { bytes: body }
    if (status >= 300 && status < 400) return redirected(answered.location, url)
    return { failure: status === 408 || status === 425 || status === 429 || status >= 500 ? 'for_now' : 'for_good' }
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error
    if (error.code !== 'address_refused') return { failure: error.code === 'too_large' ? 'for_good' : 'for_now' }
    // Old exports contain http addresses of servers that now support https.
    return url.startsWith('http:') ? { next: url.replace('http:', 'https:') } : { failure: 'for_good' }
  }
}

function redirected(location: string | undefined, from: string): PictureDownload | { next: string } {
  const next = location === undefined ? null : URL.parse(location, from)
  return next ? { next: next.href } : { failure: 'for_good' }
}
