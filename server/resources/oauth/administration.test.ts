import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Api, provideService, type Shop } from '#test/service.ts'
import {
  approve,
  buildAuthorizeQuery,
  connect,
  cookieOfOwner,
  newVerifier,
  redeem,
  refresh,
  register,
  send,
  signInCookie,
  withAccessToken,
} from './oauth.testing.ts'

let shop: Shop
let owner: Api
const service = provideService({}, async () => {
  shop = await service.shop()
  owner = await shop.signedIn()
})

const hour = 3_600_000

suite('the secret of a client', () => {
  const rotate = (id: string, body?: object, as = owner) => as.post(`/account/oauth-clients/${id}/secret/rotate`, body)
  /** 400 means the client was authenticated and the token is invalid. */
  const statusWith = async (clientId: string, client_secret: string) =>
    (await refresh(service, clientId, 'evnr_nothing', { client_secret })).status
  const isTaken = async (clientId: string, secret: string | null) => (await statusWith(clientId, secret ?? '')) === 400

  test('rotation shows a secret once; the previous secret works for a day; connections stay valid', async () => {
    const { id, clientSecret } = await register(shop, { confidential: true })
    const verifier = newVerifier()
    const cookie = await cookieOfOwner(service, shop)
    const query = buildAuthorizeQuery(id, verifier, { scope: 'reviews:read' })
    const code = (await approve(service, cookie, query, { stores: [shop.storeEnvId] })).get('code') ?? ''
    const first = { client_secret: clientSecret ?? '' }
    const { body: tokens } = await redeem(service, id, code, verifier, first)
    const { status, body, text, headers } = await rotate(id)
    assert.equal(status, 200, text)
    assert.match(body.clientSecret, /^evnc_/)
    assert.notEqual(body.clientSecret, clientSecret)
    assert.equal(body.last4, body.clientSecret.slice(-4))
    assert.equal(headers['cache-control'], 'no-store')
    const holdsMs = Date.parse(body.previousSecretHoldsUntil) - service.service.clock.now().getTime()
    assert.ok(holdsMs > 23.9 * hour && holdsMs <= 24 * hour, body.previousSecretHoldsUntil)
    assert.equal((await owner.get('/account/oauth-clients')).text.includes(body.clientSecret), false)

    // The connected program can continue with either secret.
    const { body: next } = await refresh(service, id, tokens.refresh_token, first)
    assert.ok(next.access_token)
    const last = await refresh(service, id, next.refresh_token, { client_secret: body.clientSecret })
    assert.equal(last.status, 200)
    assert.equal((await withAccessToken(service, last.body.access_token, shop.storeEnvId).get('/reviews')).status, 200)
    const basic = `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`
    const answer = await send(
      service,
      '/oauth/token',
      { grant_type: 'refresh_token', refresh_token: last.body.refresh_token },
      { authorization: basic },
    )
    assert.equal(answer.status, 200)

    service.advance(24 * hour)
    assert.deepEqual([await isTaken(id, clientSecret), await isTaken(id, body.clientSecret)], [false, true])
    const line = (await owner.get('/account/audit-log?action=oauth_client.secret_rotated')).body.data[0]
    assert.deepEqual([line.target.id, line.details.endPrevious], [id, false])
    assert.equal(JSON.stringify(line).includes(body.clientSecret), false)
  })

  test('a leaked secret can be revoked immediately', async () => {
    const { id, clientSecret } = await register(shop, { confidential: true })
    const { body } = await rotate(id, { endPrevious: true })
    assert.equal(body.previousSecretHoldsUntil, null)
    assert.deepEqual([await isTaken(id, clientSecret), await isTaken(id, body.clientSecret)], [false, true])
  })

  test('at most one previous secret exists, and revoking it leaves the current one valid', async () => {
    const { id, clientSecret } = await register(shop, { confidential: true })
    const second = (await rotate(id)).body.clientSecret
    const third = (await rotate(id)).body.clientSecret
    assert.deepEqual(
      [await isTaken(id, clientSecret), await isTaken(id, second), await isTaken(id, third)],
      [false, true, true],
    )
  })

  test('concurrent rotations each show a secret, and the last one is valid', async () => {
    const { id } = await register(shop, { confidential: true })
    const answers = await Promise.all([rotate(id, { endPrevious: true }), rotate(id, { endPrevious: true })])
    const held = await Promise.all(answers.map(({ body }) => isTaken(id, body.clientSecret)))
    assert.deepEqual(held.sort(), [false, true])
  })

  test("only the organization's owners and admins can rotate a secret, if one exists", async () => {
    const { id, clientSecret } = await register(shop, { confidential: true })
    const other = await (await service.shop()).signedIn()
    assert.deepEqual([(await rotate(id, {}, other)).status], [404])
    const byKey = await rotate(id, {}, shop.api)
    assert.deepEqual([byKey.status, byKey.body.code], [403, 'user_session_required'])
    const member = await newPerson('MEMBER')
    const refused = await rotate(id, {}, member.api)
    assert.deepEqual([refused.status, refused.body.code], [403, 'role_insufficient'])
    assert.ok(await isTaken(id, clientSecret))
    const open = await register(shop)
    const none = await rotate(open.id)
    assert.deepEqual([none.status, none.body.code], [409, 'conflict'])
    assert.match(none.body.message, /no secret/)
    assert.equal((await rotate(id, { endPrevious: 'yes' })).status, 400)
  })
})

