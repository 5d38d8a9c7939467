// A library manages users and sessions. The tests cover the subjects of its published advisories: the Host header, redirect
// targets, disabled routes and hostile input.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { betterAuth } from 'better-auth'
import { assertErrorShape } from '#test/operations.ts'
import { type Answer, type Shop, startService, type TestService } from '#test/service.ts'

const evil = 'https://evil.example'

let service: TestService
let shop: Shop
let cookie: string
let own: string
before(async () => {
  service = await startService()
  // The first request of a process must not determine the service's public address, so this one has a false host.
  await service.anonymous.get('/auth/get-session', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  shop = await service.shop()
  own = service.service.origin
  cookie = readCookies(await signIn())
})
after(() => service.close())

const signIn = (more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  service.anonymous.post('/auth/sign-in/email', { email: shop.ownerEmail, password: shop.password, ...more }, headers)

const readCookies = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

const users = async () =>
  (await service.service.db.authPool.query('select * from auth."user" order by id')).rows as Record<string, unknown>[]

const routes = Object.values(
  betterAuth({ secret: 'x'.repeat(40), baseURL: 'http://localhost', logger: { disabled: true } }).api,
).flatMap((each) => {
  const { path, options } = each as { path?: string; options?: { method?: string | string[] } }
  return path && options?.method
    ? [options.method].flat().map((method) => ({ method, path: `/auth${path.replace(/:\w+/, 'x')}` }))
    : []
})

test('there are routes of the library to test', () => {
  assert.ok(routes.length >= 25)
})

test('the Host header, direct or forwarded, has no effect', async () => {
  const lies = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  assert.equal((await signIn({}, { ...lies, cookie, origin: evil })).status, 403)
  const answer = await signIn({}, lies)
  assert.equal(answer.status, 200, answer.text)
  assert.ok(!answer.text.includes('evil.example'), answer.text)
  assert.equal((await signIn({}, { origin: own, cookie })).status, 200)
})

test('a page of another site cannot sign a visitor in', async () => {
  const foreign: Record<string, string>[] = [
    { origin: evil, cookie },
    { origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'null', cookie },
  ]
  for (const headers of foreign) {
    const answer = await signIn({}, headers)
    assert.equal(answer.status, 403, `${JSON.stringify(headers)} ${answer.text}`)
    assertErrorShape(answer)
  }
  const form = `email=${encodeURIComponent(shop.ownerEmail)}&password=${encodeURIComponent(shop.password)}`
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await service.anonymous.post('/auth/sign-in/email', form, { 'content-type': type, origin: evil })
    assert.ok(answer.status >= 400 && answer.status < 500, `${type}: ${answer.status}`)
    assert.equal(answer.headers['set-cookie'], undefined)
  }
})

test('a program signs in and out without an origin, with any HTTP client', async () => {
  const clients: Record<string, string>[] = [
    {},
    { 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' },
    { cookie: 'theme=dark' },
  ]
  for (const headers of clients) {
    const answer = await signIn({}, headers)
    assert.equal(answer.status, 200, `${JSON.stringify(headers)} ${answer.text}`)
    const out = await service.anonymous.post('/auth/sign-out', {}, { ...headers, cookie: readCookies(answer) })
    assert.equal(out.status, 200, out.text)
  }
  const elsewhere = await signIn({}, { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' })
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'origin_forbidden'])
})

test("errors of the library have the contract's codes", async () => {
  const answers = [
    await signIn({ password: undefined }),
    await signIn({}, { origin: evil, cookie }),
    await service.anonymous.post('/auth/no-such-route', {}, { origin: own }),
  ]
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.code]),
    [
      [400, 'validation_failed'],
      [403, 'origin_forbidden'],
      [404, 'not_found'],
    ],
  )
})

test('no redirect after signing in leads to another site', async () => {
  const targets = [
    evil,
    '//evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    `${own}.evil.example`,
    `${own}@evil.example`,
  ]
  for (const callbackURL of [
    ...targets,
    'javascript:alert(1)',
    'data:text/html,x',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
  ]) {
    const answer = await signIn({ callbackURL, redirectTo: callbackURL }, { origin: own, cookie })
    assert.equal(answer.status, 200, `${callbackURL}: ${answer.status} ${answer.text}`)
    assert.equal(answer.headers.location, undefined, callbackURL)
    assert.ok(!answer.text.includes(callbackURL), answer.text)
  }
})

