// Most advisories concern features that we do not use. The test proves that no route reaches these features.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { computeCode, computeStep } from '#platform/auth/totp.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Answer, type Shop, startService, type TestService } from '#test/service.ts'

let service: TestService
before(async () => {
  service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  freezeClock(service, Date.now())
})
after(() => service.close())

const signIn = (shop: Shop, password = shop.password, headers = {}) =>
  service.anonymous.post('/auth/sign-in/email', { email: shop.ownerEmail, password }, headers)

const setCookies = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .filter((each) => each !== undefined)
    .map(String)
const readCookies = (answer: Answer) =>
  setCookies(answer)
    .map((each) => each.split(';')[0])
    .join('; ')

/** One address in different notations, and several addresses of one network, behind a trusted proxy. */
const addresses = [
  ...Array.from({ length: 12 }, (_, i) => `2001:db8:1:2::${(i + 1).toString(16)}`),
  ...['2001:DB8:1:2::1', '2001:0db8:0001:0002:0000:0000:0000:0001', '::ffff:203.0.113.9', '::ffff:cb00:7109'],
]

test('GHSA-p6v2-xcpg-h6xw: another IPv6 address or notation gives no further password guesses', async () => {
  const shop = await service.shop()
  const outcomes: number[] = []
  for (const address of addresses)
    outcomes.push((await signIn(shop, 'a guess at it', { 'x-forwarded-for': address })).status)
  assert.deepEqual(outcomes.slice(0, 5), [401, 401, 401, 401, 401])
  assert.deepEqual([...new Set(outcomes.slice(6))], [429], outcomes.join(' '))
})

async function turnOnSecondFactor(shop: Shop): Promise<void> {
  const api = service.with({ cookie: readCookies(await signIn(shop)), 'x-store-env-id': shop.storeEnvId })
  const { body } = await api.post('/auth/two-factor/enable', { password: shop.password })
  const bits = [...String(body.secret)]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const code = computeCode(key, computeStep(service.service.clock.nowMs()))
  assert.equal((await api.post('/auth/two-factor/verify-totp', { code })).status, 200)
}

test('GHSA-xg6x-h9c9-2m83: a password alone sets no cookie that is accepted as a full session', async () => {
  const shop = await service.shop()
  await turnOnSecondFactor(shop)
  const entered = await signIn(shop)
  assert.equal(entered.body.twoFactorRedirect, true)
  const names = setCookies(entered).map((each) => each.split('=')[0] ?? '')
  assert.ok(
    names.some((name) => name.endsWith('session_token')),
    names.join(' '),
  )
  assert.ok(!names.some((name) => name.includes('session_data')), 'no session is kept in a cookie')
  const halfWay = service.with({ cookie: readCookies(entered), 'x-store-env-id': shop.storeEnvId })
  for (let i = 0; i < 2; i++) {
    assert.equal((await halfWay.get('/auth/get-session')).body, null)
    for (const path of ['/reviews', '/account/stores', '/account/sessions', '/orgs/current', '/account/users'])
      assert.equal((await halfWay.get(path)).status, 401, path)
    const changed = await halfWay.post('/auth/change-password', {
      currentPassword: shop.password,
      newPassword: 'x'.repeat(20),
    })
    assert.equal(changed.status, 401)
  }
})

test('GHSA-x732-6j76-qmhm: extra slashes reach no other route', async () => {
  const shop = await service.shop()
  const given = { email: shop.ownerEmail, password: shop.password }
  for (const path of [
    '/api/v1//auth/sign-in/email',
    '/api/v1/auth//sign-in/email',
    '/api/v1///auth/sign-in///email',
    '/api//v1/auth/sign-in/email',
    '/api/v1/auth/sign-in/email//',
  ]) {
    const answer = await service.anonymous.post(path, given)
    assert.equal(answer.status, 404, path)
    assert.deepEqual(setCookies(answer), [], path)
  }
  for (const path of ['//sign-up/email', '/sign-up//email', '//sign-up//email'])
    assert.equal((await service.anonymous.post(`/api/v1/auth${path}`, { ...given, name: 'x' })).status, 404, path)
})

/** Routes of each unused feature, with the body that an attacker would send. */
const unused: Record<string, Record<string, object>> = {
  'GHSA-99h5-pjcv-gr6v: nobody makes keys of another person by naming them': {
    '/auth/api-key/create': { userId: 'them', name: 'mine', permissions: {} },
    '/auth/api-key/update': { userId: 'them', keyId: 'theirs', enabled: true },
    '/auth/api-key/delete': { userId: 'them', keyId: 'theirs' },
  },
  'GHSA-4vcf-q4xf-f48m: passkeys are not those of its plugin, which removed anybody’s by their id': {
    '/auth/passkey/delete-passkey': { id: 'theirs' },
    '/auth/passkey/update-passkey': { id: 'theirs', name: 'mine' },
    '/auth/passkey/list-user-passkeys': {},
    '/auth/passkey/generate-register-options': {},
    '/auth/passkey/verify-registration': { response: {} },
    '/auth/passkey/verify-authentication': { response: {} },
  },
  'GHSA-965c-763c-88jm: nobody signs in by a mailed link or by the state of another flow': {
    '/auth/sign-in/magic-link': { email: 'them@example.com' },
    '/auth/magic-link/verify': { token: 'state' },
    '/auth/sign-in/social': { provider: 'google' },
  },
  'GHSA-r4xp-prcw-77qf: no proxy says who somebody is': {
    '/auth/oauth-proxy-callback': { profile: '{}' },
    '/auth/callback/google': { code: 'x', state: 'y' },
  },
  'GHSA-cq3f-vc6p-68fh: no device is let in with a code that somebody saw': {
    '/auth/device': {},
    '/auth/device/code': { client_id: 'tv' },
    '/auth/device/approve': { userCode: 'ABCD-1234' },
    '/auth/device/deny': { userCode: 'ABCD-1234' },
    '/auth/device/token': { device_code: 'x', client_id: 'tv' },
  },
}

