// Reads who a request claims to be, without asking the database: an API key, a token, a session cookie, or nothing.

import type { Credentials, Page } from '../identity/incoming.ts'
import { AppError, unauthenticated } from '../values/errors.ts'
import { accessTokenPrefix, isWellFormedKey, keyPrefix, supportPrefix } from './keys.ts'

/** A key, or a token of a program or of support, or else the cookies of a session. */
export type PresentedCredentials =
  | { key: string }
  | { accessToken: string }
  | { supportToken: string }
  | { cookies: string }

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?evident\.session_token=/

export const hasSession = (cookies: string | undefined): cookies is string =>
  cookies !== undefined && sessionCookie.test(cookies)

/** Throws 401 for credentials that cannot be good; a key with a wrong checksum never reaches the database. */
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

// A token and its signature, as our own cookies are made.
const soundSession = /(?:^|;\s*)(?:__Secure-)?evident\.session_token=[\w-]{16,}(?:\.|%2E)[\w%+/=-]{40,}/i

/** Whether they could be good, by their form alone; without such credentials only small bodies are read. */
export function areWellFormed(credentials: Credentials): boolean {
  try {
    const presented = readCredentials(credentials)
    return !('cookies' in presented) || soundSession.test(presented.cookies)
  } catch {
    return false
  }
}

export const keyInvalid = () =>
  new AppError(401, 'api_key_invalid', 'This API key is unknown, revoked or mistyped.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** The same for every end: expired, revoked, or its person has left. */
export const tokenInvalid = () =>
  new AppError(401, 'token_invalid', 'This access token is unknown, expired or revoked.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

export const keyExpired = () =>
  new AppError(401, 'api_key_expired', 'This API key has expired; create a new one.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** The same for every end: it ran out, an owner ended it, or its ticket was closed. */
export const accessEnded = () =>
  new AppError(401, 'access_ended', 'This access has ended. An owner of the organization can grant it again.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })

/** Browsers name the origin on every write; a client that names none is no browser and carries no one else's cookie. */
export function isFromNoPage({ origin, site }: Page): boolean {
  return origin === undefined && (site === undefined || site === 'same-origin' || site === 'none')
}

/** A cookie travels with whatever page sends the request, so a write by session must come from our own pages. */
export function requireOwnOrigin(page: Page, publicOrigin: string | undefined): void {
  const { origin, host } = page
  if (isFromNoPage(page)) return
  if (origin !== undefined && (origin === publicOrigin || (publicOrigin === undefined && hostOf(origin) === host)))
    return
  throw foreignPage()
}

/** The same where the Host header must not be believed: it is what a page of another site can choose by its name. */
export function requireOwnPage(page: Page, ownOrigins: readonly string[]): void {
  if (isFromNoPage(page) || ownOrigins.some((own) => own === page.origin)) return
  throw foreignPage()
}

const foreignPage = () =>
  new AppError(403, 'origin_forbidden', 'A signed-in session may write only from the pages of this service.')

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