test('disabled routes stay disabled, however the URL is written', async () => {
  const before = (await users()).length
  const body = { email: 'new@example.com', password: 'a long enough password', name: 'New' }
  const spellings = [
    '/sign-up/email',
    '//sign-up/email',
    '/sign-up//email',
    '/sign-up/email/',
    '/./sign-up/email',
    '/x/../sign-up/email',
    '/%2fsign-up/email',
    '/sign-up%2femail',
    '/SIGN-UP/EMAIL',
    '/sign-up/email;x',
    '/sign%2Dup/email',
  ]
  for (const spelling of spellings) {
    const answer = await service.anonymous.post(`/auth${spelling}`, body, { origin: own })
    assert.ok(answer.status >= 400 && answer.status < 500, `${spelling}: ${answer.status} ${answer.text}`)
    assertErrorShape(answer)
  }
  assert.equal((await users()).length, before)
  for (const path of [
    '/api-key/create',
    '/organization/create',
    '/admin/create-user',
    '/delete-user',
    '/oauth2/token',
    '/sign-in/magic-link',
  ])
    assert.ok(
      [400, 403, 404].includes((await service.anonymous.post(`/auth${path}`, body, { origin: own, cookie })).status),
      path,
    )
})

test('people can change their own name, but no address, no rights and no other person', async () => {
  const before = await users()
  const attempts = [
    [
      '/auth/update-user',
      { name: 'New name', emailVerified: false, role: 'OWNER', id: 'x', createdAt: '2020-01-01T00:00:00Z' },
    ],
    ['/auth/update-user', { email: 'other@example.com' }],
    ['/auth/change-email', { newEmail: 'other@example.com' }],
    ['/auth/delete-user', { password: shop.password }],
  ] as const
  for (const [path, body] of attempts) await service.anonymous.post(path, body, { origin: own, cookie })
  const kept = (rows: Record<string, unknown>[]) => rows.map(({ name: _name, updatedAt: _updatedAt, ...rest }) => rest)
  assert.deepEqual(kept(await users()), kept(before))
})

test('the session is read from the database each time, never trusted from a cookie', async () => {
  const answer = await signIn()
  assert.ok(!String(answer.headers['set-cookie']).includes('session_data'))
})

test('every library route answers hostile input with a standard 4xx', async () => {
  const bodies: [string, string | Buffer][] = [
    ['application/json', '{"half":'],
    ['application/json', '[]'],
    ['application/json', 'null'],
    ['application/json', '"text"'],
    ['application/json', '['.repeat(10_000)],
    ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['application/json', '{"__proto__":{"admin":true},"email":"a@b.co","password":"12345678"}'],
    ['application/json', `{"email":${JSON.stringify('a'.repeat(1e6))},"password":"x","name":"x","token":"x"}`],
    [
      'application/json',
      '{"email":"a\\u0000@b.co","password":"12345678","name":"x\\u0000","token":"a\\u0000","newPassword":"12345678\\u0000","currentPassword":"\\u0000","sessionId":"\\u0000","accountId":"\\u0000","providerId":"\\u0000","newEmail":"b\\u0000@b.co","provider":"\\u0000"}',
    ],
    [
      'application/json',
      '{"email":"\\ud800@b.co","password":"\\ud800\\ud800\\ud800\\ud800\\ud800","name":"\\ud800","token":"\\ud800","newPassword":"\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800"}',
    ],
    ['application/json', '{"email":{"$ne":null},"password":{"$ne":null},"token":[],"name":{},"provider":1}'],
    ['application/xml', '<x/>'],
    ['multipart/form-data; boundary=x', 'no boundary here'],
    ['application/x-www-form-urlencoded', 'a=%ZZ&b=%00'],
  ]
  for (const { method, path } of routes) {
    for (const headers of [{ origin: own, cookie }, {}] as Record<string, string>[]) {
      for (const [type, body] of method === 'POST' ? bodies : []) {
        const answer = await service.anonymous.call(method, path, body, { ...headers, 'content-type': type })
        const seen = `${method} ${path} ${type} ${body.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 200)}`
        assert.ok(answer.status < 500, seen)
        if (answer.status >= 400) assertErrorShape(answer, seen)
      }
      for (const query of [
        '?token=%00',
        '?token=%00.%00&callbackURL=%00',
        '?error=%3Cscript%3Ealert(1)%3C/script%3E&state=%00&code=%00',
        '?token=%ff&token=2',
        '?accountId=%00',
        '?disableCookieCache=%00',
      ]) {
        const answer = await service.anonymous.call(method, path + query, undefined, headers)
        const seen = `${method} ${path}${query}: ${answer.status} ${answer.text.slice(0, 200)}`
        assert.ok(answer.status < 500, seen)
        assert.ok(!answer.text.includes('<script>alert'), seen)
        assert.ok(!/^(https?:)?\/\/(?!127|localhost)/.test(String(answer.headers.location ?? '')), seen)
      }
    }
    // Some of the routes end the session, so the test signs in again.
    if ((await service.anonymous.get('/auth/get-session', { cookie })).text === 'null')
      cookie = readCookies(await signIn())
  }
})
