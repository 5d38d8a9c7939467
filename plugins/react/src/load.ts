import type { EvidentSource, LoadedReviews, Review, ReviewQuery, Summary } from './types.ts'

const longestBytes = 2_000_000
const mostProducts = 100

/** Undefined for any failure, because a page without reviews is better than no page. */
async function read<T>(source: EvidentSource, path: string, signal?: AbortSignal): Promise<T | undefined> {
  try {
    const timeout = AbortSignal.timeout(source.timeoutMs ?? 300)
    const response = await fetch(`${source.origin.replace(/\/+$/, '')}/api/v1/storefront/${path}`, {
      headers: { 'x-store-env-id': source.store, ...(source.page && { origin: source.page }) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok || Number(response.headers.get('content-length')) > longestBytes) return undefined
    return (await response.json()) as T
  } catch {
    return undefined
  }
}

const query = (values: Record<string, string | number | undefined>) => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) parameters.set(name, String(value))
  return parameters
}

export async function loadReviews(
  source: EvidentSource,
  productId: string,
  options: ReviewQuery = {},
  signal?: AbortSignal,
): Promise<LoadedReviews> {
  const { limit, sort, rating, cursor } = options
  const words = query({ platformProductId: productId, limit, sort, rating, cursor })
  const found = await read<{ data: Review[]; pagination: { nextCursor: string | null } }>(
    source,
    `reviews?${words}`,
    signal,
  )
  if (!Array.isArray(found?.data)) return { reviews: [], nextCursor: null, isLoaded: false }
  return { reviews: found.data, nextCursor: found.pagination?.nextCursor ?? null, isLoaded: true }
}

/** Summaries by product id. Unknown products are missing. */
export async function loadSummaries(
  source: EvidentSource,
  productIds: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, Summary>> {
  const ids = [...new Set(productIds)]
  const parts: string[][] = []
  for (let at = 0; at < ids.length; at += mostProducts) parts.push(ids.slice(at, at + mostProducts))
  const answers = await Promise.all(
    parts.map((part) => {
      const words = new URLSearchParams(part.map((id) => ['platformProductIds', id]))
      // The API splits a single value at its commas, but not repeated values, so one id is sent twice.
      if (part.length === 1) words.append('platformProductIds', `${part[0]}`)
      return read<{ data: Summary[] }>(source, `summary?${words}`, signal)
    }),
  )
  const found: Record<string, Summary> = Object.create(null)
  for (const answer of answers)
    if (Array.isArray(answer?.data)) for (const each of answer.data) found[each.platformProductId] = each
  return found
}

/** A product's reviews as schema.org data for `<JsonLd>`. Undefined for a product without reviews. */
export async function loadJsonLd(
  source: EvidentSource,
  productId: string,
  limit = 10,
): Promise<Record<string, unknown> | undefined> {
  const found = await read<Record<string, unknown>>(source, `json-ld?${query({ platformProductId: productId, limit })}`)
  return found && '@type' in found ? found : undefined
}
