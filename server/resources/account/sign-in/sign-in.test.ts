import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Answer, type Shop, startService, type TestService } from '#test/service.ts'
import { auditLines } from '../account.testing.ts'

let service: TestService
let beside: TestService
let shop: Shop
before(async () => {
  service = await startService()
  beside = await startService({ beside: service, env: { SECRET_KEY: service.service.services.config.secretKey } })
  // Freezes the clock, because the tests compare whole seconds.
  advance(0)
})
after(async () => {
  await beside.close()
  await service.close()
})

let addresses = 0
const elsewhere = () => `198.51.100.${++addresses}`

function signIn(from: TestService, email: string, password: string, more: { cookie?: string; address?: string } = {}) {
  return from.app
    .inject({
      method: 'POST',
      url: '/api/v1/auth/sign-in/email',
      remoteAddress: more.address ?? '198.51.100.250',
      headers: { 'content-type': 'application/json', ...(more.cookie && { cookie: more.cookie }) },
      payload: JSON.stringify({ email, password }),
    })
    .then((response) => ({ ...response, status: response.statusCode, text: response.body }))
}

function advance(ms: number): void {
  const at = service.service.clock.nowMs() + ms
  freezeClock(service, at)
  freezeClock(beside, at)
}

const readCookies = ({ headers }: Pick<Answer, 'headers'>) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

test('after five failures, attempts for an account wait ever longer, and responses say how long', async () => {
  shop = await service.shop()
  const address = elsewhere()
  for (let i = 0; i < 5; i++)
    assert.equal((await signIn(service, shop.ownerEmail, `guess ${i}`, { address })).status, 401)
  const waits = []
  for (let i = 0; i < 10; i++) {
    // Each attempt has its own IP address, so only the limit of the account applies.
    const refused = await signIn(service, shop.ownerEmail, shop.password, { address: elsewhere() })
    assert.equal(refused.status, 429, refused.text)
    const wait = Number(refused.headers['retry-after'])
    waits.push(wait)
    advance(wait * 1000)
    assert.equal((await signIn(service, shop.ownerEmail, 'one more guess', { address: elsewhere() })).status, 401)
  }
  assert.deepEqual(waits.slice(0, 5), [1, 2, 4, 8, 16])
  assert.equal(Math.max(...waits), 300)
})

test('all processes share the counts of failed sign-ins', async () => {
  shop = await service.shop()
  const address = elsewhere()
  const statuses = []
  for (let i = 0; i < 6; i++)
    statuses.push((await signIn(i % 2 ? service : beside, shop.ownerEmail, `guess ${i}`, { address })).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
})

test('a hundred parallel guesses get no more attempts than sequential ones', async () => {
  shop = await service.shop()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => signIn(service, shop.ownerEmail, `guess ${i}`, { address: elsewhere() })),
  )
  assert.equal(answers.filter(({ status }) => status === 401).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 95)
})

test('an unknown address is delayed like a known one', async () => {
  const address = elsewhere()
  const statuses = []
  for (let i = 0; i < 6; i++)
    statuses.push((await signIn(service, 'nobody@example.com', `guess ${i}`, { address })).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
})

test('failed sign-ins only delay an IP address, and never affect browsers that signed in before', async () => {
  const address = elsewhere()
  shop = await service.shop()
  const cookie = readCookies(await signIn(service, shop.ownerEmail, shop.password, { address: elsewhere() }))
  for (let i = 0; i < 30; i++)
    assert.equal((await signIn(service, `user-${i}@example.com`, 'a guess', { address })).status, 401)
  const right = (more: object = {}) => signIn(service, shop.ownerEmail, shop.password, { address, ...more })
  assert.equal((await right({ cookie })).status, 200)
  const waits = []
  for (let i = 0; i < 12; i++) {
    const refused = await signIn(service, `more-${i}@example.com`, 'a guess', { address })
    assert.equal(refused.status, 429)
    assert.match(refused.text, /rate_limited/)
    waits.push(Number(refused.headers['retry-after']))
    advance((waits.at(-1) ?? 0) * 1000)
    assert.equal((await signIn(service, `more-${i}@example.com`, 'a guess', { address })).status, 401)
  }
  assert.deepEqual([waits[0], Math.max(...waits)], [1, 10])
  // A person who waits as requested can sign in, and does not delay the next person.
  assert.equal((await right()).status, 429)
  advance(10_000)
  assert.equal((await right()).status, 200)
  assert.equal((await right()).status, 200)
  assert.equal((await signIn(service, 'elsewhere@example.com', 'a guess', { address: elsewhere() })).status, 401)
  advance(15 * 60_000)
  for (let i = 0; i < 5; i++)
    assert.equal((await signIn(service, `later-${i}@example.com`, 'a guess', { address })).status, 401)
})

test('parallel guesses from a delayed address get no more attempts than sequential ones', async () => {
  const { backOff } = service.service.services.users
  const address = elsewhere()
  for (let i = 0; i < 30; i++) await backOff.begin({ account: `early-${i}@example.com`, address })
  advance(10_000)
  const begun = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => backOff.begin({ account: `at-once-${i}@example.com`, address })),
  )
  assert.equal(begun.filter(({ status }) => status === 'fulfilled').length, 1)
})

test("attempts refused because of one account's delay do not count against colleagues at the same address", async () => {
  const { backOff } = service.service.services.users
  const address = elsewhere()
  const attempt = { account: 'impatient@example.com', address }
  const refused = { status: 429, code: 'rate_limited' }
  for (let i = 0; i < 5; i++) await backOff.begin(attempt)
  for (let i = 0; i < 60; i++) await assert.rejects(backOff.begin(attempt), refused)
  await backOff.begin({ account: 'colleague@example.com', address })
})

