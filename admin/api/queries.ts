import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Answers soon enough after a rate limit or an outage; a refusal is not asked twice. */
const isWorthAnotherTry = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)

const isRateLimit = (error: unknown) => error instanceof ApiError && error.status === 429

export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && error.code !== 'password_wrong') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // What is away is asked once more, and then the page says so: a skeleton that stays tells nothing. A rate limit passes.
        retry: (failures, error) => failures < (isRateLimit(error) ? 3 : 1) && isWorthAnotherTry(error),
        retryDelay: (failures, error) =>
          (error instanceof ApiError ? error.retryAfterMs : undefined) ?? 500 * 2 ** failures,
      },
    },
  })
}
