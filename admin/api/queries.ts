import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Answers soon enough after a rate limit or an outage; a refusal is not asked twice. */
const isWorthAnotherTry = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)

/** A wrong password, code or passkey is what was shown, and says nothing of the session. */
const ownMistakes = new Set(['password_wrong', 'code_wrong', 'passkey_refused'])

const isRateLimit = (error: unknown) => error instanceof ApiError && error.status === 429

type Refused = {
  onSignedOut(): void
  /** The organization lets nobody in without a second factor, and this person has none. */
  onSecondFactorMissing(): void
  /** The organization asks its people to come by its own provider, and this session did not. */
  onSingleSignOnMissing(): void
}

export function createQueryClient({ onSignedOut, onSecondFactorMissing, onSingleSignOnMissing }: Refused): QueryClient {
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    if (error.status === 401 && !ownMistakes.has(error.code)) onSignedOut()
    if (error.code === 'two_factor_required') onSecondFactorMissing()
    if (error.code === 'single_sign_on_required') onSingleSignOnMissing()
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
