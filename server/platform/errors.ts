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

export const invalid = (message: string, details?: Detail[]) =>
  new AppError(400, 'validation_failed', message, details ? { details } : {})

/** One wrong field: `path` is a JSON pointer such as `/lineItems/0/quantity`. */
export const invalidField = (path: string, message: string) => invalid(`${path}: ${message}`, [{ path, message }])

export const unauthenticated = (message = 'Send an API key as "Authorization: Bearer evnt_…", or sign in.') =>
  new AppError(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer' } })

export const forbidden = (code: string, message: string, extra?: Record<string, string>) =>
  new AppError(403, code, message, extra ? { extra } : {})

export const notFound = (what: string, id?: string) =>
  new AppError(
    404,
    'not_found',
    id === undefined ? `No such ${what}.` : `No ${what} ${id.slice(0, 100)} in this store.`,
  )

export const conflict = (message: string, code = 'conflict') => new AppError(409, code, message)

/** One order and product, one review. */
export const alreadyReviewed = (message = 'This order already has a review of this product.') =>
  conflict(message, 'already_reviewed')

export const databaseUnavailable = (cause?: unknown) =>
  new AppError(503, 'database_unavailable', 'The database cannot be reached. Try again shortly.', {
    cause,
    headers: { 'retry-after': '1' },
  })

export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.status === 503

/** A lock that another transaction did not give up in time: nothing happened. */
const databaseBusy = (cause: unknown) =>
  new AppError(503, 'temporarily_unavailable', 'Other calls are changing the same data. Try again shortly.', {
    cause,
    headers: { 'retry-after': '1' },
  })

/** Whoever holds a link that was used is told so; of any other there is nothing to tell. */
export const linkUsed = (instead: string) => conflict(`This link was used already. ${instead}`, 'link_used')

/** Nothing happened: what was to be written would have been seen later than those who follow changes look back. */
export const tookTooLong = () =>
  new AppError(503, 'temporarily_unavailable', 'This took longer than a change may take, and was undone. Try again.', {
    headers: { 'retry-after': '5' },
  })

type PostgresError = Error & { code?: string; constraint?: string }

/** Constraints are part of the code: each that a caller can run into has its answer here. */
const constraints: Record<string, () => AppError> = {
  reviews_one_per_order_and_product: () => alreadyReviewed(),
  // Orders are cleared while a review of one comes in: whoever is second learns of it here.
  reviews_order_fk: () => conflict('The orders of this store are being changed at this moment. Try again.'),
  invitations_email_once: () => conflict('This address has already been invited.', 'already_invited'),
  memberships_user_once: () => conflict('This person is already a member of the organization.', 'already_member'),
}

/** SQLSTATE classes and socket errors that mean "no database", as against "the database said no". */
const away = /^(08|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND)/

/** What the driver says without a code. */
const cutOff = /Connection terminated|is not queryable|timeout exceeded when trying to connect/

const lockTimeout = '55P03'

/** Turns what the database driver threw into what a caller may see; anything else comes back as it was. */
export function fromDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const { code, constraint, message } = error as PostgresError
  if (constraint && constraints[constraint]) return constraints[constraint]()
  if ((code && away.test(code)) || cutOff.test(message)) return databaseUnavailable(error)
  return code === lockTimeout ? databaseBusy(error) : error
}

/** A deadlock or serialization failure: nothing happened, the same work may be tried again. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Error && ['40P01', '40001'].includes((error as PostgresError).code ?? '')
