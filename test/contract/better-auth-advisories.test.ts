// Published advisories of the library that keeps users and sessions, each as an attack on the routes that are served here. Most
// are of parts that are not used: then what has to hold is that nobody reaches them. More such questions: sign-in.test.ts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, stepOf } from '#platform/auth/totp.ts'
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
const cookieOf = (answer: Answer) =>
  setCookies(answer)
    .map((each) => each.split(';')[0])
    .join('; ')

/** Spellings of one address, and addresses of one network, behind a proxy that is trusted. */
const addresses = [
  ...Array.from({ length: 12 }, (_, i) => `2001:db8:1:2::${(i + 1).toString(16)}`),
  ...['2001:DB8:1:2::1', '2001:0db8:0001:0002:0000:0000:0000:0001', '::ffff:203.0.113.9', '::ffff:cb00:7109'],
]

test('GHSA-p6v2-xcpg-h6xw: another IPv6 address, or another spelling, gives no further guesses at an account', async () => {
  const shop = await service.shop()
  const outcomes: number[] = []
  for (const address of addresses)
    outcomes.push((await signIn(shop, 'a guess at it', { 'x-forwarded-for': address })).status)
  assert.deepEqual(outcomes.slice(0, 5), [401, 401, 401, 401, 401])
  assert.deepEqual([...new Set(outcomes.slice(6))], [429], outcomes.join(' '))
})

test('GHSA-xg6x-h9c9-2m83: a password alone leaves no cookie that is taken for a whole session', async () => {
  const shop = await service.shop()
  const first = service.with({ cookie: cookieOf(await signIn(shop)), 'x-store-env-id': shop.storeEnvId })
  const { body } = await first.post('/auth/two-factor/enable', { password: shop.password })
  const bits = [...String(body.secret)]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const code = codeOf(key, stepOf(service.service.clock.nowMs()))
  assert.equal((await first.post('/auth/two-factor/verify-totp', { code })).status, 200)
  const entered = await signIn(shop)
  assert.equal(entered.body.twoFactorRedirect, true)
  const names = setCookies(entered).map((each) => each.split('=')[0] ?? '')
  assert.ok(
    names.some((name) => name.endsWith('session_token')),
    names.join(' '),
  )
  assert.ok(!names.some((name) => name.includes('session_data')), 'no session is kept in a cookie')
  const halfWay = service.with({ cookie: cookieOf(entered), 'x-store-env-id': shop.storeEnvId })
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

test('GHSA-x732-6j76-qmhm: further slashes lead past nothing', async () => {
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

/** What the part serves, and what an attacker would send. */
const unused: Record<string, Record<string, object>> = {
  'GHSA-99h5-pjcv-gr6v: nobody makes keys of another person by naming them': {
    '/auth/api-key/create': { userId: 'them', name: 'mine', permissions: {} },
    '/auth/api-key/update': { userId: 'them', keyId: 'theirs', enabled: true },
    '/auth/api-key/delete': { userId: 'them', keyId: 'theirs' },
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
