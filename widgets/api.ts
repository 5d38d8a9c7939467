// Asks the service for what a shop's page may show: no cookies, no key, the store named in a header.

/** Which service and whose shop. */
export type Shop = { origin: string; store: string }

type Parameters = Record<string, string | number | boolean | null>

/** What is null or false is not asked for. A refusal is an error with the contract's code as its cause. */
export async function read<T>(
  { origin, store }: Shop,
  path: string,
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<T> {
  const query = new URLSearchParams()
  for (const name in parameters) if (parameters[name]) query.set(name, String(parameters[name]))
  const response = await fetch(`${origin}/api/v1/storefront/${path}?${query}`, {
    credentials: 'omit',
    headers: { 'x-store-env-id': store },
    signal,
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message, { cause: answer.code })
  return answer
}

/** Whoever installs the widgets reads why nothing is shown; visitors do not. */
export const explain = (error: unknown): void => console.warn('Evident:', (error as Error).message)
