export type Shop = { origin: string; store: string; headers?: Record<string, string> }

type Parameters = Record<string, string | number | boolean | null | undefined | string[]>

/**
 * Omits null and false parameters, and repeats a parameter for each value of a list. An error response throws an error
 * with the contract's code as its cause.
 */
export async function read<T>(
  { origin, store, headers }: Shop,
  path: string,
  parameters: Parameters,
  ...signals: AbortSignal[]
): Promise<T> {
  const query = new URLSearchParams()
  // The browser itself converts numbers and booleans to text.
  for (const name in parameters) [parameters[name]].flat().map((each) => each && query.append(name, each as string))
  const response = await fetch(`${origin}/api/v1/storefront/${path}?${query}`, {
    // After a reload (navigation type 1) the browser revalidates its copy, because that visitor expects fresh content.
    cache: performance.navigation.type === 1 ? 'no-cache' : 'default',
    credentials: 'omit',
    headers: { 'x-store-env-id': store, ...headers },
    // After this time the visitor sees an error with a retry.
    signal: AbortSignal.any([AbortSignal.timeout(20_000), ...signals]),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message, { cause: answer.code })
  return answer
}

/**
 * Logs a warning for the person who installs the widgets. It names the origin, because browsers hide the reason of a CORS
 * refusal.
 */
export const explain = (error: unknown): void => console.warn(`Evident: ${(error as Error).message} (${origin})`)
