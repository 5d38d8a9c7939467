import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCode, computeStep } from '#platform/auth/totp.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Answer, type Api, provideService, type Shop } from '#test/service.ts'
import { auditLines, mailsTo } from '../account.testing.ts'
import { deleteSecondFactor } from './commands.ts'

const service = provideService({}, async () => {
  freezeClock(service, Date.now())
})

/** Moves the clock to the next half minute, because a code cannot be used twice. */
const later = (ms = 30_000) => freezeClock(service, service.service.clock.nowMs() + ms)

const readCookies = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function decodeBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

type Person = { shop: Shop; api: Api; code(by?: number): string; recoveryCodes: string[] }

const enter = (shop: Shop, password = shop.password) =>
  service.anonymous.post('/auth/sign-in/email', { email: shop.ownerEmail, password })

async function withSecondFactor(): Promise<Person> {
  const shop = await service.shop()
  const api = service.with({ cookie: readCookies(await enter(shop)), 'x-store-env-id': shop.storeEnvId })
  const begun = await api.post('/auth/two-factor/enable', { password: shop.password })
  assert.equal(begun.status, 200, begun.text)
  const secret = /secret=([A-Z2-7]+)/.exec(begun.body.totpURI)?.[1] ?? ''
  assert.equal(secret, begun.body.secret)
  const code = (by = 0) => computeCode(decodeBase32(secret), computeStep(service.service.clock.nowMs()) + by)
  const confirmed = await api.post('/auth/two-factor/verify-totp', { code: code() })
  assert.equal(confirmed.status, 200, confirmed.text)
  later()
  return { shop, api, code, recoveryCodes: begun.body.backupCodes }
}

