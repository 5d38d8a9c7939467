import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn } from '#locales/texts.ts'
import { auditLines } from '#resources/account/account.testing.ts'
import { join, password } from '#resources/orgs/orgs.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { operations } from '../../../entry/areas.ts'
import {
  approve,
  buildAuthorizeQuery,
  callback,
  choose,
  connect,
  cookieOfOwner,
  hashVerifier,
  listOptions,
  newVerifier,
  openConsent,
  parseForm,
  type Registered,
  redeem,
  register,
  sendConsent,
  signInCookie,
  withAccessToken,
} from '../oauth.testing.ts'
import { languages, openAreas, scopesOfAreas } from '../rules.ts'

let shop: Shop
let client: Registered
let cookie: string
const service = provideService({}, async () => {
  shop = await service.shop()
  client = await register(shop)
  cookie = await cookieOfOwner(service, shop)
})

const verifier = newVerifier()
const open = (other: Record<string, string | undefined> = {}, as: string | undefined = cookie) =>
  openConsent(service, as, buildAuthorizeQuery(client.clientId, verifier, other))

const consents = async () => (await auditLines(shop, 'oauth.granted')).length

test('signed-out visitors are sent to sign in, and cause no outgoing request', async () => {
  const query = buildAuthorizeQuery('https://nowhere.example.com/client.json', verifier)
  const { status, location } = await openConsent(service, undefined, query)
  assert.equal(status, 303)
  const to = new URL(location ?? '', 'http://x')
  assert.deepEqual([to.pathname, to.searchParams.get('next')], ['/admin/sign-in', `/oauth/authorize?${query}`])
})

test('the page shows organization, stores, role, scopes and redirect address', async () => {
  const { status, text } = await open({ scope: 'reviews:write orders:read' })
  assert.equal(status, 200)
  for (const word of ['Inventory', 'Shop 1', 'app.example.com', shop.ownerEmail]) assert.ok(text.includes(word), word)
  assert.deepEqual(listOptions(text, 'store'), [shop.storeEnvId])
  assert.deepEqual(listOptions(text, 'role'), ['VIEWER', 'MEMBER', 'ADMIN'])
  assert.deepEqual(listOptions(text, 'scope').sort(), ['orders:read', 'reviews:read', 'reviews:write'])
})

test('the page cannot be framed or cached, runs no scripts, and leaks no referrer', async () => {
  for (const page of [await open(), await open({ redirect_uri: 'https://evil.example.com' })]) {
    const policy = String(page.headers['content-security-policy'])
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(part), part)
    assert.ok(!/script-src|unsafe/.test(policy))
    assert.deepEqual(
      [page.headers['x-frame-options'], page.headers['cache-control'], page.headers['referrer-policy']],
      ['DENY', 'no-store', 'same-origin'],
    )
    assert.ok(!/<script|<iframe| on\w+=| style=/i.test(page.text))
  }
  assert.match(
    String((await open()).headers['content-security-policy']),
    /form-action 'self' https:\/\/app\.example\.com(;|$)/,
  )
})

const nearMisses = [
  `${callback}/`,
  `${callback}?a=b`,
  `${callback}#x`,
  `${callback}/../callback`,
  'https://app.example.com/callback%2f..',
  'https://app.example.com/Callback',
  'https://app.example.com/',
  'https://app.example.com.evil.example/callback',
  'https://evil.example.com/callback',
  'https://app.example.com:8443/callback',
  'https://app.example.com@evil.example.com/callback',
  'https://app.example.com\\@evil.example.com/callback',
  'http://app.example.com/callback',
  '//app.example.com/callback',
  '/callback',
  'HTTPS://app.example.com/callback',
  'javascript:alert(1)',
  'javascript://app.example.com/%0aalert(1)',
  'data:text/html,x',
  `${callback}\n`,
  ` ${callback}`,
  '',
]

test('no redirect goes to an unregistered or repeated redirect address', async () => {
  for (const redirect_uri of nearMisses) {
    const { status, location, text } = await open({ redirect_uri })
    assert.deepEqual([status, location], [400, undefined], redirect_uri)
    assert.ok(!text.includes('<form'))
  }
  const twice = `${buildAuthorizeQuery(client.clientId, verifier)}&redirect_uri=${encodeURIComponent('https://evil.example.com')}`
  assert.deepEqual((await openConsent(service, cookie, twice)).location, undefined)
  assert.equal((await open({ redirect_uri: undefined })).status, 400)
})