suite('own connections', () => {
  test('people of any role see only their own connections', async () => {
    const viewer = await newPerson('VIEWER')
    const mine = await connect(service, shop, { cookie: viewer.cookie, scope: 'reviews:read' })
    await connect(service, shop)
    const { status, body, text } = await viewer.api.get('/account/own-connections')
    assert.equal(status, 200, text)
    assert.deepEqual(
      body.data.map(({ client, user, role, scopes }: Connection) => [client.id, user.email, role, scopes]),
      [[mine.clientId, viewer.email, 'VIEWER', ['reviews:read']]],
    )
    const all = await viewer.api.get('/account/connections')
    assert.deepEqual([all.status, all.body.code], [403, 'role_insufficient'])
    const counted = await owner.get('/account/own-connections?includeTotal=true&limit=100')
    assert.equal(counted.body.pagination.total, counted.body.data.length)
    assert.ok(counted.body.data.every(({ user }: Connection) => user.email === shop.ownerEmail))
  })

  test('people revoke their own connections, and the next request is refused', async () => {
    const viewer = await newPerson('VIEWER')
    const { access } = await connect(service, shop, { cookie: viewer.cookie, scope: 'reviews:read' })
    const program = withAccessToken(service, access, shop.storeEnvId)
    assert.equal((await program.get('/reviews')).status, 200)
    const [{ id }] = (await viewer.api.get('/account/own-connections')).body.data
    assert.equal((await viewer.api.delete(`/account/own-connections/${id}`)).status, 204)
    assert.equal((await program.get('/reviews')).body.code, 'token_invalid')
    assert.deepEqual((await viewer.api.get('/account/own-connections')).body.data, [])
    assert.equal((await viewer.api.delete(`/account/own-connections/${id}`)).status, 404)
    const [line] = (await owner.get('/account/audit-log?action=oauth.revoked')).body.data
    assert.deepEqual([line.target.id, line.details.reason], [id, 'by_person'])
  })

  test("in the personal list no one can revoke another person's connection, not even an owner", async () => {
    const viewer = await newPerson('VIEWER')
    const { access } = await connect(service, shop, { cookie: viewer.cookie, scope: 'reviews:read' })
    const [{ id }] = (await viewer.api.get('/account/own-connections')).body.data
    const other = await (await service.shop()).signedIn()
    const member = await newPerson('MEMBER')
    for (const api of [owner, other, member.api])
      assert.equal((await api.delete(`/account/own-connections/${id}`)).status, 404)
    assert.equal((await withAccessToken(service, access, shop.storeEnvId).get('/reviews')).status, 200)
    const byProgram = await withAccessToken(service, access).get('/account/own-connections')
    assert.equal(byProgram.status, 403)
  })
})

type Connection = { client: { id: string }; user: { email: string }; role: string; scopes: string[] }

let people = 0
async function newPerson(role: string): Promise<{ email: string; api: Api; cookie: string }> {
  const email = `person-${++people}@example.com`
  const invited = await owner.post('/account/users/invite', { email, role })
  const token = new URL(invited.body.acceptUrl).pathname.split('/').at(-1)
  const password = 'six-green-lanterns'
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Kim', password })
  return { email, api: await shop.signedIn(email, password), cookie: await signInCookie(service, email, password) }
}
