import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.generated.js'
import { type RetryOptions, retrying } from './retrying.js'

/**
 * Each method, such as `GET` or `POST`, accepts its own paths: `evident.GET('/reviews', { params: { query: { rating: [1] }
 * } })`.
 */
export type Evident = Client<paths>

export type EvidentOptions = RetryOptions & {
  origin: string
  /** An API key, `evnt_…`. */
  key: string
  /** The store of store-level calls: an `id` from `GET /account/stores`. */
  storeEnvId?: string
  fetch?: (request: Request) => Promise<Response>
}

export function createEvident({ origin, key, storeEnvId, fetch, ...retries }: EvidentOptions): Evident {
  return createClient<paths>({
    baseUrl: `${origin.replace(/\/+$/, '')}/api/v1`,
    headers: { authorization: `Bearer ${key}`, ...(storeEnvId && { 'x-store-env-id': storeEnvId }) },
    // Several values of a filter are sent as one parameter, separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: retrying(fetch ?? ((request) => globalThis.fetch(request)), retries),
  })
}
