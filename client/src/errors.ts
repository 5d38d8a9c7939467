export class EvidentError extends Error {
  readonly status: number
  /** Stable code of the refusal. https://… /docs/errors lists the codes. */
  readonly code: string
  readonly requestId: string | undefined
  readonly details: readonly { path: string; message: string }[]

  constructor(status: number, body: unknown) {
    const { message, code, requestId, details } = (body ?? {}) as Partial<EvidentError>
    super(message ?? `The service answered ${status}.`)
    this.name = 'EvidentError'
    this.status = status
    this.code = code ?? 'unknown'
    this.requestId = requestId
    this.details = details ?? []
  }
}

/**
 * Returns the data of a response and throws an `EvidentError` for an error response: `await
 * orThrow(evident.GET('/reviews'))`.
 */
export async function orThrow<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call
  if (!response.ok) throw new EvidentError(response.status, error)
  return data as T
}