for (const [name, calls] of Object.entries(unused))
  test(name, async () => {
    const shop = await service.shop()
    const owner = await shop.signedIn()
    for (const api of [service.anonymous, owner])
      for (const [path, body] of Object.entries(calls)) {
        assert.equal((await api.post(path, body)).status, 404, `POST ${path}`)
        assert.equal((await api.get(path)).status, 404, `GET ${path}`)
      }
  })

test('GHSA-965c-763c-88jm: a link of one purpose is refused for every other purpose', async () => {
  const shop = await service.shop()
  const { users } = service.service.services
  const person = await users.findByEmail(shop.ownerEmail)
  const reset = 'a-token-of-a-link-to-a-new-password-1'
  await users.resets.issue({ userId: person?.id ?? '', token: reset, provesAddress: true })
  const invited = await (await shop.signedIn()).post('/account/users/invite', {
    email: 'door@example.com',
    role: 'MEMBER',
  })
  const invitation = String(invited.body.acceptUrl).split('/').at(-1) ?? ''
  const newPassword = 'nine green ladders'
  for (const [path, body] of [
    [`/auth/invitations/${reset}/accept`, { name: 'X', password: newPassword }],
    [`/auth/sign-up/${reset}`, { password: 'seven-blue-kettles' }],
    [`/auth/sign-up/${invitation}`, { password: 'seven-blue-kettles' }],
    ['/auth/reset-password', { token: invitation, newPassword }],
  ] as const) {
    const answer = await service.anonymous.post(path, body)
    assert.ok([403, 404].includes(answer.status), `${path}: ${answer.status}`)
    assert.deepEqual(setCookies(answer), [], path)
  }
  assert.equal((await service.anonymous.get(`/auth/invitations/${invitation}`)).status, 200, 'and is not used up by it')
  assert.equal((await service.anonymous.get(`/auth/reset-password/${reset}`)).status, 200)
})

test('GHSA-44jh-23m7-hpcf: parallel requests get no more password or code guesses than sequential ones', async () => {
  const shop = await service.shop()
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      signIn(shop, `a guess ${i}`, { 'x-forwarded-for': `198.51.100.${i + 1}` }).then(({ status }) => status),
    ),
  )
  assert.deepEqual(
    [outcomes.filter((each) => each === 401).length, outcomes.filter((each) => each === 429).length],
    [5, 35],
  )
  const other = await service.shop()
  await turnOnSecondFactor(other)
  const cookie = readCookies(await signIn(other))
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, i) => {
      const [path, code] = i % 2 ? ['verify-totp', '000000'] : ['verify-backup-code', `aaaaa-aaaa${i % 5}`]
      const headers = { cookie, 'x-forwarded-for': `198.51.101.${i + 1}` }
      return service.anonymous.post(`/auth/two-factor/${path}`, { code }, headers).then(({ status }) => status)
    }),
  )
  assert.deepEqual(
    [guesses.filter((each) => each === 401).length, guesses.filter((each) => each === 429).length],
    [5, 35],
    guesses.join(' '),
  )
})

test("GHSA-qq9h-g4jm-xgf3: an account created for another person's address gives no lasting access", async () => {
  const shop = await service.shop()
  const attacker = service.with({ cookie: readCookies(await signIn(shop)), 'x-store-env-id': shop.storeEnvId })
  const device = createAuthenticator('http://localhost:8080')
  const { publicKey } = (await attacker.post('/auth/passkeys/options', { password: shop.password })).body
  const added = await attacker.post('/auth/passkeys', { name: 'mine', credential: device.create(publicKey) })
  assert.equal(added.status, 201, added.text)
  const byPasskey = async () => {
    const asked = await service.anonymous.post('/auth/sign-in/passkey/options')
    const credential = device.get(asked.body.publicKey)
    return service.anonymous.post('/auth/sign-in/passkey', { credential }, { cookie: readCookies(asked) })
  }
  assert.equal((await byPasskey()).status, 200)
  const { users } = service.service.services
  const person = await users.findByEmail(shop.ownerEmail)
  assert.equal(person?.emailVerified, false)
  const resetBy = async (token: string, newPassword: string) => {
    await users.resets.issue({ userId: person?.id ?? '', token, provesAddress: true })
    const reset = await service.anonymous.post('/auth/reset-password', { token, newPassword })
    assert.equal(reset.status, 200, reset.text)
  }
  await resetBy('the-first-link-that-proves-the-address', 'nine green ladders')
  assert.equal((await byPasskey()).status, 401)
  assert.equal((await attacker.get('/reviews')).status, 401)
  assert.equal((await signIn(shop)).status, 401)
  // The sessions and passkeys of the verified owner stay valid.
  const owner = service.with({ cookie: readCookies(await signIn(shop, 'nine green ladders')) })
  const again = (await owner.post('/auth/passkeys/options', { password: 'nine green ladders' })).body.publicKey
  assert.equal((await owner.post('/auth/passkeys', { name: 'x', credential: device.create(again) })).status, 201)
  await resetBy('the-second-link-of-the-same-person', 'ten blue kettles now')
  assert.equal((await byPasskey()).status, 200)
})
