// Asks the service for what a shop's page may show: no cookies, no key, the store named in a header.

/** Which service and whose shop. */
export type Shop = { origin: string; store: string; headers?: Record<string, string> }

/**
 * A person who reloads a page (navigation type 1) looks for what has just changed, so a reload asks the service past the
 * browser's copy; an unchanged answer is a 304 without a body. Any other visit uses the copy.
 */
export const cache: RequestCache = performance.navigation.type === 1 ? 'no-cache' : 'default'

type Parameters = Record<string, string | number | boolean | null | string[]>

/** A visitor who still waits then is told, and may try again. */
const longestMs = 20_000

/** Leaves out parameters that are null or false. A list repeats its parameter. A refusal is an error with the contract's code as its cause. */
export async function read<T>(
  { origin, store, headers }: Shop,
  path: string,
  parameters: Parameters,
  ...signals: AbortSignal[]
): Promise<T> {
  const query = new URLSearchParams()
  // The browser writes numbers and booleans down by itself.
  for (const name in parameters) [parameters[name]].flat().map((each) => each && query.append(name, each as string))
  const response = await fetch(`${origin}/api/v1/storefront/${path}?${query}`, {
    cache,
    credentials: 'omit',
    headers: { 'x-store-env-id': store, ...headers },
    signal: AbortSignal.any([AbortSignal.timeout(longestMs), ...signals]),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message, { cause: answer.code })
  return answer
}

/**
 * The console says why nothing is shown, for the person who installs the widgets; visitors do not see it. A page of an origin that is not the store's is
 * told no reason by the browser, so it is named.
 */
export const explain = (error: unknown): void => console.warn(`Evident: ${(error as Error).message} (${origin})`)
