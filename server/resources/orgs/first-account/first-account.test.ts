import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { startService, type TestService } from '#test/service.ts'
import { firstAccountToken } from './rules.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const asked = (more: object = {}) => ({
  ...{ name: 'Sam Kent', email: 'sam@acme.example', password: 'seven-blue-kettles' },
  ...{ organization: 'Acme', store: 'Acme Shop', origin: 'https://shop.acme.example', timezone: 'Europe/Berlin' },
  ...more,
})

async function make(
  body: object,
  { headers = {}, remoteAddress = '127.0.0.1', at = service }: Partial<InjectOptions> & { at?: TestService } = {},
) {
  const response = await at.app.inject({
    ...{ method: 'POST', url: '/api/v1/auth/first-account', remoteAddress, payload: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', host: 'localhost:8080', ...headers },
  })
  return { status: response.statusCode, body: response.json(), cookies: response.headers['set-cookie'] }
}
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const installation = async (options: Partial<InjectOptions> = {}) =>
  (
    await service.app.inject({
      ...{ method: 'GET', url: '/api/v1/auth/installation' },
      ...options,
      headers: { host: 'localhost:8080', ...options.headers },
    })
  ).json()

test("on the service's machine the first account needs no token and is signed in", async () => {
  assert.deepEqual([(await installation()).hasAccounts, (await installation()).firstAccount], [false, 'open'])
  const { status, body, cookies } = await make(asked())
  assert.equal(status, 201)
  assert.equal(body.ownerEmail, 'sam@acme.example')
  const cookie = [cookies]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')
  const { body: stores } = await service.with({ cookie }).get('/account/stores')
  assert.deepEqual(
    stores.data.map((each: Record<string, unknown>) => [each.id, each.name, each.role, each.origins, each.timezone]),
    [[body.storeEnvId, 'Acme Shop', 'OWNER', ['https://shop.acme.example'], 'Europe/Berlin']],
  )
  const signedIn = await service.anonymous.post('/auth/sign-in/email', {
    email: 'sam@acme.example',
    password: 'seven-blue-kettles',
  })
  assert.equal(signedIn.status, 200)
})

test('if an account exists, a first account can never be created again', async () => {
  await service.shop()
  const token = firstAccountToken(service.service.services.secrets)
  assert.deepEqual(refusal(await make(asked())), [403, 'first_account_made'])
  assert.deepEqual(refusal(await make(asked({ token }))), [403, 'first_account_made'])
  assert.deepEqual([(await installation()).hasAccounts, (await installation()).firstAccount], [true, null])
})

const fromElsewhere: [what: string, options: Partial<InjectOptions>][] = [
  ['another machine', { remoteAddress: '203.0.113.9' }],
  [
    'another machine that calls itself this one',
    { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['another machine of the same network', { remoteAddress: '10.0.0.7' }],
  ['a machine whose address only begins so', { remoteAddress: '::ffff:10.127.0.1' }],
  ['a proxy on this machine, with X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['a proxy on this machine, with an empty X-Forwarded-For', { headers: { 'x-forwarded-for': '' } }],
  ['a proxy on this machine, with X-Forwarded-Host', { headers: { 'x-forwarded-host': 'localhost' } }],
  ['a proxy on this machine, with Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['a proxy on this machine, with Via', { headers: { via: '1.1 localhost' } }],
  ['a proxy on this machine, with X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }],
  ['a tunnel on this machine', { headers: { 'cf-connecting-ip': '203.0.113.9' } }],
  ['a proxy on this machine that keeps the name', { headers: { host: 'reviews.acme.example' } }],
  ['a page whose name was bent to this machine', { headers: { host: 'evil.example:8080' } }],
  ['a name that only begins like this machine', { headers: { host: 'localhost.evil.example' } }],
]
for (const [what, options] of fromElsewhere)
  test(`a request from ${what} requires the token`, async () => {
    assert.equal((await installation(options)).firstAccount, 'token')
    assert.deepEqual(refusal(await make(asked(), options)), [403, 'first_account_token'])
    const wrong = `${firstAccountToken(service.service.services.secrets).slice(0, -1)}~`
    assert.deepEqual(refusal(await make(asked({ token: wrong }), options)), [403, 'first_account_token'])
    assert.equal(await service.service.services.users.hasAnybody(), false)
    const token = firstAccountToken(service.service.services.secrets)
    assert.equal((await make(asked({ token }), options)).status, 201)
  })

const meantForOthers: Record<string, string>[] = [
  { PUBLIC_ORIGIN: 'http://127.0.0.1:8080' },
  { TRUSTED_PROXIES: '10.0.0.1' },
  { TRUSTED_PROXIES: '203.0.113.9' },
  { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'false' },
]
for (const env of meantForOthers)
  test(`a public service (${Object.keys(env)[0]}) requires the token even from its own machine`, async () => {
    const open = await startService({ beside: service, env })
    try {
      assert.deepEqual(refusal(await make(asked(), { at: open })), [403, 'first_account_token'])
      const spoofed = { remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } }
      assert.deepEqual(refusal(await make(asked(), { at: open, ...spoofed })), [403, 'first_account_token'])
    } finally {
      await open.close()
    }
  })

test('a page of another origin creates no account, even in a browser on this machine', async () => {
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
  ])
    assert.deepEqual(refusal(await make(asked(), { headers })), [403, 'origin_forbidden'])
})

test('one of many concurrent requests to two processes succeeds', async () => {
  const other = await startService({ beside: service })
  try {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        make(asked({ email: `sam${i}@acme.example` }), { at: i % 2 ? other : service }),
      ),
    )
    assert.equal(all.filter(({ status }) => status === 201).length, 1)
    assert.deepEqual(
      [
        ...new Set(
          all
            .filter(({ status }) => status !== 201)
            .map(refusal)
            .map(String),
        ),
      ],
      ['403,first_account_made'],
    )
    const winner = all.find(({ status }) => status === 201)?.body.ownerEmail
    const known = await Promise.all(
      Array.from({ length: 8 }, (_, i) => service.service.services.users.findByEmail(`sam${i}@acme.example`)),
    )
    assert.deepEqual(
      known.flatMap((each) => (each ? [each.email] : [])),
      [winner],
    )
  } finally {
    await other.close()
  }
})

test("ten guesses of the token block the client's address and no other address", async () => {
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '1000/1s' } })
  try {
    const from = (remoteAddress: string, more: object = {}) => make(asked(more), { at: limited, remoteAddress })
    for (let i = 0; i < 10; i++) assert.equal((await from('203.0.113.9', { token: `guess${i}` })).status, 403)
    assert.equal((await from('203.0.113.9', { token: 'guess' })).status, 429)
    const token = firstAccountToken(service.service.services.secrets)
    assert.equal((await from('203.0.113.9', { token })).status, 429)
    assert.equal((await from('203.0.113.10', { token })).status, 201)
  } finally {
    await limited.close()
  }
})

test('invalid fields are reported, and nothing is created', async () => {
  const wrong: [object, string][] = [
    [{ password: 'password12' }, '/password'],
    [{ origin: 'shop.acme.example/path' }, '/origin'],
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ organization: ' ' }, '/organization'],
    [{ email: 'sam' }, '/email'],
  ]
  for (const [more, path] of wrong) {
    const { status, body } = await make(asked(more))
    assert.equal(status, 400, path)
    assert.match(JSON.stringify(body), new RegExp(path))
  }
  assert.equal(await service.service.services.users.hasAnybody(), false)
})

test('after the only account is deleted, a first account can be created', async () => {
  const { users } = service.service.services
  const { id } = await users.create({ email: 'sam@acme.example', name: 'Sam', password: null, emailVerified: false })
  assert.equal((await installation()).hasAccounts, true)
  await users.delete(id)
  assert.equal((await installation()).hasAccounts, false)
  assert.equal((await make(asked())).status, 201)
})
