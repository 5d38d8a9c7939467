// A code is stable and part of the contract. The message is for the person who has to act.

export type Detail = { path: string; message: string }

export class AppError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Detail[] | undefined
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

/** The kernel's codes with their status. Areas declare their own codes; codes used by several areas are here. */
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

/** One invalid field. `path` is a JSON pointer such as `/lineItems/0/quantity`. */
export const invalidField = (path: string, message: string) => invalid(`${path}: ${message}`, [{ path, message }])

export const unauthenticated = (message = 'Send an API key as "Authorization: Bearer evnt_…", or sign in.') =>
  new AppError(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer' } })

export const forbidden = (code: string, message: string, extra?: Record<string, string>) =>
  new AppError(403, code, message, extra ? { extra } : {})

/** The password was right, but the organization requires its own identity provider. */
export const singleSignOnRequired = () =>
  forbidden('single_sign_on_required', 'Your organization requires single sign-on. Sign in with it.')

export const notFound = (what: string, id?: string) =>
  new AppError(
    404,
    'not_found',
    id === undefined ? `No such ${what}.` : `No ${what} ${id.slice(0, 100)} in this store.`,
  )

export function orNotFound<T>(found: T | undefined, what: string, id: string): T {
  if (found === undefined) throw notFound(what, id)
  return found
}

export const conflict = (message: string, code = 'conflict') => new AppError(409, code, message)

export const databaseUnavailable = (cause?: unknown) =>
  new AppError(503, 'database_unavailable', 'The database is unavailable. Try again shortly.', {
    cause,
    headers: { 'retry-after': '1' },
  })

/** True for a failure from load, a lock or an unavailable database, not from the call itself. */
export const isOfLoad = (error: unknown): boolean =>
  error instanceof AppError && (error.status === 503 || error.code === 'rate_limited')

/** Another transaction did not release a lock in time. Nothing changed. */
const databaseBusy = (cause: unknown) =>
  new AppError(429, 'rate_limited', 'Other calls are changing the same data. Try again when they have finished.', {
    cause,
    headers: { 'retry-after': '2' },
  })

/** The organization or store has used up its share of parallel calls, and the wait was too long. */
export const shareTaken = (cause?: unknown) =>
  new AppError(
    429,
    'rate_limited',
    'Your organization has too many calls in progress. Try again when some have finished.',
    {
      cause,
      headers: { 'retry-after': '2' },
    },
  )

/** All organizations together use every available connection. */
export const allPlacesTaken = () =>
  new AppError(503, 'temporarily_unavailable', 'Too many calls are in progress right now. Try again shortly.', {
    headers: { 'retry-after': '2' },
  })

/**
 * The transaction was rolled back because its rows would have become visible too late. Clients that follow changes look
 * back only for a limited time.
 */
export const tookTooLong = () =>
  new AppError(503, 'temporarily_unavailable', 'This change took too long and was rolled back. Try again.', {
    headers: { 'retry-after': '5' },
  })

type PostgresError = Error & { code?: string; constraint?: string; syscall?: string }

/**
 * SQLSTATE classes and socket errors of an unavailable database. Errors of a database that refuses a statement are not
 * included.
 */
const away = /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)/

const cutOff = /Connection terminated|is not queryable|timeout exceeded when trying to connect/

const lockTimeout = '55P03'

/** Citus adds the number of the shard to the names of a table and of its constraints. */
const shardNumber = /_\d{6,}$/
const ofShard = /\b(\w+)_\d{6,}\b/g

/**
 * Whether the database refused a statement because of the constraint. Citus passes on the message of a worker, which
 * contains the name in any language, and not the field.
 */
export const isViolationOf = (error: unknown, constraint: string): boolean => namesIn(error).includes(constraint)

function namesIn(error: unknown): string[] {
  const { code, constraint, message } = error as PostgresError
  if (constraint !== undefined) return [constraint.replace(shardNumber, '')]
  return code?.startsWith('23') ? [...message.matchAll(ofShard)].map(([, name = '']) => name) : []
}

/**
 * Converts an error of the database to ours, and returns all others unchanged. `constraints` maps constraint names to
 * errors; areas declare them.
 */
export function fromDatabase(error: unknown, constraints: Readonly<Record<string, () => AppError>> = {}): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const { code, message, syscall } = error as PostgresError
  for (const name of namesIn(error)) {
    const meaning = constraints[name]
    if (meaning) return meaning()
  }
  // Any other call that ends with ENOENT looked for a file, not for the database's socket.
  const isSocketMissing = code === 'ENOENT' && syscall === 'connect'
  if ((code && away.test(code)) || isSocketMissing || cutOff.test(message)) return databaseUnavailable(error)
  return code === lockTimeout ? databaseBusy(error) : error
}

export function isDatabaseAway(error: unknown): boolean {
  const known = fromDatabase(error)
  return known instanceof AppError && known.code === 'database_unavailable'
}

export const statementEnded = '57014'

export const isEnded = (error: unknown): boolean => (error as { code?: string } | null)?.code === statementEnded

/**
 * The whole transaction is rolled back. `fromDatabase` does not return this error, because a search has an error of its
 * own and a job needs no message.
 */
export const statementTookTooLong = (cause: unknown) =>
  new AppError(
    503,
    'temporarily_unavailable',
    'The database query took too long and was cancelled. Nothing was changed. Ask for less, or try again later.',
    { cause, headers: { 'retry-after': '5' } },
  )

/** True for a deadlock or serialization failure. The transaction was rolled back, and the work can be repeated. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error && ['40P01', '40001'].includes((error as PostgresError).code ?? '')