test('a redirect address that browsers execute or rewrite cannot be registered', async () => {
  const owner = await shop.signedIn()
  for (const uri of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://app.example.com/x',
    'about:blank',
    'http://app.example.com/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'https://user@app.example.com/',
    'https://app.example.com/#fragment',
    'https://*.example.com/',
    'https://app.example.com/../x',
    'https://app.example.com/%2e%2e/x',
    'https:app.example.com',
    'app:/callback',
    'callback',
    'https://app.example.com/\u202e',
    `https://app.example.com/${'a'.repeat(600)}`,
  ]) {
    const { status, body } = await owner.post('/account/oauth-clients', { name: 'x', redirectUris: [callback, uri] })
    assert.deepEqual([status, body.code], [400, 'validation_failed'], uri)
  }
  for (const uri of [
    'com.example.app:/callback',
    'http://127.0.0.1/cb',
    'http://[::1]:3000/cb',
    'http://localhost:8000',
    'https://app.example.com?x=1',
  ])
    assert.equal((await owner.post('/account/oauth-clients', { name: 'x', redirectUris: [uri] })).status, 201, uri)
})

test('only the port of a loopback redirect address may differ', async () => {
  const { clientId } = await register(shop, { redirectUris: ['http://127.0.0.1/cb', 'com.example.app:/callback'] })
  const fetchConsentStatus = async (redirect_uri: string) =>
    (await openConsent(service, cookie, buildAuthorizeQuery(clientId, verifier, { redirect_uri }))).status
  for (const uri of ['http://127.0.0.1:53210/cb', 'http://127.0.0.1/cb', 'com.example.app:/callback'])
    assert.equal(await fetchConsentStatus(uri), 200, uri)
  for (const uri of [
    'http://127.0.0.1:53210/cb2',
    'http://localhost:53210/cb',
    'https://127.0.0.1/cb',
    'http://127.0.0.1:1@evil.example/cb',
    'http://127.0.0.1:99999/cb',
    'com.example.app:/callback2',
  ])
    assert.equal(await fetchConsentStatus(uri), 400, uri)
})

test('with a valid redirect address, every error redirects to the program, with state and issuer', async () => {
  const { origin } = service.service
  for (const [other, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'code token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ code_challenge_method: 'plain', code_challenge: verifier }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 's256' }, 'invalid_request'],
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge: `${hashVerifier(verifier)}=` }, 'invalid_request'],
    [{ scope: 'reviews:delete' }, 'invalid_scope'],
    [{ scope: 'read nonsense' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example.com' }, 'invalid_target'],
    [{ resource: `${origin}.evil.example` }, 'invalid_target'],
    [{ request: 'eyJ' }, 'request_not_supported'],
    [{ request_uri: 'https://app.example.com/r' }, 'request_not_supported'],
  ] as const) {
    const { status, location } = await open(other)
    assert.equal(status, 303, JSON.stringify(other))
    assert.ok(location?.startsWith(`${callback}?`), String(location))
    const answered = new URL(location ?? '').searchParams
    assert.deepEqual(
      [answered.get('error'), answered.get('state'), answered.get('iss'), answered.get('code')],
      [error, 'a state of its own', origin, null],
      JSON.stringify(other),
    )
  }
  const twice = await openConsent(
    service,
    cookie,
    `${buildAuthorizeQuery(client.clientId, verifier)}&scope=read&scope=write`,
  )
  assert.match(twice.location ?? '', /error=invalid_request/)
})

test('a refusal goes to the program and grants nothing', async () => {
  const before = await consents()
  const form = parseForm((await open()).text)
  form.set('decision', 'deny')
  const { status, location } = await sendConsent(service, cookie, form)
  const answered = new URL(location ?? '').searchParams
  assert.deepEqual([status, answered.get('error'), answered.get('iss')], [303, 'access_denied', service.service.origin])
  assert.equal(await consents(), before)
})

