import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { sql } from '#platform/db/query.ts'
import { mount } from '#platform/http/mount.ts'
import { createHttpServer } from '#platform/http/server.ts'
import { Nullable } from '#platform/values/wire.ts'
import { auditLines } from '#resources/reviews/reviews.testing.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Api, day, type Shop, startService, type TestService } from '#test/service.ts'

let service: TestService
let pages: FastifyInstance
let shop: Shop
let owner: Api
before(async () => {
  service = await startService({ now: new Date('2026-11-21T09:00:00Z') })
  shop = await service.shop()
  owner = await shop.signedIn()
  const { kernel, log } = service.service
  pages = createHttpServer(log, kernel.limits)
  await mount(pages, kernel, [whoami])
})
after(async () => {
  await pages.close()
  await service.close()
})

const whoami = operation({
  id: 'storefront.whoami',
  http: 'POST /storefront/whoami',
  tenancy: 'storefront',
  doc: { summary: 'Say who the shopper is.' },
  output: { body: Type.Object({ email: Nullable(Type.String()), origin: Type.String(), storeName: Type.String() }) },
  run: ({ storefront }) => ({ ...storefront, email: storefront.customer?.email ?? null }),
})

const secretPath = (of = shop) => `/account/stores/${of.storeEnvId}/storefront-secret`
const loadSecret = async (api = owner, of = shop): Promise<string> => (await api.get(secretPath(of))).body.secret

function signToken(secret: string, email = 'jane@customer.example', seconds = 3600): string {
  const exp = Math.floor(service.service.clock.nowMs() / 1000) + seconds
  const payload = Buffer.from(JSON.stringify({ email, exp })).toString('base64url')
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`
}

async function whoIs(token: string, of = shop): Promise<string | null> {
  const answer = await pages.inject({
    method: 'POST',
    url: '/api/v1/storefront/whoami',
    headers: { origin: 'https://shop.example.com', 'x-store-env-id': of.storeEnvId, 'x-customer-token': token },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().email
}

test('every store has its own secret from the start, and it does not change', async () => {
  const other = await service.shop()
  const [one, again, theirs] = [await loadSecret(), await loadSecret(), await loadSecret(await other.signedIn(), other)]
  assert.match(one, /^evsf_[\w-]{43}$/)
  assert.equal(one, again)
  assert.notEqual(one, theirs)
  const { body } = await owner.get(secretPath())
  assert.deepEqual([body.rotatedAt, body.previousHoldsUntil], [null, null])
})

test('only signed-in owners and admins see or rotate the secret of their stores', async () => {
  const other = await service.shop()
  const stranger = await other.signedIn()
  for (const call of [
    (api: Api, of = shop) => api.get(secretPath(of)),
    (api: Api, of = shop) => api.post(`${secretPath(of)}/rotate`),
  ]) {
    assert.equal((await call(shop.api)).body.code, 'user_session_required')
    assert.equal((await call(service.anonymous)).status, 401)
    assert.equal((await call(stranger)).status, 404)
    assert.equal((await call(owner, other)).status, 404)
  }
  for (const role of ['MEMBER', 'VIEWER'] as const) {
    const email = `${role.toLowerCase()}@example.com`
    const { body } = await owner.post('/account/users/invite', { email, role })
    const token = new URL(body.acceptUrl).pathname.split('/').at(-1)
    await service.anonymous.post(`/auth/invitations/${token}/accept`, {
      name: role,
      password: 'a long enough password',
    })
    const answer = await (await shop.signedIn(email, 'a long enough password')).get(secretPath())
    assert.deepEqual([answer.status, answer.body.code], [403, 'role_insufficient'])
  }
})

test('a token identifies the shopper only to its own store', async () => {
  const other = await service.shop()
  const token = signToken(await loadSecret())
  assert.equal(await whoIs(token), 'jane@customer.example')
  assert.equal(await whoIs(token, other), null)
})

test('an invalid token is not refused, and the shopper stays anonymous', async () => {
  const secret = await loadSecret()
  for (const token of [
    'x',
    signToken('wrong'),
    signToken(secret, 'jane@customer.example', -1),
    signToken(secret, 'a', 60),
    '',
  ])
    assert.equal(await whoIs(token), null, token)
  assert.equal(await whoIs(signToken(secret, 'jane@customer.example', 25 * 3600)), null)
})

test('after a rotation both secrets work for a day, and older secrets stop working immediately', async () => {
  const own = await service.shop()
  const person = await own.signedIn()
  const rotate = async (): Promise<string> => (await person.post(`${secretPath(own)}/rotate`)).body.secret
  const first = await loadSecret(person, own)
  const second = await rotate()
  assert.notEqual(second, first)
  assert.equal(await loadSecret(person, own), second)
  for (const secret of [first, second]) assert.ok(await whoIs(signToken(secret), own))
  const third = await rotate()
  assert.deepEqual(
    [
      await whoIs(signToken(first), own),
      !!(await whoIs(signToken(second), own)),
      !!(await whoIs(signToken(third), own)),
    ],
    [null, true, true],
  )
  const { body } = await person.get(secretPath(own))
  assert.equal(Date.parse(body.previousHoldsUntil) - Date.parse(body.rotatedAt), day)
  const untilMs = Date.parse(body.previousHoldsUntil)
  const goOn = freezeClock(service, untilMs - 1)
  try {
    assert.ok(await whoIs(signToken(second), own))
    freezeClock(service, untilMs)
    assert.equal(await whoIs(signToken(second), own), null)
    assert.ok(await whoIs(signToken(third), own))
    assert.equal((await person.get(secretPath(own))).body.previousHoldsUntil, null)
  } finally {
    goOn()
  }
})

test('viewing and rotating a secret are logged without its value', async () => {
  const own = await service.shop()
  const person = await own.signedIn()
  const secret = await loadSecret(person, own)
  // Two log entries of the same millisecond would have no order, so the clock moves on.
  service.advance(1)
  const rotated = (await person.post(`${secretPath(own)}/rotate`)).body.secret
  const lines = (await auditLines(service, own)).filter(({ action }) => action.startsWith('storefront_secret.'))
  assert.deepEqual(
    lines.map(({ action, target }) => [action, target?.id]),
    [
      ['storefront_secret.shown', own.storeEnvId],
      ['storefront_secret.rotated', own.storeEnvId],
    ],
  )
  for (const each of [secret, rotated]) assert.ok(!JSON.stringify(lines).includes(each))
})

test('the database alone does not reveal a secret', async () => {
  const secret = (await owner.post(`${secretPath()}/rotate`)).body.secret as string
  const rows = await service.service.db.system('read', (tx) =>
    tx.all<{ row: string }>(sql`select to_jsonb(k)::text as row from storefront_secrets k`),
  )
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(secret.slice(5)))
})
