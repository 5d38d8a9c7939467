import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Authenticator, createAuthenticator, type Lies } from '#test/authenticator.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Answer, type Api, provideService, type Shop, startService } from '#test/service.ts'
import { auditLines, mailsTo } from '../account.testing.ts'
import { deleteSecondFactor } from '../two-factor/commands.ts'

/**
 * Browsers bind passkeys to a host name, never to 127.0.0.1. Without PUBLIC_ORIGIN the service therefore uses localhost.
 */
const origin = 'http://localhost:8080'

const service = provideService({}, async () => {
  freezeClock(service, Date.now())
})

const later = (ms: number) => freezeClock(service, service.service.clock.nowMs() + ms)
const readCookies = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')
const outcome = ({ status, body }: Answer) => [status, body?.code]
const refused = [401, 'passkey_refused']
const isIn = async (api: Api) => (await api.get('/reviews')).status

type Person = { shop: Shop; api: Api; device: Authenticator }

async function withPassword(): Promise<Person> {
  const shop = await service.shop()
  const entered = await service.anonymous.post('/auth/sign-in/email', {
    email: shop.ownerEmail,
    password: shop.password,
  })
  const api = service.with({ cookie: readCookies(entered), 'x-store-env-id': shop.storeEnvId })
  return { shop, api, device: createAuthenticator(origin) }
}

async function add({ shop, api, device }: Person, lies: Lies = {}, name = 'Work laptop'): Promise<Answer> {
  const begun = await api.post('/auth/passkeys/options', { password: shop.password })
  assert.equal(begun.status, 200, begun.text)
  return api.post('/auth/passkeys', { name, credential: device.create(begun.body.publicKey, lies) })
}

async function withPasskey(): Promise<Person & { id: string }> {
  const person = await withPassword()
  const added = await add(person)
  assert.equal(added.status, 201, added.text)
  return { ...person, id: added.body.id }
}

async function begin(cookie?: string) {
  const begun = await service.anonymous.post('/auth/sign-in/passkey/options', undefined, cookie ? { cookie } : {})
  assert.equal(begun.status, 200, begun.text)
  const own = cookie ?? readCookies(begun)
  const show = (credential: unknown, more: Record<string, string> = {}) =>
    service.anonymous.post('/auth/sign-in/passkey', { credential }, { cookie: own, ...more })
  return { options: begun.body.publicKey, cookie: own, show }
}

async function enter(device: Authenticator, lies: Lies = {}): Promise<Answer> {
  const { options, show } = await begin()
  return show(device.get(options, lies))
}

const as = (answer: Answer, { shop }: Person) =>
  service.with({ cookie: readCookies(answer), 'x-store-env-id': shop.storeEnvId })

test('an added passkey signs in without a user name, and its owner is notified', async () => {
  const person = await withPasskey()
  const { body: listed } = await person.api.get('/auth/passkeys')
  assert.equal(listed.data.length, 1)
  assert.deepEqual(
    [listed.data[0].name, listed.data[0].backedUp, listed.data[0].lastUsedAt],
    ['Work laptop', false, null],
  )
  const { options } = await begin()
  assert.equal(options.rpId, 'localhost')
  assert.equal(options.userVerification, 'required')
  assert.equal(options.allowCredentials, undefined)
  const entered = await enter(person.device)
  assert.equal(entered.status, 200, entered.text)
  assert.equal(entered.body.user.email, person.shop.ownerEmail)
  assert.equal(await isIn(as(entered, person)), 200)
  assert.ok((await person.api.get('/auth/passkeys')).body.data[0].lastUsedAt)
  await service.runJobs()
  assert.ok((await mailsTo(service, person.shop.ownerEmail)).some((text) => text.includes('added: "Work laptop"')))
  const [added] = await auditLines(person.shop, 'passkey.added')
  assert.deepEqual([added?.actor.type, added?.details], ['user', { name: 'Work laptop' }])
  const lines = await auditLines(person.shop, 'session.signed_in')
  assert.ok(lines.some(({ details }) => details?.passkey === 'Work laptop'))
})

