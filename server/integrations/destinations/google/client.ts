// Uses REST, because Google's published clients know only `v1beta`, which was shut down.
import { createPrivateKey, createSign } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { retryAfterMs } from '../../shops/answer.ts'
import { DestinationFailure } from '../../shops/destination.ts'
import { isRecord, parseJson, readText, toRecord, toRecords } from '../../shops/fields.ts'
import type { ShopTools } from '../../shops/shop.ts'

export type ServiceAccount = { email: string; privateKey: string }

export type GoogleClient = {
  /** Undefined for a missing resource. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Record<string, unknown> | undefined>
}

const scope = 'https://www.googleapis.com/auth/content'
const tokenSeconds = 3_600
const timeoutMs = 30_000
const maxBytes = 16 * 1024 * 1024
/** Google's daily quotas are reset at this hour, UTC. */
const quotaHour = 12

const tokens = new LRUCache<string, string>({ max: 1_000, ttl: (tokenSeconds - 300) * 1000 })

/** Undefined if the file is not a key of a service account. Its `token_uri` is ignored. */
export function readServiceAccount(given: unknown): ServiceAccount | undefined {
  const file = typeof given === 'string' ? parseJson(Buffer.from(given)) : given
  if (!isRecord(file)) return undefined
  const [email, privateKey] = [readText(file.client_email), file.private_key]
  if (email === null || email.length > 320 || typeof privateKey !== 'string') return undefined
  try {
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') return undefined
  } catch {
    return undefined
  }
  return { email, privateKey }
}

export function nextQuotaDay(now: Date): Date {
  const noon = new Date(now)
  noon.setUTCHours(quotaHour, 0, 0, 0)
  return noon > now ? noon : new Date(noon.getTime() + 86_400_000)
}

export function createGoogleClient(
  account: ServiceAccount,
  origin: string | undefined,
  tools: ShopTools,
): GoogleClient {
  const host = origin ?? 'https://merchantapi.googleapis.com'
  const tokenUrl = origin ? `${origin}/token` : 'https://oauth2.googleapis.com/token'
  const key = `${tokenUrl} ${account.email} ${account.privateKey}`

  async function requestToken(): Promise<string> {
    const response = await tools.call(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signAssertion(account, tokenUrl, tools.now()),
      }).toString(),
      timeoutMs,
      maxBytes: 64 * 1024,
    })
    const answer = toRecord(parseJson(response.body))
    const token = readText(answer.access_token)
    if (response.status === 200 && token !== null) {
      tokens.set(key, token)
      return token
    }
    if (response.status >= 500 || response.status === 429)
      throw later(
        'Google did not issue a token.',
        retryAfterMs(response.headers['retry-after'], tools.now()),
        tools.now(),
      )
    throw new DestinationFailure({ kind: 'needs_reauth', message: 'Google refused the key of the service account.' })
  }

  async function send(method: 'GET' | 'POST' | 'DELETE', path: string, body: object | undefined, token: string) {
    return tools.call(`${host}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      maxBytes,
    })
  }

  return {
    async call(method, path, body) {
      const cached = tokens.get(key)
      let response = await send(method, path, body, cached ?? (await requestToken()))
      if (response.status === 401) {
        tokens.delete(key)
        response = await send(method, path, body, await requestToken())
      }
      const { status, headers } = response
      const answer = parseJson(response.body)
      if (status >= 200 && status < 300) return isRecord(answer) ? answer : {}
      if (status === 404 && (method === 'DELETE' || method === 'GET')) return undefined
      throw toFailure(status, toRecord(toRecord(answer).error), headers['retry-after'], tools.now())
    },
  }
}

function toFailure(
  status: number,
  error: Record<string, unknown>,
  retryAfter: string | string[] | undefined,
  now: Date,
): DestinationFailure {
  const words = JSON.stringify(error)
  if (words.includes('daily_limit_exceeded'))
    return new DestinationFailure({
      kind: 'later',
      message: 'The daily quota of the account at Google is used up.',
      until: nextQuotaDay(now),
    })
  if (status === 429) return later('Google asked us to wait.', retryAfterMs(retryAfter, now) ?? 60_000, now)
  if (status === 401)
    return new DestinationFailure({ kind: 'needs_reauth', message: 'Google refused the key of the service account.' })
  if (status === 403)
    return new DestinationFailure({
      kind: 'blocked',
      reason: 'account_not_allowed',
      message: 'Google refuses this account or its cloud project. Register the project and enrol in Product Ratings.',
    })
  if (status >= 500) return later(`Google returned the status ${status}.`, retryAfterMs(retryAfter, now), now)
  const reason = readReason(error) ?? `status_${status}`
  return new DestinationFailure({ kind: 'refused', reason, message: `Google refused this review: ${reason}.` })
}

const later = (message: string, afterMs: number | null, now: Date) =>
  new DestinationFailure({ kind: 'later', message, until: afterMs === null ? null : new Date(now.getTime() + afterMs) })

/** Returns only codes, because an error message may quote our request. */
function readReason(error: Record<string, unknown>): string | undefined {
  const codes = [...toRecords(error.details).map(({ reason }) => reason), error.status]
  return codes.find((code): code is string => typeof code === 'string' && /^[\w./-]{1,80}$/.test(code))
}

function signAssertion({ email, privateKey }: ServiceAccount, audience: string, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = { iss: email, scope, aud: audience, iat: issuedAt, exp: issuedAt + tokenSeconds }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}