test('a form from another site, session or request, or an expired form, has no effect', async () => {
  const before = await consents()
  const page = (await open()).text
  const other = await service.shop()
  const theirs = await cookieOfOwner(service, other)
  const again = await cookieOfOwner(service, shop)
  const form = () => parseForm(page)
  const changed = (name: string, value: string) => {
    const it = form()
    it.set(name, value)
    return it
  }
  const request = buildAuthorizeQuery(client.clientId, newVerifier())
  for (const [what, as, sent, headers] of [
    ['another site', cookie, form(), { origin: 'https://evil.example.com' }],
    ['a page in a sandbox', cookie, form(), { origin: 'null' }],
    ['a site that hides its name', cookie, form(), { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['another person', theirs, form(), {}],
    ['another session of the same person', again, form(), {}],
    ['no proof', cookie, changed('ticket', ''), {}],
    ['a proof of nothing', cookie, changed('ticket', `${form().get('ticket')}x`), {}],
    ['another request', cookie, changed('request', request), {}],
    ['another organization', cookie, changed('organization', other.organizationId), {}],
    ['a store of another', cookie, choose(form(), { stores: [other.storeEnvId] }), {}],
    ['more than one is', cookie, choose(form(), { role: 'OWNER' }), {}],
  ] as const) {
    const answer = await sendConsent(service, as, sent, headers)
    assert.deepEqual([answer.status, answer.location], [403, undefined], what)
  }
  const unsigned = await sendConsent(service, undefined, form())
  assert.match(unsigned.location ?? '', /^\/admin\/sign-in/)
  service.advance(61 * 60_000)
  assert.equal((await sendConsent(service, cookie, form())).status, 403)
  assert.equal(await consents(), before)
})

test("a person's choices can narrow the program's request and never widen it", async () => {
  const asked = { scope: 'reviews:write orders:read' }
  const given = async (chosen: Parameters<typeof choose>[1], by = asked) => {
    const answer = await approve(service, cookie, buildAuthorizeQuery(client.clientId, verifier, by), chosen)
    return (await redeem(service, client.clientId, answer.get('code') ?? '', verifier)).body.scope
  }
  assert.equal(await given({ scopes: ['reviews:read'] }), 'reviews:read')
  assert.equal(await given({ scopes: ['reviews:read', 'reviews:write'] }), 'reviews:write')
  assert.equal(
    await given({ scopes: ['reviews:read', 'orders:write', 'products:read', 'write', 'api-keys:write'] }),
    'reviews:read',
  )
  assert.equal(await given({ access: 'read' }, { scope: 'read write' }), 'read')
  assert.equal(await given({ access: 'some', scopes: ['loyalty:write'] }, { scope: 'read write' }), 'loyalty:write')
  assert.equal(await given({ access: 'some', scopes: ['loyalty:read'] }, { scope: 'read' }), 'loyalty:read')
  for (const chosen of [{ scopes: [] }, { scopes: ['orders:write'] }, { access: 'all', scopes: [] }, { stores: [] }]) {
    const page = await open(asked)
    const { status, text, location } = await sendConsent(service, cookie, choose(parseForm(page.text), chosen))
    assert.deepEqual([status, location], [400, undefined], JSON.stringify(chosen))
    assert.match(text, /role="alert"/)
  }
})

test('people grant no more than their own role, and nothing after they leave', async () => {
  const member = await join(service, shop, 'MEMBER')
  const theirs = await signInCookie(service, member.email, password)
  const page = await open({ scope: 'read write' }, theirs)
  assert.deepEqual(listOptions(page.text, 'role'), ['VIEWER', 'MEMBER'])
  const raised = await sendConsent(service, theirs, choose(parseForm(page.text), { role: 'ADMIN' }))
  assert.equal(raised.status, 403)
  const owner = await shop.signedIn()
  await owner.patch(`/account/users/${member.id}`, { role: 'VIEWER' })
  const demoted = await sendConsent(service, theirs, choose(parseForm(page.text), { role: 'MEMBER' }))
  assert.equal(demoted.status, 403)
  assert.equal((await owner.delete(`/account/users/${member.id}`)).status, 204)
  for (const answer of [await sendConsent(service, theirs, parseForm(page.text)), await open({}, theirs)]) {
    assert.ok(answer.status === 400 || answer.status === 403, String(answer.status))
    assert.equal(answer.location, undefined)
  }
})

test('people outside an organization get "unknown client" for that organization\'s program', async () => {
  const other = await service.shop()
  const theirs = await cookieOfOwner(service, other)
  for (const asked of [{}, { response_type: 'token' }, { scope: 'nonsense' }]) {
    const { status, location } = await open(asked, theirs)
    assert.deepEqual([status, location], [400, undefined], JSON.stringify(asked))
  }
  const ours = await open({}, theirs)
  const unknown = await openConsent(
    service,
    theirs,
    buildAuthorizeQuery('0190aaaa-0000-7000-8000-000000000000', verifier),
  )
  assert.equal(ours.text.replace(/nonce="[^"]*"/, ''), unknown.text.replace(/nonce="[^"]*"/, ''))
})

test('a member of two organizations chooses one, and the program reaches only that one', async () => {
  const other = await service.shop('Second house')
  const member = await join(service, shop, 'ADMIN')
  const invited = await (await other.signedIn()).post('/account/users/invite', { email: member.email, role: 'VIEWER' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'x', password })
  assert.equal(accepted.status, 200, accepted.text)
  const owned = await register(other, { name: 'Of the second' })
  const theirs = await signInCookie(service, member.email, password)
  const page = await openConsent(service, theirs, buildAuthorizeQuery(owned.clientId, verifier))
  assert.deepEqual(listOptions(page.text, 'store'), [other.storeEnvId])
  assert.deepEqual(listOptions(page.text, 'role'), ['VIEWER'])
  const { access } = await connect(service, other, { cookie: theirs, clientId: owned.clientId })
  assert.equal((await withAccessToken(service, access, other.storeEnvId).get('/reviews')).status, 200)
  for (const foreign of [shop.storeEnvId, '0190aaaa-0000-7000-8000-000000000000']) {
    const { status, body } = await withAccessToken(service, access, foreign).get('/reviews')
    assert.deepEqual([status, body.code], [403, 'store_env_forbidden'])
  }
  const { body } = await withAccessToken(service, access).get('/account/stores')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [other.storeEnvId],
  )
})

test("the page is completely in the requested language, or else in the browser's", async () => {
  for (const [asked, accepted, lang, direction] of [
    [undefined, 'de-AT,en;q=0.5', 'de', 'ltr'],
    ['ar', 'de', 'ar', 'rtl'],
    ['fr', undefined, 'en', 'ltr'],
    [undefined, 'fr,ar;q=0.5', 'ar', 'rtl'],
  ] as const) {
    const query = buildAuthorizeQuery(client.clientId, verifier, { ui_locales: asked, scope: 'write' })
    const { text } = await openConsent(service, cookie, query, accepted ? { 'accept-language': accepted } : {})
    assert.match(text, new RegExp(`<html lang="${lang}" dir="${direction}">`))
    if (lang !== 'en')
      for (const word of ['What it can see', 'Connect<', 'Reviews<']) assert.ok(!text.includes(word), word)
  }
})

test('every area open to programs has a name in every language; other areas stay closed', () => {
  const open = openAreas(operations)
  for (const { area } of open)
    for (const language of languages)
      assert.ok(area in textsIn('program-consent', language).areas, `${area} in ${language}`)
  const scopes = scopesOfAreas(open)
  for (const closed of ['support:read', 'support:write', 'api-keys:read', 'billing:write', 'account:write'])
    assert.ok(!scopes.includes(closed), closed)
})

test("a program's texts are escaped, and their bidi characters affect no other text", async () => {
  const { clientId } = await register(shop, { name: '<b onclick="x">\u202e"Evil" & {organization}' })
  const { text } = await openConsent(service, cookie, buildAuthorizeQuery(clientId, verifier))
  assert.ok(!text.includes('<b '))
  assert.match(text, /<bdi>&#?\w+;b onclick/)
})

test('the audit log records the consent with its grants', async () => {
  await approve(service, cookie, buildAuthorizeQuery(client.clientId, verifier, { scope: 'reviews:write' }), {
    role: 'VIEWER',
  })
  const [line] = await auditLines(shop, 'oauth.granted')
  assert.equal(line?.target?.name, 'Inventory')
  assert.deepEqual(line?.details, {
    client: client.clientId,
    role: 'VIEWER',
    scopes: ['reviews:write'],
    stores: [shop.storeEnvId],
  })
})
