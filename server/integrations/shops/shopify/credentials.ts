// An operator's app has hourly tokens, and a refresh token that changes with each use; a merchant's own app has a daily
// token. An older app's access token never expires.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { judgeSignedTime } from '#platform/values/signed-time.ts'
import { isRecord, parseJson } from '../fields.ts'
import {
  type Credentials,
  type Installation,
  type PlatformApp,
  type Renewal,
  ShopFailure,
  type ShopTools,
} from '../shop.ts'
import { refuseStatus } from './graphql/client.ts'

/** Orders contain the customer's email address and name, so reading them does not need `read_customers`. */
export const requiredScopes = ['read_products', 'read_orders'] as const
const wishedScopes = ['write_discounts', 'write_products'] as const
/** Shopify's standard reviews are metaobjects that name the customer of the order. */
const reviewScopes = ['write_metaobjects', 'read_customers'] as const

const shopPattern = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/
const callbackAge = { oldestMs: 10 * 60_000 }
const renewBeforeMs = 5 * 60_000

export function readAddress(typed: string): { address: string } | { refusal: string } {
  const plain = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
  const [, handle] = /^admin\.shopify\.com\/store\/([a-z0-9-]+)(?:\/.*)?$/.exec(plain) ?? []
  const address = handle ? `${handle}.myshopify.com` : plain.replace(/\/(admin(\/.*)?)?$/, '')
  if (shopPattern.test(address)) return { address }
  return { refusal: 'be the shop’s own address at Shopify, such as acme.myshopify.com' }
}

const shapes = [
  ['clientId', 'clientSecret'],
  ['accessToken', 'clientSecret'],
] as const

export function refusedCredentials(credentials: Credentials): { field: string; message: string } | undefined {
  const given = Object.keys(credentials)
  // The credentials are empty if the merchant installs the operator's app instead.
  if (given.length === 0) return undefined
  const shape = 'accessToken' in credentials ? shapes[1] : shapes[0]
  const unknown = given.find((field) => !(shape as readonly string[]).includes(field))
  if (unknown)
    return {
      field: unknown,
      message: 'must be left out: it takes clientId and clientSecret, or accessToken and clientSecret',
    }
  const missing = shape.find((field) => !credentials[field]?.trim())
  if (missing) return { field: missing, message: 'must be given, as Shopify shows it' }
  const odd = shape.find((field) => !/^[\x21-\x7e]{1,255}$/.test(credentials[field] ?? ''))
  if (odd) return { field: odd, message: 'must be as Shopify shows it, without spaces' }
}

export function credentialLast4({ accessToken, clientId, refreshToken }: Credentials): string | null {
  // Merchants never see hourly tokens, so the last characters would mean nothing to them.
  const seen = clientId ?? (refreshToken ? undefined : accessToken)
  return seen ? seen.slice(-4) : null
}

export function createInstallation(originOf: (address: string) => string): Installation {
  return {
    installUrl(address, app, state, redirectUri) {
      const url = new URL(`${originOf(address)}/admin/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: app.clientId,
        scope: [...requiredScopes, ...wishedScopes, ...(app.writesReviews ? reviewScopes : [])].join(','),
        redirect_uri: redirectUri,
        state,
      }).toString()
      return url.href
    },
    readCallback(query, app, now) {
      const names = [...query.keys()]
      if (new Set(names).size !== names.length || !isSigned(query, app.clientSecrets)) return undefined
      const read = (name: string) => query.get(name) ?? ''
      const [address, code, state] = [read('shop'), read('code'), read('state')]
      const sentAt = Number(read('timestamp')) * 1000
      if (!/^\d{1,12}$/.test(read('timestamp')) || judgeSignedTime(sentAt, now, callbackAge) !== 'current')
        return undefined
      return shopPattern.test(address) && code !== '' && state !== '' ? { address, code, state } : undefined
    },
    async exchange(address, code, app, tools) {
      const body = { client_id: app.clientId, client_secret: app.clientSecrets[0], code, expiring: '1' }
      return await askToken(originOf(address), body, {}, tools)
    },
  }
}

/** The signature is hex, over the query without `hmac`, sorted by name. Shopify signs the encoded form. */
function isSigned(query: URLSearchParams, secrets: readonly string[]): boolean {
  const hmac = query.get('hmac') ?? ''
  if (!/^[0-9a-f]{64}$/i.test(hmac)) return false
  const given = Buffer.from(hmac, 'hex')
  const signed = [...query]
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = [new URLSearchParams(signed).toString()]
  // The unencoded form is accepted only if it can be parsed in exactly one way.
  if (signed.every((pair) => !/[&%]/.test(pair.join('')) && !pair[0].includes('=')))
    texts.push(signed.map((pair) => pair.join('=')).join('&'))
  return texts.some((text) =>
    secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(text).digest(), given)),
  )
}

export function createRenewal(originOf: (address: string) => string): Renewal {
  return {
    isDue({ clientId, accessToken, expiresAt }, now) {
      if (clientId && !accessToken) return true
      return expiresAt !== undefined && Date.parse(expiresAt) - now.getTime() < renewBeforeMs
    },
    async renew({ address, credentials }, app, tools) {
      const origin = originOf(address)
      const { clientId, clientSecret, refreshToken } = credentials
      if (clientId && clientSecret) {
        const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
        return await askToken(origin, body, { clientId, clientSecret }, tools)
      }
      if (!refreshToken || !app)
        throw new ShopFailure('credentials_refused', 'The access token has expired and cannot be renewed.')
      return await refresh(origin, refreshToken, app, tools)
    },
  }
}

async function refresh(origin: string, refreshToken: string, app: PlatformApp, tools: ShopTools): Promise<Credentials> {
  const body = {
    client_id: app.clientId,
    client_secret: app.clientSecrets[0],
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  }
  return await askToken(origin, body, { refreshToken }, tools)
}

/** Values that are missing in the response, such as an unchanged refresh token, are preserved. */
async function askToken(
  origin: string,
  body: Record<string, string | undefined>,
  kept: Credentials,
  tools: ShopTools,
): Promise<Credentials> {
  const response = await tools.call(`${origin}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: 15_000,
  })
  const now = tools.now()
  if (response.status === 400)
    throw new ShopFailure(
      'credentials_refused',
      'Shopify refused the app. Install it in this shop and check its secret.',
    )
  refuseStatus(response, now)
  const answer = parseJson(response.body)
  if (!isRecord(answer))
    throw new ShopFailure('shop_unreachable', 'This address is not a Shopify shop. Check the address.')
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime } = answer
  if (typeof accessToken !== 'string' || accessToken === '')
    throw new ShopFailure('answer_unreadable', 'Shopify returned no access token.')
  return {
    ...kept,
    accessToken,
    ...(typeof refreshToken === 'string' && { refreshToken }),
    ...(typeof lifetime === 'number' && { expiresAt: new Date(now.getTime() + lifetime * 1000).toISOString() }),
  }
}
