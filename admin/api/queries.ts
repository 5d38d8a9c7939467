import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Network errors, rate limits and outages are worth a retry. Other refusals are not. */
const isWorthAnotherTry = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)

/** These 401 responses concern the password, code or passkey that was sent. The session is still valid. */
const ownMistakes = new Set(['password_wrong', 'code_wrong', 'passkey_refused'])

const isRateLimit = (error: unknown) => error instanceof ApiError && error.status === 429

type RefusalHandlers = {
  onSignedOut(): void
  onSecondFactorMissing(): void
  onSingleSignOnMissing(): void
}

export function createQueryClient({
  onSignedOut,
  onSecondFactorMissing,
  onSingleSignOnMissing,
}: RefusalHandlers): QueryClient {
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
        // Most requests are retried once, then the page shows the error. Rate-limited requests are retried three times,
        // because the limit soon resets.
        retry: (failures, error) => failures < (isRateLimit(error) ? 3 : 1) && isWorthAnotherTry(error),
        retryDelay: (failures, error) =>
          (error instanceof ApiError ? error.retryAfterMs : undefined) ?? 500 * 2 ** failures,
      },
    },
  })
}
