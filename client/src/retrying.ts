// Retries a call after status 429 or 503, or a broken connection. Every write has an Idempotency-Key, so a lost
// response never makes it run twice.

export type RetryOptions = {
  attempts?: number
  /**
   * Wait before the second attempt, unless the service requests a wait. It doubles with each further attempt. Default:
   * 500 ms.
   */
  firstWaitMs?: number
  /** The longest wait. If the service asks for more, the call returns the response without a retry. Default: 60 s. */
  longestWaitMs?: number
}

type Fetch = (request: Request) => Promise<Response>

export function retrying(
  fetch: Fetch,
  { attempts = 5, firstWaitMs = 500, longestWaitMs = 60_000 }: RetryOptions,
): Fetch {
  return async (given) => {
    const request = withKey(given)
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts
      const backoffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4))
      let waitMs: number
      try {
        const response = await fetch(isLast ? request : request.clone())
        if (isLast || (response.status !== 429 && response.status !== 503)) return response
        const asked = Number(response.headers.get('retry-after')) * 1000
        waitMs = asked > 0 ? asked + Math.random() * 250 : backoffMs
        if (waitMs > longestWaitMs) return response
        await response.body?.cancel()
      } catch (error) {
        if (isLast || request.signal.aborted) throw error
        waitMs = backoffMs
      }
      await wait(waitMs, request.signal)
    }
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

function withKey(request: Request): Request {
  if (reads.has(request.method) || request.headers.has('idempotency-key')) return request
  const headers = new Headers(request.headers)
  headers.set('idempotency-key', crypto.randomUUID())
  return new Request(request, { headers })
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
