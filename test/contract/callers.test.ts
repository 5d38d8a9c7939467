import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { assertErrorShape } from '#test/operations.ts'
import { type Answer, type Api, day, type Shop, startService, type TestService } from '#test/service.ts'

const origin = 'https://reviews.example.com'

let here: TestService
let elsewhere: TestService
let shop: Shop
let owner: Api
before(async () => {
  here = await startService({ env: { PUBLIC_ORIGIN: origin } })
  elsewhere = await startService({ beside: here, env: { PUBLIC_ORIGIN: origin } })
  shop = await here.shop()
  owner = await shop.signedIn()
})
after(async () => {
  await elsewhere.close()
  await here.close()
})

const refusal = ({ status, body }: Answer) => [status, body?.code]
const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'x-store-env-id': shop.storeEnvId })
const makeKey = async (more: object = {}) =>
  (await owner.post('/api-keys', { name: 'Made', role: 'ADMIN', ...more })).body as { id: string; key: string }

async function fetchCookie(service: TestService, email = shop.ownerEmail, password = shop.password): Promise<string> {
  const answer = await service.anonymous.post('/auth/sign-in/email', { email, password }, { origin })
  assert.equal(answer.status, 200, answer.text)
  return [answer.headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')
}

test('a revoked key is refused with the next request, on every process', async () => {
  for (const [path, headers] of [
    ['/billing/subscription', {}],
    ['/account/organizations', {}],
  ] as const) {
    const { id, key } = await makeKey()
    const calls = [here, elsewhere].map((service) => () => service.with(bearer(key)).get(path, headers))
    // Each call runs more than once, because a process that cached the key must not extend the key's life.
    for (const call of [...calls, ...calls, ...calls]) assert.equal((await call()).status, 200)
    assert.equal((await owner.delete(`/api-keys/${id}`)).status, 204)
    for (const call of calls) assert.deepEqual(refusal(await call()), [401, 'api_key_invalid'])
  }
})

test('revocation applies to requests that are already in flight', async () => {
  const { id, key } = await makeKey()
  const api = elsewhere.with(bearer(key))
  const revoking = owner.delete(`/api-keys/${id}`)
  const during = Array.from({ length: 20 }, () => api.get('/billing/subscription'))
  assert.equal((await revoking).status, 204)
  assert.deepEqual(refusal(await api.get('/billing/subscription')), [401, 'api_key_invalid'])
  for (const { status } of await Promise.all(during)) assert.ok(status === 200 || status === 401, String(status))
})

test('a change to a key applies from the next request, even on caching processes', async () => {
  const { id, key } = await makeKey()
  const calls = [here, elsewhere].map((service) => () => service.with(bearer(key)).get('/billing/subscription'))
  const change = (text: string) =>
    here.service.db.system('write', (tx) => tx.run(sql`update api_keys set ${sql.raw(text)} where id = ${id}`))
  const changes: [string, unknown[]][] = [
    ["scopes = '{reviews:read}'", [403, 'scope_denied']],
    ["scopes = '{}'", [200, undefined]],
    ["expires_at = '2020-01-01'", [401, 'api_key_expired']],
    ['expires_at = null', [200, undefined]],
    ["organization_id = (select id from organizations where name = 'Another')", [403, 'store_env_forbidden']],
    [`organization_id = '${shop.organizationId}'`, [200, undefined]],
  ]
  await here.shop('Another')
  for (const call of [...calls, ...calls, ...calls]) assert.equal((await call()).status, 200)
  for (const [text, expected] of changes) {
    await change(text)
    for (const call of [...calls, ...calls]) assert.deepEqual(refusal(await call()), expected, text)
  }
})

test('a key works up to its last millisecond and no longer', async () => {
  const service = await startService({ beside: here, now: new Date(Date.now() + day) })
  try {
    const expiresAt = new Date(service.service.clock.nowMs() + 60_000)
    const { key } = await makeKey({ expiresAt: expiresAt.toISOString() })
    const api = service.with(bearer(key))
    freezeClock(service, expiresAt.getTime() - 1)
    for (let i = 0; i < 3; i++) assert.equal((await api.get('/billing/subscription')).status, 200)
    freezeClock(service, expiresAt.getTime())
    for (const path of ['/billing/subscription', '/account/organizations'])
      assert.deepEqual(refusal(await api.get(path)), [401, 'api_key_expired'])
  } finally {
    await service.close()
  }
})

test('parallel first uses of a key on two processes all succeed and are audited once', async () => {
  for (const path of ['/billing/subscription', '/account/organizations']) {
    const { id, key } = await makeKey()
    const calls = Array.from({ length: 40 }, (_, i) => (i % 2 ? here : elsewhere).with(bearer(key)).get(path))
    for (const answer of await Promise.all(calls)) assert.equal(answer.status, 200, answer.text)
    const log = await owner.get('/account/audit-log?action=api_key.first_used&limit=100')
    const lines = log.body.data.filter((entry: { target: { id: string } }) => entry.target.id === id)
    assert.equal(lines.length, 1, path)
  }
})

test('a refused first call counts as the first use of a key', async () => {
  const { id, key } = await makeKey({ role: 'VIEWER', scopes: ['reviews:read'] })
  assert.deepEqual(refusal(await here.with(bearer(key)).get('/billing/subscription')), [403, 'scope_denied'])
  const log = await owner.get('/account/audit-log?action=api_key.first_used&limit=100')
  assert.ok(log.body.data.some((entry: { target: { id: string } }) => entry.target.id === id))
})

test('signing in sets a cookie that is hidden from scripts and other sites', async () => {
  const { ownerEmail: email, password } = shop
  const answer = await here.anonymous.post('/auth/sign-in/email', { email, password }, { origin })
  const cookie = [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((each) => each.includes('session_token'))
  assert.match(cookie ?? '', /^__Secure-evident\.session_token=[^;]+;.*HttpOnly/i)
  assert.match(cookie ?? '', /SameSite=Lax/i)
  assert.match(cookie ?? '', /Secure/i)
  const signedIn = here.with({ cookie: (cookie ?? '').split(';')[0] ?? '' })
  const stores = await signedIn.get('/account/stores')
  assert.deepEqual(
    stores.body.data.map((each: { id: string }) => each.id),
    [shop.storeEnvId],
  )
})

test('a session works on every process and ends on every process after sign-out', async () => {
  const cookie = await fetchCookie(here)
  const calls = [here, elsewhere].map((service) => () => service.anonymous.get('/account/users', { cookie }))
  for (const call of calls) assert.equal((await call()).status, 200)
  const out = await elsewhere.anonymous.post('/auth/sign-out', {}, { cookie, origin })
  assert.equal(out.status, 200, out.text)
  for (const call of calls) assert.deepEqual(refusal(await call()), [401, 'unauthenticated'])
})

test('a wrong password and an unknown address get the same 401', async () => {
  const { ownerEmail } = shop
  const attempts = [
    { email: ownerEmail, password: 'not the password' },
    { email: 'nobody@example.com', password: 'not the password' },
  ]
  const answers = []
  for (const body of attempts) answers.push(await here.anonymous.post('/auth/sign-in/email', body, { origin }))
  for (const answer of answers) {
    assert.equal(answer.status, 401, answer.text)
    assertErrorShape(answer)
    assert.equal(answer.headers['set-cookie'], undefined)
  }
  assert.deepEqual({ ...answers[0]?.body, requestId: '' }, { ...answers[1]?.body, requestId: '' })
})

test('visitors cannot create their own account', async () => {
  const body = { email: 'new@example.com', password: 'a long enough password', name: 'New' }
  const answer = await here.anonymous.post('/auth/sign-up/email', body, { origin })
  assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
  assertErrorShape(answer)
  const users = await here.service.db.authPool.query(`select from auth."user" where email = 'new@example.com'`)
  assert.equal(users.rowCount, 0)
})

test('a cookie that this service did not sign gets 401', async () => {
  const [cookie = ''] = (await fetchCookie(here)).split('; ')
  const [name = '', value = ''] = cookie.split('=', 2)
  const [token = ''] = decodeURIComponent(value).split('.')
  for (const forged of [
    '',
    'x',
    'x.y',
    token,
    `${token}.`,
    `${token}.${'A'.repeat(43)}=`,
    `${value.slice(0, -6)}AAAA%3D`,
  ]) {
    const answer = await here.anonymous.get('/account/stores', { cookie: `${name}=${forged}` })
    assert.deepEqual(refusal(answer), [401, 'unauthenticated'], forged)
  }
  assert.equal((await here.anonymous.get('/account/stores', { cookie })).status, 200)
})

test('browser sessions write only from our own pages; other clients need no origin', async () => {
  const cookie = await fetchCookie(here)
  const write = (headers: Record<string, string>) =>
    here.anonymous.post('/account/users/invite', { email: 'guest@example.com', role: 'VIEWER' }, { cookie, ...headers })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${origin}.evil.example` },
    { origin: `${origin}:8443` },
    { origin: origin.replace('https', 'http') },
    { origin: 'https://evil.example', host: 'evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign)
    assert.deepEqual(refusal(await write(headers)), [403, 'origin_forbidden'], JSON.stringify(headers))
  for (const headers of [{ origin }, {}, { 'sec-fetch-site': 'same-origin' }] as Record<string, string>[])
    assert.equal((await write(headers)).status, 201, JSON.stringify(headers))
})

test('reads with a session, and all calls with a key, skip the origin check', async () => {
  const cookie = await fetchCookie(here)
  const foreign = { origin: 'https://evil.example' }
  const read = await here.anonymous.get('/account/stores', { cookie, ...foreign })
  assert.equal(read.status, 200)
  assert.equal(read.headers['access-control-allow-origin'], undefined)
  assert.equal((await shop.api.post('/products/review-feed', {}, foreign)).status, 201)
})

test('with key and cookie, only the key decides, even if the key is invalid', async () => {
  const cookie = await fetchCookie(here)
  const answer = await here.anonymous.get('/account/stores', { cookie, authorization: 'Bearer evnt_wrong' })
  assert.deepEqual(refusal(answer), [401, 'api_key_invalid'])
})

test('a person whose membership ended is refused with the next request', async () => {
  const other = await here.shop('Leaving')
  const cookie = await fetchCookie(elsewhere, other.ownerEmail, other.password)
  const call = () => elsewhere.anonymous.get('/account/users', { cookie })
  assert.equal((await call()).status, 200)
  await here.service.db.system('write', (tx) =>
    tx.run(sql`update memberships set active = false where organization_id = ${other.organizationId}`),
  )
  assert.deepEqual(refusal(await call()), [403, 'membership_required'])
})