test('options require user verification, and their user id contains no email address', async () => {
  const person = await withPassword()
  const { body } = await person.api.post('/auth/passkeys/options', { password: person.shop.password })
  const { rp, user, attestation, authenticatorSelection } = body.publicKey
  assert.deepEqual([rp.id, rp.name, attestation], ['localhost', 'Evident', 'none'])
  assert.deepEqual(
    [authenticatorSelection.userVerification, authenticatorSelection.residentKey],
    ['required', 'required'],
  )
  assert.ok(!Buffer.from(user.id, 'base64url').toString().includes('@'))
})

test('a passkey counts as both factors, with and without an authenticator app', async () => {
  const person = await withPasskey()
  assert.equal((await person.api.patch('/orgs/settings', { twoFactorRequired: true })).status, 200)
  assert.equal(await isIn(person.api), 200, 'the session that added it has shown it')
  const byPassword = await service.anonymous.post('/auth/sign-in/email', {
    email: person.shop.ownerEmail,
    password: person.shop.password,
  })
  assert.deepEqual(outcome(await as(byPassword, person).get('/reviews')), [403, 'two_factor_required'])
  const entered = await enter(person.device)
  assert.equal(await isIn(as(entered, person)), 200)
})

test('a response works once, within five minutes, in the browser that requested the challenge', async () => {
  const person = await withPasskey()
  const first = await begin()
  const answer = person.device.get(first.options)
  assert.deepEqual(outcome(await (await begin()).show(answer)), refused, 'another browser')
  assert.deepEqual(outcome(await service.anonymous.post('/auth/sign-in/passkey', { credential: answer })), refused)
  assert.equal((await first.show(answer)).status, 200)
  assert.deepEqual(outcome(await first.show(answer)), refused, 'once more')
  const second = await begin()
  const atOnce = person.device.get(second.options)
  const both = await Promise.all([second.show(atOnce), second.show(atOnce)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  const third = await begin()
  const late = person.device.get(third.options)
  later(300_001)
  assert.deepEqual(outcome(await third.show(late)), refused, 'too late')
  assert.equal((await enter(person.device)).status, 200)
})

test('two tabs of one browser may both request a challenge, and each may respond', async () => {
  const person = await withPasskey()
  const first = await begin()
  const second = await begin(first.cookie)
  assert.equal((await first.show(person.device.get(first.options))).status, 200)
  assert.equal((await second.show(person.device.get(second.options))).status, 200)
})

test('a response for another origin, action or challenge is refused', async () => {
  const person = await withPasskey()
  const lies: Record<string, Lies> = {
    'another origin': { origin: 'https://localhost.evil.example' },
    'another scheme': { origin: 'https://localhost:8080' },
    'another port': { origin: 'http://localhost:9090' },
    'another relying party': { rpId: 'evil.example' },
    'within a frame of another site': { crossOrigin: true },
    'another act': { type: 'webauthn.create' },
    'no verified user': { isUserVerified: false },
    'nobody present': { isUserPresent: false, isUserVerified: false },
    'no user named': { userHandle: null },
    'another user named': { userHandle: Buffer.from('somebody else').toString('base64url') },
    'a challenge of its own': { challenge: Buffer.from('x'.repeat(32)).toString('base64url') },
    'another signature': { signature: Buffer.from('not a signature').toString('base64url') },
  }
  for (const [what, lie] of Object.entries(lies)) {
    assert.deepEqual(outcome(await enter(person.device, lie)), refused, what)
    // Without this pause, failures in a row would delay the next attempt. Another test checks that delay.
    later(3_600_001)
  }
  assert.equal((await enter(person.device)).status, 200)
})

test('a challenge works only for its own purpose and session', async () => {
  const [person, other] = [await withPasskey(), await withPassword()]
  const begun = await person.api.post('/auth/passkeys/options', { password: person.shop.password })
  const { options, show } = await begin()
  const misused = person.device.get({ ...options, challenge: begun.body.publicKey.challenge })
  assert.deepEqual(outcome(await show(misused)), refused)
  const credential = person.device.create({ ...begun.body.publicKey, challenge: options.challenge })
  assert.deepEqual(outcome(await person.api.post('/auth/passkeys', { name: 'x', credential })), refused)
  const theirs = other.device.create(begun.body.publicKey)
  assert.deepEqual(outcome(await other.api.post('/auth/passkeys', { name: 'x', credential: theirs })), refused)
  const elsewhere = await person.shop.signedIn()
  const again = (await person.api.post('/auth/passkeys/options', { password: person.shop.password })).body.publicKey
  const made = person.device.create(again)
  assert.deepEqual(outcome(await elsewhere.post('/auth/passkeys', { name: 'x', credential: made })), refused)
  assert.equal((await person.api.post('/auth/passkeys', { name: 'x', credential: made })).status, 201)
  assert.deepEqual(outcome(await person.api.post('/auth/passkeys', { name: 'x', credential: made })), refused)
})

test('a passkey signs in only its owner, even if the response names another user id', async () => {
  const [ours, theirs] = [await withPasskey(), await withPasskey()]
  const { options, show } = await begin()
  const [stolen] = ours.device.kept
  assert.ok(stolen)
  const answer = theirs.device.get(options, { userHandle: stolen.userHandle })
  assert.deepEqual(outcome(await show({ ...answer, id: stolen.id, rawId: stolen.id })), refused)
  const entered = await enter(theirs.device)
  assert.equal(entered.body.user.email, theirs.shop.ownerEmail)
})

test('a passkey whose counter does not increase is refused as a copy', async () => {
  const person = await withPasskey()
  assert.equal((await enter(person.device, { counter: 40 })).status, 200)
  for (const counter of [40, 39, 0]) assert.deepEqual(outcome(await enter(person.device, { counter })), refused)
  const [one, other] = [await begin(), await begin()]
  const both = await Promise.all(
    [one, other].map(({ options, show }) => show(person.device.get(options, { counter: 41 }))),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401], 'of two at once that say the same')
  const copied = await withPassword()
  copied.device = createAuthenticator(origin, { counts: false })
  assert.equal((await add(copied)).status, 201)
  for (let i = 0; i < 2; i++) assert.equal((await enter(copied.device)).status, 200, 'one that never counts')
  assert.equal((await copied.api.get('/auth/passkeys')).body.data[0].backedUp, true)
})

test('removing a passkey requires the password and ends every session that the passkey opened', async () => {
  const person = await withPasskey()
  const { api, shop, device, id } = person
  const byPasskey = as(await enter(device), person)
  const remove = (password: string) => api.post(`/auth/passkeys/${id}/remove`, { password })
  assert.deepEqual(outcome(await remove('not it')), [401, 'password_wrong'])
  const waiting = await begin()
  assert.equal((await remove(shop.password)).status, 204)
  assert.equal(await isIn(byPasskey), 401)
  assert.equal(await isIn(api), 200)
  assert.deepEqual(outcome(await waiting.show(device.get(waiting.options))), refused)
  assert.equal((await remove(shop.password)).status, 404)
  await service.runJobs()
  assert.ok((await mailsTo(service, shop.ownerEmail)).some((text) => text.includes('removed: "Work laptop"')))
  assert.equal((await auditLines(shop, 'passkey.removed')).length, 1)
})

test('a passkey that is removed during its sign-in opens no session', async () => {
  const person = await withPasskey()
  const { users } = service.service.services
  const { openSession } = users
  users.openSession = async (...of) => {
    const opened = await openSession(...of)
    assert.ok(await users.passkeys.delete(of[0], person.id))
    return opened
  }
  try {
    assert.deepEqual(outcome(await enter(person.device)), refused)
  } finally {
    users.openSession = openSession
  }
  assert.equal((await users.listSessions((await users.findByEmail(person.shop.ownerEmail))?.id ?? '')).length, 1)
})

test('access is checked after sign-in: deactivated members see nothing, and removed accounts cannot sign in', async () => {
  const [host, person] = [await service.shop(), await withPasskey()]
  const owner = await host.signedIn()
  const invited = await owner.post('/account/users/invite', { email: person.shop.ownerEmail, role: 'MEMBER' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { password: person.shop.password })
  const { body } = await owner.get('/account/users')
  const member = body.data.find(({ email }: { email: string }) => email === person.shop.ownerEmail)
  const inHost = async () =>
    service.with({ cookie: readCookies(await enter(person.device)), 'x-store-env-id': host.storeEnvId })
  assert.equal(await isIn(await inHost()), 200)
  assert.equal((await owner.patch(`/account/users/${member.id}`, { active: false })).status, 200)
  assert.equal(await isIn(await inHost()), 403)
  const { users } = service.service.services
  await users.delete((await users.findByEmail(person.shop.ownerEmail))?.id ?? '')
  assert.deepEqual(outcome(await enter(person.device)), refused)
})

test('people see, rename and remove only their own passkeys (GHSA-4vcf-q4xf-f48m)', async () => {
  const [ours, theirs] = [await withPasskey(), await withPasskey()]
  const { password } = theirs.shop
  assert.equal((await theirs.api.post(`/auth/passkeys/${ours.id}/remove`, { password })).status, 404)
  assert.equal((await theirs.api.patch(`/auth/passkeys/${ours.id}`, { name: 'mine' })).status, 404)
  assert.deepEqual(
    (await theirs.api.get('/auth/passkeys')).body.data.map(({ id }: { id: string }) => id),
    [theirs.id],
  )
  for (const call of [
    service.anonymous.get('/auth/passkeys'),
    service.anonymous.patch(`/auth/passkeys/${ours.id}`, { name: 'mine' }),
    service.anonymous.post(`/auth/passkeys/${ours.id}/remove`, { password }),
    service.anonymous.post('/auth/passkeys/options', { password }),
  ])
    assert.equal((await call).status, 401)
  for (const key of [ours.shop.api, await ours.shop.as('ADMIN')])
    assert.equal((await key.get('/auth/passkeys')).status, 401, 'a key is nobody')
  assert.equal((await enter(ours.device)).status, 200)
})

test('the password alone cannot add a second factor where one is required', async () => {
  const person = await withPasskey()
  const { shop, id } = person
  await person.api.patch('/orgs/settings', { twoFactorRequired: true })
  const entered = await service.anonymous.post('/auth/sign-in/email', {
    email: shop.ownerEmail,
    password: shop.password,
  })
  const thief = as(entered, person)
  const needed = [403, 'two_factor_required']
  const { password } = shop
  for (const path of ['passkeys/options', 'two-factor/enable', `passkeys/${id}/remove`])
    assert.deepEqual(outcome(await thief.post(`/auth/${path}`, { password })), needed, path)
  const begun = (await person.api.post('/auth/passkeys/options', { password })).body.publicKey
  const credential = person.device.create(begun)
  assert.deepEqual(outcome(await thief.post('/auth/passkeys', { name: 'mine', credential })), needed)
  // In an organization that does not require two factors, the password is enough to remove a lost passkey.
  const free = await withPasskey()
  const again = as(
    await service.anonymous.post('/auth/sign-in/email', { email: free.shop.ownerEmail, password: free.shop.password }),
    free,
  )
  assert.equal((await again.post(`/auth/passkeys/${free.id}/remove`, { password: free.shop.password })).status, 204)
})

test('a session without its second step cannot add passkeys; a passkey sign-in needs no second step', async () => {
  const person = await withPasskey()
  const { computeCode, computeStep } = await import('#platform/auth/totp.ts')
  const { body } = await person.api.post('/auth/two-factor/enable', { password: person.shop.password })
  const bits = [...String(body.secret)]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const code = computeCode(key, computeStep(service.service.clock.nowMs()))
  assert.equal((await person.api.post('/auth/two-factor/verify-totp', { code })).status, 200)
  const { shop } = person
  const asked = await service.anonymous.post('/auth/sign-in/email', { email: shop.ownerEmail, password: shop.password })
  assert.deepEqual(asked.body, { twoFactorRedirect: true, twoFactorMethods: ['totp', 'passkey'] })
  const half = as(asked, person)
  assert.equal((await half.post('/auth/passkeys/options', { password: shop.password })).status, 401)
  assert.equal((await half.get('/auth/passkeys')).status, 401)
  assert.equal(await isIn(as(await enter(person.device), person)), 200)
})

test('only a verified passkey of this origin, without attestation, can be added', async () => {
  const person = await withPassword()
  const lies: Record<string, Lies> = {
    'no verified user': { isUserVerified: false },
    'another origin': { origin: 'https://evil.example' },
    'another relying party': { rpId: 'evil.example' },
    'within a frame of another site': { crossOrigin: true },
    'another act': { type: 'webauthn.get' },
    // An attestation certificate contains URLs that a verifier would fetch.
    'a certificate': {
      format: 'packed',
      statement: new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.from('x')],
        ['x5c', [Buffer.from('x')]],
      ]),
    },
    'a maker': { format: 'android-safetynet' },
    'an unknown format': { format: 'new' },
  }
  for (const [what, lie] of Object.entries(lies)) assert.deepEqual(outcome(await add(person, lie)), refused, what)
  assert.deepEqual((await person.api.get('/auth/passkeys')).body.data, [])
})

