// Reads the credentials that a request presents, without a query: an API key, a token, a session cookie, or nothing.

import type { Credentials, Page } from '../identity/incoming.ts'
import { AppError, unauthenticated } from '../values/errors.ts'
import { accessTokenPrefix, isWellFormedKey, keyPrefix, supportPrefix } from './keys.ts'

export type PresentedCredentials =
  | { key: string }
  | { accessToken: string }
  | { supportToken: string }
  | { cookies: string }

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?evident\.session_token=/

export const hasSession = (cookies: string | undefined): cookies is string =>
  cookies !== undefined && sessionCookie.test(cookies)

/** Throws 401 for credentials that cannot be valid. A key with a wrong checksum never reaches the database. */
export function readCredentials({ authorization, cookies }: Credentials): PresentedCredentials {
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    if (token === undefined) throw unauthenticated('The Authorization header must read "Bearer <API key>".')
    if (token.startsWith(accessTokenPrefix)) {
      if (!isWellFormedKey(token)) throw tokenInvalid()
      return { accessToken: token }
    }
    const isOfSupport = token.startsWith(supportPrefix)
    if (!(isOfSupport || token.startsWith(keyPrefix)) || !isWellFormedKey(token)) throw keyInvalid()
    if (isOfSupport) return { supportToken: token }
    return { key: token }
  }
  if (hasSession(cookies)) return { cookies }
  throw unauthenticated()
}

// A token and its signature, formatted like our own cookies.
const soundSession = /(?:^|;\s*)(?:__Secure-)?evident\.session_token=[\w-]{16,}(?:\.|%2E)[\w%+/=-]{40,}/i

/** Checks only the format of the credentials. Without well-formed credentials only small bodies are read. */
export function areWellFormed(credentials: Credentials): boolean {
  try {
    const presented = readCredentials(credentials)
    return !('cookies' in presented) || soundSession.test(presented.cookies)
  } catch {
    return false
  }
}

export const keyInvalid = () =>
  new AppError(401, 'api_key_invalid', 'Invalid API key: it is unknown, revoked or mistyped.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** The message is the same for every reason: the token expired or was revoked, or its person left. */
export const tokenInvalid = () =>
  new AppError(401, 'token_invalid', 'Invalid access token: it is unknown, expired or revoked.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

export const keyExpired = () =>
  new AppError(401, 'api_key_expired', 'This API key has expired. Create a new one.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** The message is the same for every reason: the access expired, an owner revoked it, or its ticket was closed. */
export const accessEnded = () =>
  new AppError(401, 'access_ended', 'Your access has ended. An owner of the organization can grant it again.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/**
 * True for a request without Origin that no page of another site sent. Browsers send Origin with every write. Other
 * clients cannot have another person's cookie.
 */
export function isFromNoPage({ origin, site }: Page): boolean {
  return origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')
}

/** Browsers send cookies whichever page makes the request, so a session may write only from our own pages. */
export function requireOwnOrigin(page: Page, publicOrigin: string | undefined): void {
  const { origin, host } = page
  if (isFromNoPage(page)) return
  if (origin !== undefined && (origin === publicOrigin || (publicOrigin === undefined && hostOf(origin) === host)))
    return
  throw foreignPage()
}

/**
 * The same check for requests whose Host header is not trustworthy: another site can choose this header through its DNS
 * name.
 */
export function requireOwnPage(page: Page, ownOrigins: readonly string[]): void {
  if (isFromNoPage(page) || ownOrigins.some((own) => own === page.origin)) return
  throw foreignPage()
}

const foreignPage = () =>
  new AppError(403, 'origin_forbidden', 'A signed-in session may write only from the pages of this service.')

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
