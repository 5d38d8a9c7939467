import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Shop, TestService } from '#test/service.ts'

export const callback = 'https://app.example.com/callback'

export async function signInCookie({ service }: TestService, email: string, password: string): Promise<string> {
  const cookies = await service.services.users.signIn(email, password)
  assert.ok(cookies, `${email} could not sign in`)
  return cookies.map((each) => each.split(';')[0]).join('; ')
}

export const cookieOfOwner = (service: TestService, { ownerEmail, password }: Shop) =>
  signInCookie(service, ownerEmail, password)

export type Registered = { id: string; clientId: string; clientSecret: string | null }

export async function register(shop: Shop, fields: Record<string, unknown> = {}): Promise<Registered> {
  const owner = await shop.signedIn()
  const { status, body, text } = await owner.post('/account/oauth-clients', {
    name: 'Inventory',
    redirectUris: [callback],
    ...fields,
  })
  assert.equal(status, 201, text)
  return body
}

export const newVerifier = () => randomBytes(32).toString('base64url')
export const hashVerifier = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export function buildAuthorizeQuery(
  clientId: string,
  verifier: string,
  other: Record<string, string | undefined> = {},
): string {
  const all = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: hashVerifier(verifier),
    code_challenge_method: 'S256',
    state: 'a state of its own',
    ...other,
  }
  return new URLSearchParams(
    Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined),
  ).toString()
}

export type Seen = {
  status: number
  location: string | undefined
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

export async function openConsent(
  { app }: TestService,
  cookie: string | undefined,
  query: string,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const answer = await app.inject({
    url: `/oauth/authorize?${query}`,
    headers: { ...(cookie && { cookie }), ...headers },
  })
  return seen(answer)
}

export async function sendConsent(
  { app, service }: TestService,
  cookie: string | undefined,
  form: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth/authorize',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: service.origin,
      ...(cookie && { cookie }),
      ...headers,
    },
    payload: form.toString(),
  })
  return seen(answer)
}

const seen = (answer: { statusCode: number; headers: Seen['headers']; body: string }): Seen => ({
  status: answer.statusCode,
  location: answer.headers.location as string | undefined,
  headers: answer.headers,
  text: answer.body,
})

export function parseForm(page: string): URLSearchParams {
  const form = new URLSearchParams()
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name')
    const isChoice = /type="(?:checkbox|radio)"/.test(tag)
    if (name && (!isChoice || / checked/.test(tag))) form.append(name, attribute(tag, 'value') ?? '')
  }
  form.set('decision', 'approve')
  return form
}

export const listOptions = (page: string, name: string): string[] =>
  [...page.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, 'name') === name)
    .map((tag) => attribute(tag, 'value') ?? '')

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

export type Chosen = { stores?: string[]; role?: string; access?: string; scopes?: string[] }

export function choose(form: URLSearchParams, { stores, role, access, scopes }: Chosen): URLSearchParams {
  const replace = (name: string, values: string[] | undefined) => {
    if (!values) return
    form.delete(name)
    for (const value of values) form.append(name, value)
  }
  replace('store', stores)
  replace('role', role === undefined ? undefined : [role])
  replace('access', access === undefined ? undefined : [access])
  replace('scope', scopes)
  return form
}

export async function approve(
  service: TestService,
  cookie: string,
  query: string,
  chosen: Chosen = {},
): Promise<URLSearchParams> {
  const page = await openConsent(service, cookie, query)
  assert.equal(page.status, 200, `${page.location} ${page.text}`)
  const answer = await sendConsent(service, cookie, choose(parseForm(page.text), chosen))
  assert.equal(answer.status, 303, answer.text)
  return new URL(answer.location ?? '').searchParams
}

export type TokenAnswer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of answer
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export async function send(
  { app }: TestService,
  path: '/oauth/token' | '/oauth/revoke',
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : JSON.parse(answer.body),
    headers: answer.headers,
  }
}

export const redeem = (service: TestService, clientId: string, code: string, verifier: string, other = {}) =>
  send(service, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: callback,
    code,
    code_verifier: verifier,
    ...other,
  })

export const refresh = (service: TestService, clientId: string, token: string, other = {}) =>
  send(service, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...other })

export type Connected = {
  clientId: string
  access: string
  refresh: string
  code: string
  verifier: string
  scope: string
}

export async function connect(
  service: TestService,
  shop: Shop,
  options: { scope?: string; chosen?: Chosen; cookie?: string; clientId?: string } = {},
): Promise<Connected> {
  const clientId = options.clientId ?? (await register(shop)).clientId
  const verifier = newVerifier()
  const cookie = options.cookie ?? (await cookieOfOwner(service, shop))
  const query = buildAuthorizeQuery(clientId, verifier, { scope: options.scope ?? 'read write' })
  const code =
    (await approve(service, cookie, query, { stores: [shop.storeEnvId], ...options.chosen })).get('code') ?? ''
  const { status, body } = await redeem(service, clientId, code, verifier)
  assert.equal(status, 200, JSON.stringify(body))
  return { clientId, access: body.access_token, refresh: body.refresh_token, code, verifier, scope: body.scope }
}

export const withAccessToken = (service: TestService, access: string, storeEnvId?: string) =>
  service.with({ authorization: `Bearer ${access}`, ...(storeEnvId && { 'x-store-env-id': storeEnvId }) })