test('one credential becomes one passkey, and parallel calls add at most twenty', async () => {
  const person = await withPasskey()
  const { api, shop, device } = person
  const other = await withPassword()
  const begun = (await other.api.post('/auth/passkeys/options', { password: other.shop.password })).body.publicKey
  const first = other.device.create(begun)
  assert.equal((await other.api.post('/auth/passkeys', { name: 'x', credential: first })).status, 201)
  const options = async () => (await api.post('/auth/passkeys/options', { password: shop.password })).body.publicKey
  for (let i = 0; i < 17; i++)
    assert.equal(
      (await api.post('/auth/passkeys', { name: `${i}`, credential: device.create(await options()) })).status,
      201,
    )
  const credentials = []
  for (let i = 0; i < 5; i++) credentials.push(device.create(await options()))
  const answers = await Promise.all(
    credentials.map((credential) => api.post('/auth/passkeys', { name: 'x', credential })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409, 409])
  const outcomes = answers.filter(({ status }) => status === 409).map(outcome)
  assert.deepEqual(outcomes[0], [409, 'too_many_passkeys'])
  assert.equal((await api.get('/auth/passkeys?limit=100')).body.data.length, 20)
  const full = await api.post('/auth/passkeys/options', { password: shop.password })
  assert.deepEqual(outcome(full), [409, 'too_many_passkeys'])
})

