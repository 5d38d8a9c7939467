// An OpenID provider for the code flow. It refuses what a real provider refuses, and sends false data on request.
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>
export type Person = { sub: string; email?: string; email_verified?: boolean | string; name?: string; amr?: string[] }
type Token = { header: Claims; claims: Claims }
type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject }
type Grant = { clientId: string; redirectUri: string; challenge: string; nonce: string | undefined; person: Person }

export type FakeProvider = {
  issuer: string
  clients: Map<string, string>
  /** The person who signs in, or undefined if the person declines. */
  person: Person | undefined
  /** Claims that appear only in the user info response. */
  onlyUserInfo: readonly string[]
  /** Replaces fields of the discovery document. */
  document: Claims
  /** Sent instead of the discovery document. */
  answer: ((response: ServerResponse) => void) | undefined
  /** Changes a token before it is signed. Returns a false algorithm instead of RS256, or `stranger` for another key. */
  forge: ((token: Token) => 'none' | 'HS256' | 'stranger' | undefined) | undefined
  /** Omits `iss` from the redirect. */
  hidesIssuer: boolean
  rotateKeys(): void
  calls: string[]
  close(): Promise<void>
}

export async function startOpenId(): Promise<FakeProvider> {
  let key = newKey()
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Person>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', fake.issuer)
    fake.calls.push(`${request.method} ${url.pathname}`)
    serve(request, response, url).catch((error) => send(response, 500, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clients: new Map([['evident', 's3cret+of/the:client%=']]),
    person: { sub: 'subject-1', email: 'ida@larkmoor.example', email_verified: true, name: 'Ida Lund' },
    onlyUserInfo: [],
    document: {},
    answer: undefined,
    forge: undefined,
    hidesIssuer: false,
    calls: [],
    rotateKeys() {
      key = newKey()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse, url: URL) {
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return fake.answer
          ? fake.answer(response)
          : send(response, 200, { ...buildDiscovery(fake.issuer), ...fake.document })
      case 'GET /jwks':
        return send(response, 200, {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }],
        })
      case 'GET /authorize':
        return authorize(url, response)
      case 'POST /token':
        return redeem(request, await readBody(request), response)
      case 'GET /userinfo': {
        const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''))
        return person ? send(response, 200, person) : send(response, 401, { error: 'invalid_token' })
      }
      default:
        return send(response, 404, { error: 'not_found' })
    }
  }

  function authorize({ searchParams: asked }: URL, response: ServerResponse) {
    const [clientId = '', redirectUri = '', challenge = ''] = ['client_id', 'redirect_uri', 'code_challenge'].map(
      (name) => asked.get(name) ?? '',
    )
    const isSound =
      fake.clients.has(clientId) &&
      redirectUri.endsWith('/api/v1/auth/single-sign-on/callback') &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(challenge) &&
      (asked.get('scope') ?? '').split(' ').includes('openid')
    if (!isSound) return send(response, 400, { error: 'invalid_request' })
    const back = new URL(redirectUri)
    back.searchParams.set('state', asked.get('state') ?? '')
    if (!fake.hidesIssuer) back.searchParams.set('iss', fake.issuer)
    if (!fake.person) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('base64url')
      grants.set(code, {
        clientId,
        redirectUri,
        challenge,
        nonce: asked.get('nonce') ?? undefined,
        person: fake.person,
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  function redeem({ headers }: IncomingMessage, form: URLSearchParams, response: ServerResponse) {
    const [id, secret] = readClient(headers.authorization, form)
    if (id === undefined || fake.clients.get(id) !== secret) return send(response, 401, { error: 'invalid_client' })
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant?.clientId !== id || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge)
      return send(response, 400, { error: 'invalid_grant' })
    const accessToken = randomBytes(16).toString('base64url')
    tokens.set(accessToken, grant.person)
    const now = Math.floor(Date.now() / 1000)
    const said = Object.fromEntries(Object.entries(grant.person).filter(([name]) => !fake.onlyUserInfo.includes(name)))
    const token: Token = {
      header: { alg: 'RS256', typ: 'JWT', kid: key.kid },
      claims: { iss: fake.issuer, aud: id, iat: now, exp: now + 300, nonce: grant.nonce, ...said },
    }
    const way = fake.forge?.(token)
    send(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: signed(token, key, way),
    })
  }

  return fake
}

/** Acts as the browser at the provider. Returns the redirect's target. */
export async function visit(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
  return location
}

function newKey(): Key {
  return { kid: randomBytes(6).toString('hex'), ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

function signed({ header, claims }: Token, key: Key, way: 'none' | 'HS256' | 'stranger' | undefined): string {
  const head = way === 'none' || way === 'HS256' ? { ...header, alg: way } : header
  const text = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  if (way === 'none') return `${text}.`
  // Signs with the public key as an HMAC secret, which is a known attack.
  if (way === 'HS256') {
    const pem = key.publicKey.export({ format: 'pem', type: 'spki' })
    return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`
  }
  const { privateKey } = way === 'stranger' ? newKey() : key
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

const buildDiscovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

function readClient(authorization: string | undefined, form: URLSearchParams): (string | undefined)[] {
  if (!authorization?.startsWith('Basic '))
    return [form.get('client_id') ?? undefined, form.get('client_secret') ?? undefined]
  const [id, secret] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
  return [id, secret].map((part) => decodeURIComponent((part ?? '').replaceAll('+', ' ')))
}

async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
