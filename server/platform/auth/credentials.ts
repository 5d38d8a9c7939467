// Reads who a request claims to be, without asking the database: an API key, a session cookie, or nobody.
import { AppError, unauthenticated } from '../errors.ts'
import { isWellFormedKey, keyPrefix } from './keys.ts'

export type Credentials = { kind: 'key'; key: string } | { kind: 'session' }

export const sessionCookie = /(?:^|;\s*)(?:__Secure-)?evident\.session_token=/

type Headers = Record<string, string | string[] | undefined>

/** Throws 401 for credentials that cannot be good; a key with a wrong checksum never reaches the database. */
export function readCredentials(headers: Headers): Credentials {
  const { authorization, cookie } = headers
  if (typeof authorization === 'string') {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    if (token === undefined) throw unauthenticated('The Authorization header must read "Bearer <API key>".')
    if (!token.startsWith(keyPrefix) || !isWellFormedKey(token)) throw keyInvalid()
    return { kind: 'key', key: token }
  }
  if (typeof cookie === 'string' && sessionCookie.test(cookie)) return { kind: 'session' }
  throw unauthenticated()
}

// A token and its signature, as our own cookies are made.
const soundSession = /(?:^|;\s*)(?:__Secure-)?evident\.session_token=[\w-]{16,}(?:\.|%2E)[\w%+/=-]{40,}/i

/** Whether they could be good, by their look alone: who has not even these is not listened to for long. */
export function areWellFormed(headers: Headers): boolean {
  try {
    return readCredentials(headers).kind === 'session' ? soundSession.test(String(headers.cookie)) : true
  } catch {
    return false
  }
}

export const keyInvalid = () =>
  new AppError(401, 'api_key_invalid', 'This API key is unknown, revoked or mistyped.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

export const keyExpired = () =>
  new AppError(401, 'api_key_expired', 'This API key has expired; create a new one.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** Browsers name the origin on every write; a client that names none is no browser and carries no one else's cookie. */
export function isFromNoPage({ origin, 'sec-fetch-site': site }: Headers): boolean {
  return origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')
}

/** A cookie travels with whatever page sends the request, so a write by session must come from our own pages. */
export function requireOwnOrigin(headers: Headers, publicOrigin: string | undefined): void {
  const { origin, host } = headers
  if (isFromNoPage(headers)) return
  if (
    typeof origin === 'string' &&
    (origin === publicOrigin || (publicOrigin === undefined && hostOf(origin) === host))
  )
    return
  throw foreignPage()
}

/** The same where the Host header must not be believed: it is what a page of another site can choose by its name. */
export function requireOwnPage(headers: Headers, ownOrigins: readonly string[]): void {
  if (isFromNoPage(headers) || ownOrigins.some((own) => own === headers.origin)) return
  throw foreignPage()
}

const foreignPage = () =>
  new AppError(403, 'origin_forbidden', 'A signed-in session may write only from the pages of this service.')

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

export function toWebHeaders(headers: Headers): globalThis.Headers {
  const web = new globalThis.Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') web.set(name, value)
  return web
}