test('names are single lines of text, and mails escape them', async () => {
  const person = await withPassword()
  assert.equal((await add(person, {}, 'Lap\u202etop\r\nBcc: all')).body.name, 'Laptop Bcc: all')
  assert.equal((await add(person, {}, '   ')).status, 400)
  assert.equal((await add(person, {}, 'x'.repeat(61))).status, 400)
  const { id } = (await add(person, {}, 'Cafétéria 🔑')).body
  const renamed = await person.api.patch(`/auth/passkeys/${id}`, { name: 'Key ring' })
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Key ring'])
  const [line] = await auditLines(person.shop, 'passkey.renamed')
  assert.deepEqual(line?.details, { name: 'Key ring', was: 'Cafétéria 🔑' })
})

test('failed passkey sign-ins are logged, and delay more attempts with the same passkey', async () => {
  const person = await withPasskey()
  const statuses = []
  for (let i = 0; i < 7; i++) statuses.push((await enter(person.device, { isUserVerified: false })).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
  assert.equal((await enter(person.device)).status, 429)
  assert.equal((await enter((await withPasskey()).device)).status, 200)
  later(3_600_001)
  assert.equal((await enter(person.device)).status, 200)
  const lines = await auditLines(person.shop, 'session.sign_in_failed')
  assert.deepEqual([lines.length, lines[0]?.actor.type, lines[0]?.details], [5, 'visitor', { passkey: true }])
})

test('malformed input gets 400; well-formed but wrong input is a failed sign-in', async () => {
  const { options, show } = await begin()
  const person = await withPasskey()
  const sound = person.device.get(options)
  for (const credential of [
    undefined,
    {},
    { ...sound, id: 'x'.repeat(1_401) },
    { ...sound, id: 'not base64url!' },
    { ...sound, response: { ...sound.response, signature: 'A'.repeat(8_001) } },
    { ...sound, response: { ...sound.response, clientDataJSON: { challenge: 'x' } } },
  ])
    assert.equal((await show(credential)).status, 400)
  const text = (value: string) => Buffer.from(value).toString('base64url')
  for (const clientDataJSON of [text('not JSON'), text('null'), text('[]'), text('{"challenge":{}}'), text('{}')])
    assert.deepEqual(outcome(await show({ ...sound, response: { ...sound.response, clientDataJSON } })), refused)
  later(3_600_001)
  const foreign = { origin: 'https://evil.example' }
  const answer = await service.anonymous.post('/auth/sign-in/passkey/options', undefined, foreign)
  assert.deepEqual(outcome(answer), [403, 'origin_forbidden'])
  assert.deepEqual(outcome(await show(sound, foreign)), [403, 'origin_forbidden'])
})

test('a new password does not remove passkeys, and the mail mentions them', async () => {
  const person = await withPasskey()
  const { api, shop, device } = person
  await api.patch('/orgs/settings', { twoFactorRequired: true })
  const changed = await api.post('/auth/change-password', {
    currentPassword: shop.password,
    newPassword: 'nine green ladders',
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(await isIn(as(changed, person)), 200)
  assert.equal((await enter(device)).status, 200)
  await service.runJobs()
  const mails = await mailsTo(service, shop.ownerEmail)
  assert.ok(mails.some((text) => text.includes('password') && text.includes('The passkeys of your account')))
})

test('an operator removes passkeys together with the other second factors', async () => {
  const person = await withPasskey()
  const { db, services } = service.service
  const found = await services.users.findByEmail(person.shop.ownerEmail)
  assert.ok(found)
  assert.equal(await deleteSecondFactor({ db, services }, found), true)
  assert.equal(await deleteSecondFactor({ db, services }, found), false)
  assert.equal(await isIn(person.api), 401)
  assert.deepEqual(outcome(await enter(person.device)), refused)
})

test('used challenges are deleted after their expiry', async () => {
  const count = async () =>
    (await service.service.db.authPool.query('select count(*)::int as n from auth.used_challenge')).rows[0].n
  const person = await withPasskey()
  await enter(person.device)
  assert.ok((await count()) > 0)
  later(300_001)
  await service.service.services.users.passkeys.deleteExpiredChallenges()
  assert.equal(await count(), 0)
})

test('a service without a host name reports that it does not support passkeys', async () => {
  const plain = await startService({ env: { PUBLIC_ORIGIN: 'http://192.0.2.7:8080' } })
  try {
    assert.equal((await plain.anonymous.get('/auth/installation')).body.passkeyDomain, null)
    const asked = await plain.anonymous.post('/auth/sign-in/passkey/options')
    assert.deepEqual(outcome(asked), [409, 'passkeys_unavailable'])
  } finally {
    await plain.close()
  }
  assert.equal((await service.anonymous.get('/auth/installation')).body.passkeyDomain, 'localhost')
})
