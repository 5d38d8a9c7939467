// Binds a challenge to the browser that requested it, so that a response from another browser cannot sign in.
import { randomBytes } from 'node:crypto'

const lifeSeconds = 86_400
const form = /(?:^|;\s*)(?:__Secure-)?evident\.passkey_browser=([\w-]{22})(?:;|$)/

export const browserIn = (cookies: string | undefined): string | undefined => form.exec(cookies ?? '')?.[1]

/** All tabs share this cookie, so that one tab does not invalidate another's challenge. */
export function browserFor(cookies: string | undefined, isSecure: boolean): { browser: string; cookie: string } {
  const browser = browserIn(cookies) ?? randomBytes(16).toString('base64url')
  const name = `${isSecure ? '__Secure-' : ''}evident.passkey_browser`
  const secure = isSecure ? '; Secure' : ''
  const cookie = `${name}=${browser}; Max-Age=${lifeSeconds}; Path=/api/v1/auth; HttpOnly; SameSite=Strict${secure}`
  return { browser, cookie }
}
