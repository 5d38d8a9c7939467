import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { createAuthenticator } from '#test/authenticator.ts'
import { type NameServer, startNameServer } from '#test/fakes/name-server.ts'
import { type FakeProvider, type Person, startOpenId, visit } from '#test/fakes/openid.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { auditLines, findUser } from '../../account/account.testing.ts'
import { join, password } from '../orgs.testing.ts'
import { away, backHome, configure, enter, prove, readCookies } from './single-sign-on.testing.ts'

let names: NameServer
let service: TestService
let provider: FakeProvider
let shop: Shop
let owner: Api
let domain: string
let count = 0
before(async () => {
  names = await startNameServer()
  service = await startService({ env: { DNS_SERVERS: names.address } })
})
after(async () => {
  await service.close()
  await names.close()
})
afterEach(() => provider.close())
beforeEach(async () => {
  provider = await startOpenId()
  shop = await service.shop()
  owner = await shop.signedIn()
  domain = `shop-${++count}.example`
  await configure(owner, provider)
  await prove(owner, names, domain)
  person({})
})

const person = (is: Partial<Person>) => {
  provider.person = { sub: `sub-${count}`, email: `ida@${domain}`, email_verified: true, name: 'Ida Lund', ...is }
}
const ida = () => `ida@${domain}`
const members = async (
  api: Api = owner,
): Promise<{ email: string; role: string; name: string; id: string; status: string }[]> =>
  (await api.get('/account/users?limit=100')).body.data
const findRole = async (email: string) => (await members()).find((each) => each.email === email)?.role
const outcome = ({ status, body }: Answer) => [status, body?.code]
const signInResult = async (is: Partial<Person> = {}) => {
  person(is)
  return (await enter(service, shop, ida())).result
}
const lastRefusal = async () => (await auditLines(shop, 'single_sign_on.refused'))[0]?.details

test('a first sign-in from a proven domain creates a Viewer, whom later sign-ins find', async () => {
  const first = await enter(service, shop, ida())
  assert.equal(first.result, null)
  assert.equal(first.to.pathname, '/admin/')
  assert.equal((await first.api.get('/reviews')).status, 200)
  assert.deepEqual(outcome(await first.api.put('/email-branding', {})), [403, 'role_read_only'])
  assert.equal(await findRole(ida()), 'VIEWER')
  assert.equal((await members()).find(({ email }) => email === ida())?.name, 'Ida Lund')
  const again = await enter(service, shop, ida())
  assert.equal(
    (await again.api.get('/auth/get-session')).body.user.id,
    (await first.api.get('/auth/get-session')).body.user.id,
  )
  assert.equal((await members()).length, 2)
  const lines = await auditLines(shop, 'session.signed_in')
  assert.deepEqual(
    lines.slice(0, 2).map(({ details }) => details),
    [{ singleSignOn: true }, { singleSignOn: true }],
  )
  assert.equal((await auditLines(shop, 'single_sign_on.linked')).length, 1)
})

test('only an address of a proven domain gets a provider, and all others get none', async () => {
  const known = await service.anonymous.post('/auth/single-sign-on', { email: `nobody-here@${domain.toUpperCase()}` })
  assert.match(known.body.url, /^http:\/\/127\.0\.0\.1:\d+\/authorize\?/)
  const asked = new URL(known.body.url).searchParams
  assert.equal(asked.get('code_challenge_method'), 'S256')
  assert.ok((asked.get('state') ?? '').length >= 43 && (asked.get('nonce') ?? '').length >= 43)
  for (const email of [shop.ownerEmail, 'x@unknown.example', `x@sub.${domain}`, `x@${domain}.evil.example`]) {
    const answer = await service.anonymous.post('/auth/single-sign-on', { email })
    assert.deepEqual([answer.status, answer.body], [200, { url: null }], email)
    assert.equal(answer.headers['set-cookie'], undefined)
  }
})