test('successful sign-ins do not count against the limit of their address', async () => {
  const { backOff } = service.service.services.users
  const address = elsewhere()
  for (let i = 0; i < 100; i++) {
    const attempt = await backOff.begin({ account: 'busy@example.com', address })
    await attempt.succeeded()
  }
  await backOff.begin({ account: 'busy@example.com', address })
})

test("a stranger's failures never lock out a browser that signed in to the account before", async () => {
  shop = await service.shop()
  const other = await service.shop()
  const known = readCookies(await signIn(service, shop.ownerEmail, shop.password, { address: elsewhere() }))
  const foreign = readCookies(await signIn(service, other.ownerEmail, other.password, { address: elsewhere() }))
  for (let i = 0; i < 8; i++) await signIn(service, shop.ownerEmail, `attack ${i}`, { address: elsewhere() })
  const attempt = (cookie?: string) =>
    signIn(service, shop.ownerEmail, shop.password, { address: elsewhere(), ...(cookie && { cookie }) })
  assert.equal((await attempt()).status, 429)
  assert.equal((await attempt(foreign)).status, 429)
  assert.equal((await attempt(known.replace(/(device_[\w-]+=)[\w-]+/, '$1forged'))).status, 429)
  assert.equal((await attempt(known)).status, 200)
  // A password reset clears the failures for every browser.
  await service.service.services.users.backOff.reset(shop.ownerEmail)
  assert.equal((await attempt()).status, 200)
})

test('the stolen cookie of a known browser allows no more guesses than a new browser', async () => {
  shop = await service.shop()
  const cookie = readCookies(await signIn(service, shop.ownerEmail, shop.password, { address: elsewhere() }))
  const statuses = []
  for (let i = 0; i < 7; i++)
    statuses.push((await signIn(service, shop.ownerEmail, `guess ${i}`, { address: elsewhere(), cookie })).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
})

test('expired counts of failed sign-ins are deleted', async () => {
  const count = async () =>
    (await service.service.db.authPool.query('select count(*)::int as n from auth.failed_attempt')).rows[0].n
  assert.ok((await count()) > 0)
  advance(2 * 86_400_000)
  await service.service.services.users.backOff.deleteExpired()
  assert.equal(await count(), 0)
})

test('only the cookie contains the session token, and scripts cannot read it', async () => {
  shop = await service.shop()
  const answer = await signIn(service, shop.ownerEmail, shop.password)
  const cookie = readCookies(answer)
  const session = await service.anonymous.get('/auth/get-session', { cookie })
  const token = /session_token=([^.;]+)/.exec(cookie)?.[1] ?? ''
  assert.ok(token.length >= 20)
  for (const text of [answer.text, session.text]) assert.ok(!text.includes(token))
  for (const set of [answer.headers['set-cookie']].flat()) assert.match(String(set), /HttpOnly/i)
})

test('changing the password needs the current one, ends other sessions and notifies the person', async () => {
  shop = await service.shop()
  const [here, there] = [await shop.signedIn(), await shop.signedIn()]
  const change = (currentPassword: string, newPassword: string) =>
    here.post('/auth/change-password', { currentPassword, newPassword })
  assert.deepEqual([(await change('not it', 'nine green ladders')).body.code], ['password_wrong'])
  assert.equal((await change(shop.password, 'password123')).status, 400)
  assert.equal((await there.get('/account/stores')).status, 200)
  const changed = await change(shop.password, 'nine green ladders')
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await there.get('/account/stores')).status, 401)
  const renewed = service.with({ cookie: readCookies(changed) })
  assert.equal((await renewed.get('/account/stores')).status, 200)
  assert.equal((await signIn(service, shop.ownerEmail, shop.password)).status, 401)
  assert.equal(
    (await service.anonymous.post('/auth/change-password', { currentPassword: 'x', newPassword: 'nine green ladders' }))
      .status,
    401,
  )
})

test('a password change also ends sessions that open during the change', async () => {
  shop = await service.shop()
  const { users, ...rest } = service.service.services
  const person = await users.findByEmail(shop.ownerEmail)
  assert.ok(person && rest)
  const racing = Array.from({ length: 4 }, () => users.signIn(shop.ownerEmail, shop.password))
  const changing = users.setPassword(person.id, 'nine green ladders')
  await changing
  for (const cookies of await Promise.all(racing)) {
    if (!cookies) continue
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
    assert.equal((await service.anonymous.get('/auth/get-session', { cookie })).text, 'null')
  }
})

test("sign-ins, failures and sign-outs are logged in each of the person's organizations", async () => {
  shop = await service.shop()
  const second = await service.shop()
  const { acceptUrl } = (
    await (await second.signedIn()).post('/account/users/invite', { email: shop.ownerEmail, role: 'MEMBER' })
  ).body
  const token = String(acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { password: shop.password })
  const headers = { 'user-agent': 'Test browser/1.0', 'content-type': 'application/json' }
  const body = { email: shop.ownerEmail, password: shop.password }
  await service.anonymous.post('/auth/sign-in/email', { ...body, password: 'wrong' }, headers)
  const entered = await service.anonymous.post('/auth/sign-in/email', body, headers)
  await service.anonymous.post('/auth/sign-out', {}, { ...headers, cookie: readCookies(entered) })
  await service.runJobs()
  for (const each of [shop, second]) {
    for (const [action, actor] of [
      ['session.signed_in', 'user'],
      ['session.sign_in_failed', 'visitor'],
      ['session.signed_out', 'user'],
    ] as const) {
      const [line] = await auditLines(each, action)
      assert.deepEqual(
        [line?.actor.type, line?.address, line?.userAgent],
        [actor, '127.0.0.1', 'Test browser/1.0'],
        action,
      )
      assert.ok(line?.target?.name)
    }
  }
})
