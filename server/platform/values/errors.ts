// Owns the one error class that reaches a caller, and the few refusals that belong to the kernel itself.
// A code is stable and part of the contract; the message is written for the person who has to act on it.

export type Detail = { path: string; message: string }

export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Detail[] | undefined
  /** Fields beside message and code, such as `requiredPlan`. */
  readonly extra: Record<string, string> | undefined
  readonly headers: Record<string, string> | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      details?: Detail[]
      extra?: Record<string, string>
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.details = more.details
    this.extra = more.extra
    this.headers = more.headers
  }
}

/** The kernel's own codes with their status; areas declare theirs. Some belong to no area, since several use them. */
export const kernelStatuses = {
  validation_failed: 400,
  store_env_required: 400,
  unauthenticated: 401,
  api_key_invalid: 401,
  api_key_expired: 401,
  access_ended: 401,
  token_invalid: 401,
  delegated_access: 403,
  membership_required: 403,
  organization_closing: 403,
  origin_forbidden: 403,
  owner_required: 403,
  plan_required: 403,
  role_insufficient: 403,
  role_read_only: 403,
  scope_denied: 403,
  single_sign_on_required: 403,
  store_env_forbidden: 403,
  subscription_expired: 403,
  two_factor_required: 403,
  user_session_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_answer_not_kept: 409,
  idempotency_in_progress: 409,
  idempotency_key_reused: 409,
  limit_reached: 409,
  not_retryable: 409,
  secret_already_shown: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  search_too_broad: 422,
  rate_limited: 429,
  internal_error: 500,
  database_unavailable: 503,
  temporarily_unavailable: 503,
} as const

export const invalid = (message: string, details?: Detail[]) =>
  new AppError(400, 'validation_failed', message, details ? { details } : {})

/** One wrong field: `path` is a JSON pointer such as `/lineItems/0/quantity`. */
export const invalidField = (path: string, message: string) => invalid(`${path}: ${message}`, [{ path, message }])

export const unauthenticated = (message = 'Send an API key as "Authorization: Bearer evnt_…", or sign in.') =>
  new AppError(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer' } })

export const forbidden = (code: string, message: string, extra?: Record<string, string>) =>
  new AppError(403, code, message, extra ? { extra } : {})

/** The password was right; the organization wants to be reached by its own provider. */
export const singleSignOnRequired = () =>
  forbidden('single_sign_on_required', 'Your organization asks you to come by single sign-on: sign in with it.')

export const notFound = (what: string, id?: string) =>
  new AppError(
    404,
    'not_found',
    id === undefined ? `No such ${what}.` : `No ${what} ${id.slice(0, 100)} in this store.`,
  )

/** What was looked for; 404 when there is none. */
export function orNotFound<T>(found: T | undefined, what: string, id: string): T {
  if (found === undefined) throw notFound(what, id)
  return found
}

export const conflict = (message: string, code = 'conflict') => new AppError(409, code, message)

export const databaseUnavailable = (cause?: unknown) =>
  new AppError(503, 'database_unavailable', 'The database cannot be reached. Try again shortly.', {
    cause,
    headers: { 'retry-after': '1' },
  })

/** Refused because of load, before anything was asked: there was no connection for it. */
export const isOfLoad = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 503 || error.code === 'rate_limited')

/** A lock that another transaction did not release in time: nothing happened. */
const databaseBusy = (cause: unknown) =>
  new AppError(429, 'rate_limited', 'Other calls are changing the same data. Send this one after them.', {
    cause,
    headers: { 'retry-after': '2' },
  })

/** An organization or a store has as many calls under way as its share allows, and the wait was too long. */
export const shareTaken = (cause?: unknown) =>
  new AppError(429, 'rate_limited', 'Your organization has many calls under way. Send this one after them.', {
    cause,
    headers: { 'retry-after': '2' },
  })

/** All organizations together have taken everything. */
export const allPlacesTaken = () =>
  new AppError(503, 'temporarily_unavailable', 'Many calls are under way at this moment. Try again shortly.', {
    headers: { 'retry-after': '2' },
  })

/** Nothing happened: what was to be written would have been seen later than those who follow changes look back. */
export const tookTooLong = () =>
  new AppError(503, 'temporarily_unavailable', 'This took longer than a change may take, and was undone. Try again.', {
    headers: { 'retry-after': '5' },
  })

type PostgresError = Error & { code?: string; constraint?: string }

/** SQLSTATE classes and socket errors that mean "no database", as against "the database said no". */
const away = /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND)/

/** What the driver says without a code. */
const cutOff = /Connection terminated|is not queryable|timeout exceeded when trying to connect/

const lockTimeout = '55P03'

/**
 * Turns what the database driver threw into what a caller may see; anything else comes back as it was. `constraints`: what
 * running into each of them means; areas declare them.
 */
export function fromDatabase(error: unknown, constraints: Readonly<Record<string, () => AppError>> = {}): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const { code, constraint, message } = error as PostgresError
  const meaning = constraint === undefined ? undefined : constraints[constraint]
  if (meaning) return meaning()
  if ((code && away.test(code)) || cutOff.test(message)) return databaseUnavailable(error)
  return code === lockTimeout ? databaseBusy(error) : error
}

export function isDatabaseAway(error: unknown): boolean {
  const known = fromDatabase(error)
  return known instanceof AppError && known.code === 'database_unavailable'
}

/** SQLSTATE of a statement that was ended before its end, as a rule by its time limit. */
export const statementEnded = '57014'

export const isEnded = (error: unknown): boolean => (error as { code?: string } | null)?.code === statementEnded

/** Its transaction is undone as a whole. Not said where it is thrown: a search says more, and a job only fails. */
export const statementTookTooLong = (cause: unknown) =>
  new AppError(
    503,
    'temporarily_unavailable',
    'This took the database longer than one call may take, and was ended; nothing was changed. Ask for less at once, or try again later.',
    { cause, headers: { 'retry-after': '5' } },
  )

/** A deadlock or serialization failure: nothing happened, the same work may be tried again. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error && ['40P01', '40001'].includes((error as PostgresError).code ?? '')