test('the callback works once, only in the browser that began the sign-in', async () => {
  const trip = await away(service, ida())
  assert.equal((await backHome(service, { ...trip, cookies: '' })).result, 'expired')
  const other = await away(service, ida())
  assert.equal((await backHome(service, { back: trip.back, cookies: other.cookies })).result, 'expired')
  const done = await backHome(service, trip, shop)
  assert.equal((await done.api.get('/reviews')).status, 200)
  const replayed = await backHome(service, trip, shop)
  assert.equal(replayed.result, 'expired')
  assert.equal((await replayed.api.get('/reviews')).status, 401)
})

test('one of ten concurrent callbacks succeeds', async () => {
  const trip = await away(service, ida())
  const all = await Promise.all(Array.from({ length: 10 }, () => backHome(service, trip, shop)))
  assert.equal(all.filter(({ result }) => result === null).length, 1)
  assert.equal((await members()).length, 2)
})

test('ten concurrent first sign-ins of one person create one account and one member', async () => {
  const trips = await Promise.all(Array.from({ length: 10 }, () => away(service, ida())))
  const all = await Promise.all(trips.map((trip) => backHome(service, trip, shop)))
  assert.deepEqual(
    all.map(({ result }) => result),
    all.map(() => null),
  )
  assert.equal((await members()).length, 2)
})

test('a HEAD request does not use up the attempt, which expires after ten minutes', async () => {
  const trip = await away(service, ida())
  const { pathname, search } = new URL(trip.back)
  const looked = await service.app.inject({ method: 'HEAD', url: pathname + search, headers: { cookie: trip.cookies } })
  assert.equal(looked.statusCode, 303)
  assert.equal((await backHome(service, trip)).result, null)
  const late = await away(service, ida())
  service.advance(10 * 60_000 + 1000)
  assert.equal((await backHome(service, late)).result, 'expired')
})

const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test('a token with any single fault signs no one in', async () => {
  const wrong: Record<string, NonNullable<FakeProvider['forge']>> = {
    'another client': ({ claims }) => void Object.assign(claims, { aud: 'another' }),
    'several clients, meant for another': ({ claims }) =>
      void Object.assign(claims, { aud: ['evident', 'b'], azp: 'b' }),
    'another issuer': ({ claims }) => void Object.assign(claims, { iss: 'https://accounts.example' }),
    expired: ({ claims }) => void Object.assign(claims, { exp: Math.floor(Date.now() / 1000) - 120 }),
    'issued ahead of our clock': ({ claims }) => void Object.assign(claims, { iat: soon(60), exp: soon(600) }),
    'issued in a year': ({ claims }) => void Object.assign(claims, { iat: soon(31_536_000), exp: soon(31_537_000) }),
    'not valid yet': ({ claims }) => void Object.assign(claims, { nbf: soon(60) }),
    'signed in ahead of our clock': ({ claims }) => void Object.assign(claims, { auth_time: soon(60) }),
    'another nonce': ({ claims }) => void Object.assign(claims, { nonce: 'x'.repeat(43) }),
    'no nonce': ({ claims }) => void delete claims.nonce,
    'no subject': ({ claims }) => void delete claims.sub,
    'no signature': () => 'none',
    'the public key as a secret': () => 'HS256',
    "a stranger's key": () => 'stranger',
    'an unknown key id': ({ header }) => void Object.assign(header, { kid: 'unknown' }),
  }
  for (const [what, forge] of Object.entries(wrong)) {
    provider.forge = forge
    const { result, api } = await enter(service, shop, ida())
    assert.equal(result, 'provider', what)
    assert.equal((await api.get('/reviews')).status, 401, what)
  }
  assert.equal((await members()).length, 1)
  assert.deepEqual(await lastRefusal(), { reason: 'provider', problem: 'token' })
  // Clocks may differ by some seconds.
  provider.forge = ({ claims }) => void Object.assign(claims, { iat: soon(10), auth_time: soon(10) })
  assert.equal((await enter(service, shop, ida())).result, null)
})