async function halfWay({ shop }: Person): Promise<Api> {
  const answer = await enter(shop)
  assert.deepEqual(answer.body, { twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  return service.with({ cookie: readCookies(answer), 'x-store-env-id': shop.storeEnvId })
}

const outcome = ({ status, body }: Answer) => [status, body?.code]
const isIn = async (api: Api) => (await api.get('/reviews')).status

test('setup changes nothing before the first code, then ends every other session', async () => {
  const shop = await service.shop()
  const [here, there] = [service.with({ cookie: readCookies(await enter(shop)) }), await shop.signedIn()]
  assert.deepEqual(outcome(await here.post('/auth/two-factor/enable', { password: 'not it' })), [401, 'password_wrong'])
  const { body } = await here.post('/auth/two-factor/enable', { password: shop.password })
  assert.equal(body.backupCodes.length, 10)
  assert.deepEqual((await here.get('/auth/two-factor')).body, { enabled: false, recoveryCodesLeft: 0 })
  assert.equal((await enter(shop)).body.user.email, shop.ownerEmail)
  assert.deepEqual(outcome(await here.post('/auth/two-factor/verify-totp', { code: '000000' })), [401, 'code_wrong'])
  const again = (await here.post('/auth/two-factor/enable', { password: shop.password })).body
  assert.notEqual(again.secret, body.secret)
  const now = computeStep(service.service.clock.nowMs())
  const old = await here.post('/auth/two-factor/verify-totp', { code: computeCode(decodeBase32(body.secret), now) })
  assert.deepEqual(outcome(old), [401, 'code_wrong'])
  const code = computeCode(decodeBase32(again.secret), now)
  assert.equal((await here.post('/auth/two-factor/verify-totp', { code })).status, 200)
  assert.equal(await isIn(there), 401)
  assert.equal((await here.get('/account/stores')).status, 200)
  assert.deepEqual((await here.get('/auth/two-factor')).body, { enabled: true, recoveryCodesLeft: 10 })
  assert.deepEqual(outcome(await here.post('/auth/two-factor/enable', { password: shop.password })), [
    409,
    'two_factor_enabled',
  ])
  await service.runJobs()
  assert.equal((await mailsTo(service, shop.ownerEmail)).filter((text) => text.includes('turned on')).length, 1)
})

test('the password alone gives access only to the second step', async () => {
  const person = await withSecondFactor()
  const half = await halfWay(person)
  for (const path of ['/reviews', '/account/stores', '/account/sessions', '/auth/two-factor'])
    assert.equal((await half.get(path)).status, 401, path)
  assert.equal((await half.get('/auth/get-session')).text, 'null')
  const { password } = person.shop
  for (const [path, body] of [
    ['/auth/two-factor/disable', { password }],
    ['/auth/two-factor/enable', { password }],
    ['/auth/two-factor/generate-backup-codes', { password }],
    ['/auth/change-password', { currentPassword: password, newPassword: 'nine green ladders' }],
  ] as const)
    assert.equal((await half.post(path, body)).status, 401, path)
  assert.equal((await half.post('/auth/two-factor/verify-totp', { code: person.code() })).status, 200)
  assert.equal(await isIn(half), 200)
})

test('a code works only once, even in parallel, and only while it is valid', async () => {
  const person = await withSecondFactor()
  const halves = await Promise.all([halfWay(person), halfWay(person)])
  const code = person.code()
  const both = await Promise.all(halves.map((half) => half.post('/auth/two-factor/verify-totp', { code })))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  const third = await halfWay(person)
  for (const wrong of [code, person.code(-1), person.code(2), person.code(-2)])
    assert.deepEqual(outcome(await third.post('/auth/two-factor/verify-totp', { code: wrong })), [401, 'code_wrong'])
  later()
  assert.equal((await third.post('/auth/two-factor/verify-totp', { code: person.code() })).status, 200)
})

test('a recovery code signs in once however it is typed, and the person is notified', async () => {
  const person = await withSecondFactor()
  const [first = '', second = ''] = person.recoveryCodes
  const use = async (code: string) => (await halfWay(person)).post('/auth/two-factor/verify-backup-code', { code })
  assert.equal((await use(` ${first.toUpperCase().replace('-', ' ')} `)).status, 200)
  assert.deepEqual(outcome(await use(first)), [401, 'code_wrong'])
  const both = await Promise.all([use(second), use(second)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  assert.equal((await person.api.get('/auth/two-factor')).body.recoveryCodesLeft, 8)
  await service.runJobs()
  assert.ok((await mailsTo(service, person.shop.ownerEmail)).some((text) => text.includes('recovery code')))
  const renewed = await person.api.post('/auth/two-factor/generate-backup-codes', { password: person.shop.password })
  assert.equal(renewed.body.backupCodes.length, 10)
  assert.deepEqual(outcome(await use(person.recoveryCodes[2] ?? '')), [401, 'code_wrong'])
  assert.equal((await use(renewed.body.backupCodes[0])).status, 200)
})

test("another person's codes and sessions are refused", async () => {
  const [ours, theirs] = [await withSecondFactor(), await withSecondFactor()]
  const half = await halfWay(ours)
  assert.equal((await half.post('/auth/two-factor/verify-totp', { code: theirs.code() })).status, 401)
  const [code] = theirs.recoveryCodes
  assert.equal((await half.post('/auth/two-factor/verify-backup-code', { code })).status, 401)
  assert.equal((await service.anonymous.post('/auth/two-factor/verify-totp', { code: ours.code() })).status, 401)
})

test('wrong codes delay the next attempt in every browser', async () => {
  const person = await withSecondFactor()
  const statuses = []
  for (let i = 0; i < 6; i++)
    statuses.push((await (await halfWay(person)).post('/auth/two-factor/verify-totp', { code: '000000' })).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
  const right = await (await halfWay(person)).post('/auth/two-factor/verify-totp', { code: person.code() })
  assert.equal(right.status, 429)
})

test('a new password does not turn off the second factor, but ends pending sign-ins', async () => {
  const person = await withSecondFactor()
  const { shop, api } = person
  const half = await halfWay(person)
  const body = { currentPassword: shop.password, newPassword: 'nine green ladders' }
  const changed = await api.post('/auth/change-password', body)
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await half.post('/auth/two-factor/verify-totp', { code: person.code() })).status, 401)
  const renewed = service.with({ cookie: readCookies(changed), 'x-store-env-id': shop.storeEnvId })
  assert.equal(await isIn(renewed), 200)
  const { users } = service.service.services
  const found = await users.findByEmail(shop.ownerEmail)
  const token = 'a-token-of-a-link-to-a-new-password'
  await users.resets.issue({ userId: found?.id ?? '', token, provesAddress: true })
  const reset = await service.anonymous.post('/auth/reset-password', { token, newPassword: 'ten blue kettles now' })
  assert.equal(reset.status, 200, reset.text)
  assert.equal((await enter(shop, 'ten blue kettles now')).body.twoFactorRedirect, true)
})

test('turning off the second factor needs the password; an operator removes a lost factor', async () => {
  const person = await withSecondFactor()
  const { api, shop } = person
  assert.deepEqual(outcome(await api.post('/auth/two-factor/disable', { password: 'not it' })), [401, 'password_wrong'])
  assert.equal((await api.post('/auth/two-factor/disable', { password: shop.password })).status, 204)
  assert.equal(await isIn(api), 200)
  assert.equal((await enter(shop)).body.user.email, shop.ownerEmail)
  const lost = await withSecondFactor()
  const { db, services } = service.service
  const found = await services.users.findByEmail(lost.shop.ownerEmail)
  assert.ok(found)
  assert.equal(await deleteSecondFactor({ db, services }, found), true)
  assert.equal(await deleteSecondFactor({ db, services }, found), false)
  assert.equal(await isIn(lost.api), 401)
  assert.equal((await enter(lost.shop)).body.user.email, lost.shop.ownerEmail)
  const [line] = await auditLines(lost.shop, 'two_factor.removed')
  assert.equal(line?.actor.type, 'operator')
})

test('the database has neither secrets nor recovery codes in plain text', async () => {
  const person = await withSecondFactor()
  const { rows } = await service.service.db.authPool.query(
    `select f::text as text from auth.second_factor f union all select encode(digest, 'escape') || encode(digest, 'base64') from auth.recovery_code`,
  )
  const all = rows.map(({ text }) => text).join('\n')
  for (const code of person.recoveryCodes)
    for (const form of [code, code.replace('-', '')]) assert.ok(!all.includes(form))
})

test('if an organization requires two factors, people without them can only set them up; keys are not restricted', async () => {
  const shop = await service.shop()
  const owner = service.with({ cookie: readCookies(await enter(shop)), 'x-store-env-id': shop.storeEnvId })
  assert.equal((await owner.patch('/orgs/settings', { twoFactorRequired: true })).status, 200)
  for (const path of ['/reviews', '/account/stores', '/orgs/current', '/account/sessions'])
    assert.deepEqual(outcome(await owner.get(path)), [403, 'two_factor_required'], path)
  assert.deepEqual(outcome(await owner.put('/products', [])), [403, 'two_factor_required'])
  assert.equal((await shop.api.get('/reviews')).status, 200)
  assert.equal((await owner.get('/orgs/settings')).body.twoFactorRequired, true)
  const { body } = await owner.post('/auth/two-factor/enable', { password: shop.password })
  const code = computeCode(decodeBase32(body.secret), computeStep(service.service.clock.nowMs()))
  assert.equal((await owner.post('/auth/two-factor/verify-totp', { code })).status, 200)
  assert.equal(await isIn(owner), 200, 'in the same session')
  assert.equal((await owner.post('/auth/two-factor/disable', { password: shop.password })).status, 204)
  assert.deepEqual(outcome(await owner.get('/reviews')), [403, 'two_factor_required'])
  const other = await service.shop()
  assert.equal(await isIn(await other.signedIn()), 200)
})

test('a page of another site can call no operation of two-factor sign-in', async () => {
  const person = await withSecondFactor()
  for (const path of ['enable', 'disable', 'verify-totp', 'verify-backup-code', 'generate-backup-codes']) {
    const body = path.startsWith('verify') ? { code: '000000' } : { password: person.shop.password }
    const answer = await person.api.post(`/auth/two-factor/${path}`, body, { origin: 'https://evil.example' })
    assert.deepEqual(outcome(answer), [403, 'origin_forbidden'], path)
  }
})

test('accepting an invitation adds the member immediately; signing in needs the second step', async () => {
  const person = await withSecondFactor()
  const host = await service.shop()
  const { body: invited } = await (await host.signedIn()).post('/account/users/invite', {
    email: person.shop.ownerEmail,
    role: 'MEMBER',
  })
  const token = String(invited.acceptUrl).split('/').at(-1)
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { password: person.shop.password })
  assert.equal(accepted.status, 200, accepted.text)
  assert.deepEqual(
    [accepted.body.twoFactorRedirect, accepted.body.twoFactorMethods, accepted.body.organizationId],
    [true, ['totp'], host.organizationId],
  )
  const api = service.with({ cookie: readCookies(accepted), 'x-store-env-id': host.storeEnvId })
  assert.equal(await isIn(api), 401)
  assert.equal((await api.get('/auth/get-session')).body, null)
  const shown = await api.post('/auth/two-factor/verify-totp', { code: person.code() })
  assert.equal(shown.status, 200, shown.text)
  assert.equal(await isIn(api), 200)
  later()
})