test('changed keys of the provider are fetched again', async () => {
  assert.equal(await signInResult(), null)
  provider.rotateKeys()
  assert.equal(await signInResult(), null)
})

test('codes of another provider or another person are refused', async () => {
  const other = await startOpenId()
  try {
    other.person = { sub: 'attacker', email: ida(), email_verified: true }
    const trip = await away(service, ida())
    const mixed = new URL(trip.back)
    mixed.searchParams.set('iss', other.issuer)
    assert.equal((await backHome(service, { ...trip, back: mixed.href })).result, 'provider')
    const silent = await away(service, ida())
    const without = new URL(silent.back)
    without.searchParams.delete('iss')
    assert.equal((await backHome(service, { ...silent, back: without.href })).result, 'provider')
    // Sends the code of one attempt with the state of another, so PKCE and nonce differ.
    const [mine, theirs] = [await away(service, ida()), await away(service, ida())]
    const swapped = new URL(mine.back)
    swapped.searchParams.set('code', new URL(theirs.back).searchParams.get('code') ?? '')
    assert.equal((await backHome(service, { ...mine, back: swapped.href })).result, 'provider')
  } finally {
    await other.close()
  }
})

test("declining at the provider returns to our page with a reason, without the provider's text", async () => {
  provider.person = undefined
  const { result, to } = await enter(service, shop, ida())
  assert.equal(result, 'denied')
  assert.equal(to.pathname, '/admin/sign-in')
  assert.deepEqual([...to.searchParams.keys()], ['singleSignOn'])
})

test('an address counts only if the provider affirms it and its domain is proven', async () => {
  assert.equal(await signInResult({ email_verified: false }), 'email_unverified')
  assert.equal(await signInResult({ email_verified: 'false' }), 'email_unverified')
  assert.equal(await signInResult({ email: 'ida@elsewhere.example' }), 'domain_not_proven')
  assert.equal(await signInResult({ email: `ida@evil.example@${domain}` }), 'no_email')
  assert.equal(await signInResult({ email: `ida@sub.${domain}` }), 'domain_not_proven')
  assert.equal(await signInResult({ email: undefined as unknown as string }), 'no_email')
  assert.equal((await members()).length, 1)
  provider.onlyUserInfo = ['email', 'email_verified']
  assert.equal(await signInResult({}), null)
})

test('two organizations with one provider are separate, and each proves its own domain', async () => {
  const other = await service.shop()
  const otherOwner = await other.signedIn()
  await configure(otherOwner, provider)
  const theirs = `other-${count}.example`
  await prove(otherOwner, names, theirs)
  // The sign-in began for one domain, but the person signed in at the provider with an address of the other domain.
  const trip = await away(service, `x@${theirs}`)
  assert.equal((await backHome(service, trip, other)).result, 'domain_not_proven')
  assert.equal((await enter(service, shop, ida())).result, null)
  person({ email: `ida@${theirs}` })
  const { api } = await enter(service, other, `ida@${theirs}`)
  assert.equal((await api.get('/reviews')).status, 200)
  const own = (await api.get('/auth/get-session')).body.user
  assert.equal(own.email, `ida@${theirs}`)
})

test('a subject with a new address is the same person; another subject is not', async () => {
  assert.equal(await signInResult(), null)
  const first = await enter(service, shop, ida())
  person({ email: `ida.lund@${domain}` })
  const renamed = await enter(service, shop, ida())
  assert.equal(renamed.result, null)
  const readUserId = async (api: Api) => (await api.get('/auth/get-session')).body.user.id
  assert.equal(await readUserId(renamed.api), await readUserId(first.api))
  assert.equal(await signInResult({ sub: 'somebody who got the address later' }), 'other_subject')
  assert.equal(await signInResult({ email: 'ida@gone.example' }), 'domain_not_proven')
})

test('a deactivated person is refused on the next call and by every sign-in', async () => {
  const { api } = await enter(service, shop, ida())
  const { id = '' } = (await members()).find(({ email }) => email === ida()) ?? {}
  assert.equal((await owner.patch(`/account/users/${id}`, { active: false })).status, 200)
  assert.equal((await api.get('/reviews')).status, 403)
  assert.equal(await signInResult(), 'deactivated')
  assert.equal(await signInResult({ sub: 'another subject' }), 'deactivated')
})

test('an owner is linked to the provider only by a trial while signed in', async () => {
  const name = ida()
  const role = await join(service, shop, 'VIEWER')
  assert.ok(role)
  const joined = await owner.post('/account/users/invite', { email: name, role: 'OWNER' })
  assert.equal(await signInResult(), 'owner_invitation')
  const token = String(joined.body.acceptUrl).split('/').at(-1)
  assert.equal(
    (await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Ida', password })).status,
    200,
  )
  assert.equal(await signInResult(), 'owner_not_linked')
  const signedIn = await shop.signedIn(name, password)
  const cookie = readCookies(await service.anonymous.post('/auth/sign-in/email', { email: name, password }))
  const asIda = service.with({ cookie, 'x-store-env-id': shop.storeEnvId })
  const begun = await asIda.post('/orgs/single-sign-on/test', {
    next: `/admin/stores/${shop.storeEnvId}/settings?tab=1`,
  })
  const back = await visit(begun.body.url)
  const bare = { back, cookies: readCookies(begun) }
  const tested = await backHome(service, { ...bare, cookies: `${bare.cookies}; ${cookie}` })
  assert.equal(tested.result, 'tested')
  assert.equal(tested.to.searchParams.get('tab'), '1')
  assert.ok(!tested.session.includes('session_token'), 'trying it out makes no session')
  assert.equal(await signInResult(), null)
  const entered = await enter(service, shop, name)
  assert.equal((await entered.api.get('/orgs/single-sign-on')).status, 200)
  assert.equal((await signedIn.get('/orgs/single-sign-on')).status, 200)
  // A trial is refused in a browser where no one is signed in.
  const second = await asIda.post('/orgs/single-sign-on/test')
  const stranger = { back: await visit(second.body.url), cookies: readCookies(second) }
  assert.equal((await backHome(service, stranger)).result, 'expired')
})

test('a trial with an account of the provider that another member uses says so', async () => {
  assert.equal(await signInResult(), null)
  const name = `bo@${domain}`
  const joined = await owner.post('/account/users/invite', { email: name, role: 'OWNER' })
  const token = String(joined.body.acceptUrl).split('/').at(-1)
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Bo', password })
  assert.equal(accepted.status, 200, accepted.text)
  const cookie = readCookies(await service.anonymous.post('/auth/sign-in/email', { email: name, password }))
  const asBo = service.with({ cookie, 'x-store-env-id': shop.storeEnvId })
  // The provider gave Ida's account the address of Bo.
  person({ email: name })
  const begun = await asBo.post('/orgs/single-sign-on/test')
  const trip = { back: await visit(begun.body.url), cookies: `${readCookies(begun)}; ${cookie}` }
  assert.equal((await backHome(service, trip)).result, 'linked_elsewhere')
})

test('a trial repeated with its idempotency key does not return the address and cookie again', async () => {
  const key = { 'idempotency-key': 'trial' }
  const first = await owner.post('/orgs/single-sign-on/test', undefined, key)
  assert.equal(first.status, 200, first.text)
  assert.ok(first.headers['set-cookie'])
  const again = await owner.post('/orgs/single-sign-on/test', undefined, key)
  assert.deepEqual(outcome(again), [409, 'secret_already_shown'])
  assert.equal(again.headers['set-cookie'], undefined)
  assert.ok(!again.text.includes(new URL(first.body.url).searchParams.get('state') ?? '?'))
})

test('an account with an unconfirmed address is neither linked nor signed in', async () => {
  const elsewhere = await service.shop()
  const squatter = await elsewhere.signedIn()
  const invited = await squatter.post('/account/users/invite', { email: ida(), role: 'VIEWER' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Not Ida', password })
  assert.equal(await signInResult(), 'account_unverified')
  assert.equal(await findRole(ida()), undefined)
  await service.service.services.users.markVerified((await findUser(service, ida()))?.id ?? '')
  assert.equal(await signInResult(), null)
})

test("a session from one organization's provider cannot reach the person's other organizations", async () => {
  const elsewhere = await service.shop()
  await enter(service, shop, ida())
  const user = await findUser(service, ida())
  const invited = await (await elsewhere.signedIn()).post('/account/users/invite', { email: ida(), role: 'ADMIN' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  // Simulates the link in a mail, with which the person sets a first password.
  await service.service.services.users.setPassword(user?.id ?? '', password)
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Ida', password })
  assert.equal(accepted.status, 200, accepted.text)
  const { api, session } = await enter(service, shop, ida())
  assert.deepEqual(
    (await api.get('/account/stores')).body.data.map((each: { id: string }) => each.id),
    [shop.storeEnvId],
  )
  assert.deepEqual(
    (await api.get('/account/organizations')).body.data.map((each: { id: string }) => each.id),
    [shop.organizationId],
  )
  const there = service.with({ cookie: session, 'x-store-env-id': elsewhere.storeEnvId })
  assert.deepEqual(outcome(await there.get('/reviews')), [403, 'store_env_forbidden'])
  const named = service.with({ cookie: session, 'x-organization-id': elsewhere.organizationId })
  assert.deepEqual(outcome(await named.get('/orgs/current')), [403, 'membership_required'])
  const byPassword = await service.anonymous.post('/auth/sign-in/email', { email: ida(), password })
  const whole = service.with({ cookie: readCookies(byPassword) })
  assert.equal((await whole.get('/account/stores')).body.data.length, 2)
  // The session sees and revokes only sessions from the same provider.
  const seen = (await api.get('/account/sessions')).body.data
  const all = (await whole.get('/account/sessions')).body.data
  assert.ok(seen.length < all.length)
  const [other] = all.filter((each: { id: string }) => !seen.some((mine: { id: string }) => mine.id === each.id))
  assert.equal((await api.delete(`/account/sessions/${other.id}`)).status, 404)
  assert.equal((await api.delete('/account/sessions')).body.ended, seen.length)
  assert.equal((await whole.get('/account/stores')).status, 200)
})

test('required single sign-on stops passwords for members of the proven domain, but not for owners', async () => {
  const invited = await owner.post('/account/users/invite', { email: ida(), role: 'ADMIN' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Ida', password })
  const before = await shop.signedIn(ida(), password)
  assert.equal((await before.get('/reviews')).status, 200)
  const guest = await join(service, shop, 'MEMBER')
  await configure(owner, provider, { required: true })
  assert.deepEqual(outcome(await before.get('/reviews')), [403, 'single_sign_on_required'])
  assert.deepEqual((await before.get('/account/stores')).status, 403)
  const refused = await service.anonymous.post('/auth/sign-in/email', { email: ida(), password })
  assert.deepEqual(outcome(refused), [403, 'single_sign_on_required'])
  assert.equal(refused.headers['set-cookie'], undefined)
  const wrong = await service.anonymous.post('/auth/sign-in/email', { email: ida(), password: 'not the password' })
  assert.deepEqual(outcome(wrong), [401, 'invalid_email_or_password'])
  assert.equal((await guest.api.get('/reviews')).status, 200)
  assert.equal((await owner.get('/reviews')).status, 200)
  assert.equal(
    (await service.anonymous.post('/auth/sign-in/email', { email: shop.ownerEmail, password: shop.password })).status,
    200,
  )
  const { api, result } = await enter(service, shop, ida())
  assert.equal(result, null)
  assert.equal((await api.get('/reviews')).status, 200)
  assert.equal(await findRole(ida()), 'ADMIN')
  // A password sign-in reaches the person's other organization, but still not this one.
  const elsewhere = await service.shop()
  const there = await (await elsewhere.signedIn()).post('/account/users/invite', { email: ida(), role: 'VIEWER' })
  const second = String(there.body.acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${second}/accept`, { name: 'Ida', password })
  const byPassword = await service.anonymous.post('/auth/sign-in/email', { email: ida(), password })
  assert.equal(byPassword.status, 200, byPassword.text)
  const cookie = readCookies(byPassword)
  const stores = await service.with({ cookie }).get('/account/stores')
  assert.deepEqual(
    stores.body.data.map((each: { id: string }) => each.id),
    [elsewhere.storeEnvId],
  )
  const named = service.with({ cookie, 'x-store-env-id': shop.storeEnvId })
  assert.deepEqual(outcome(await named.get('/reviews')), [403, 'single_sign_on_required'])
})

test('if single sign-on is required, an existing passkey does not work', async () => {
  const invited = await owner.post('/account/users/invite', { email: ida(), role: 'ADMIN' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Ida', password })
  const before = await shop.signedIn(ida(), password)
  const device = createAuthenticator('http://localhost:8080')
  const options = (await before.post('/auth/passkeys/options', { password })).body.publicKey
  const added = await before.post('/auth/passkeys', { name: 'Laptop', credential: device.create(options) })
  assert.equal(added.status, 201, added.text)
  const byPasskey = async () => {
    const begun = await service.anonymous.post('/auth/sign-in/passkey/options')
    const credential = device.get(begun.body.publicKey)
    return service.anonymous.post('/auth/sign-in/passkey', { credential }, { cookie: readCookies(begun) })
  }
  assert.equal((await byPasskey()).status, 200)
  await configure(owner, provider, { required: true })
  const who = await findUser(service, ida())
  const sessions = async () =>
    (await service.service.db.authPool.query('select id from auth.session where "userId" = $1 order by id', [who?.id]))
      .rows
  const had = await sessions()
  assert.ok(had.length > 0)
  const refused = await byPasskey()
  assert.deepEqual(outcome(refused), [403, 'single_sign_on_required'])
  assert.equal(refused.headers['set-cookie'], undefined)
  assert.deepEqual(await sessions(), had)
})

test('an invitation decides the role, and invite-only organizations admit only the invited', async () => {
  await configure(owner, provider, { invitedOnly: true, defaultRole: 'MEMBER' })
  assert.equal(await signInResult(), 'not_invited')
  await owner.post('/account/users/invite', { email: ida(), role: 'ADMIN' })
  assert.equal(await signInResult(), null)
  assert.equal(await findRole(ida()), 'ADMIN')
  assert.ok((await members()).every(({ status }) => status === 'active'))
  await configure(owner, provider, { invitedOnly: false })
  const late = `late@${domain}`
  assert.equal(await signInResult({ sub: 'late', email: late }), null)
  assert.equal(await findRole(late), 'MEMBER')
})

test('a required second factor can be proven at the provider or in this service', async () => {
  assert.equal((await owner.get('/reviews')).status, 200)
  await owner.patch('/orgs/settings', { twoFactorRequired: true })
  const plain = await enter(service, shop, ida())
  assert.deepEqual(outcome(await plain.api.get('/reviews')), [403, 'two_factor_required'])
  person({ amr: ['pwd', 'mfa'] })
  const shown = await enter(service, shop, ida())
  assert.equal((await shown.api.get('/reviews')).status, 200)
})

test('a second factor from this service is required, unless the provider checked one', async () => {
  const { users } = service.service.services
  await enter(service, shop, ida())
  const user = await findUser(service, ida())
  await service.service.db.authPool.query(
    `insert into auth.second_factor ("userId", seed, "createdAt", "confirmedAt") values ($1, 'seed', now(), now())`,
    [user?.id],
  )
  assert.equal((await users.secondFactors.state(user?.id ?? '')).enabled, true)
  const held = await enter(service, shop, ida())
  assert.equal(held.result, 'second_step')
  assert.equal((await held.api.get('/reviews')).status, 401)
  person({ amr: ['mfa'] })
  assert.equal((await (await enter(service, shop, ida())).api.get('/reviews')).status, 200)
})

test('single sign-on returns to the page that requested it', async () => {
  const answer = 'code=c&hmac=ab&host=aG9zdA%3D%3D&shop=acme.myshopify.com&state=s&timestamp=1764324000'
  for (const next of [
    '/admin',
    `/admin/stores/${shop.storeEnvId}/reviews?q=a#b`,
    '/oauth/authorize?client_id=1&redirect_uri=https://app.example/back&state=%5C',
    `/api/v1/connectors/shopify/callback?${answer}&confirm=1`,
  ]) {
    const { to, result, session } = await backHome(service, await away(service, ida(), next))
    assert.equal(result, null)
    assert.match(session, /session_token/)
    assert.equal(to.pathname + to.search + to.hash, next)
  }
})

const foreign = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/admin/..//evil.example',
  '/admin/%2e%2e//evil.example',
  '/admin//evil.example',
  '/api/v1/connectors/shopify/callback/..\\..//evil.example',
  '/oauth/authorize/../..//evil.example?client_id=1',
  '/admin\\@evil',
  '/admin?q=\\',
  '/admin?q=\r\nset-cookie:a',
  '/admin\u0000',
  ' /admin',
  '/administrator',
  '/oauth/authorized',
  '/oauth/token',
  '/api/v1/connectors/shopify/callbacks',
  '/api/v1/account/stores',
  'admin',
  'javascript:1',
  '',
]

test('an unknown return page, or one of another origin, is refused', async () => {
  for (const next of foreign) {
    const refused = await service.anonymous.post('/auth/single-sign-on', { email: ida(), next })
    assert.deepEqual(outcome(refused), [400, 'validation_failed'], JSON.stringify(next))
    assert.equal(refused.body.details[0].path, '/next')
    assert.deepEqual(outcome(await owner.post('/orgs/single-sign-on/test', { next })), [400, 'validation_failed'], next)
  }
  assert.equal((await owner.post('/orgs/single-sign-on/test', { next: '/oauth/authorize?a=1' })).status, 400)
})

test('changing the settings cancels pending sign-ins', async () => {
  const trip = await away(service, ida())
  provider.clients.set('second', 'another-secret')
  await configure(owner, provider, { clientId: 'second', clientSecret: 'another-secret' })
  assert.equal((await backHome(service, trip)).result, 'changed')
  assert.equal(await signInResult(), null)
  const later = await away(service, ida())
  assert.equal((await owner.delete('/orgs/single-sign-on')).status, 204)
  assert.equal((await backHome(service, later)).result, 'changed')
})

test('switching single sign-on off revokes only the sessions it created', async () => {
  const { api } = await enter(service, shop, ida())
  assert.equal((await api.get('/reviews')).status, 200)
  assert.equal((await owner.delete('/orgs/single-sign-on')).status, 204)
  assert.equal((await api.get('/reviews')).status, 401)
  assert.equal((await owner.get('/reviews')).status, 200)
  assert.equal((await service.anonymous.post('/auth/single-sign-on', { email: ida() })).body.url, null)
})

test('a page of another site cannot begin a sign-in, and an unreachable provider is reported', async () => {
  const foreign = await service.anonymous.post(
    '/auth/single-sign-on',
    { email: ida() },
    { origin: 'https://evil.example' },
  )
  assert.deepEqual(outcome(foreign), [403, 'origin_forbidden'])
  provider.answer = (response) => void response.writeHead(500).end()
  const away = await service.anonymous.post('/auth/single-sign-on', { email: ida() })
  assert.deepEqual(outcome(away), [503, 'temporarily_unavailable'])
})
