import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { connect, cookieOfOwner, refresh, send, signInCookie, withAccessToken } from '#resources/oauth/oauth.testing.ts'
import { join, password } from '#resources/orgs/orgs.testing.ts'
import { addByClock } from '#test/queue.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { addProduct, addReview, register, startReceiver, type TestReceiver } from './webhooks.testing.ts'

let shop: Shop
let owner: Api
let receiver: TestReceiver
const service = provideService({}, async () => {
  receiver = await startReceiver()
})
after(() => receiver.close())

type Connected = { id: string; connectionId: string; clientId: string; token: string; program: Api; memberId?: string }

async function connected({ byMember = false } = {}): Promise<Connected> {
  shop = await service.shop()
  owner = await shop.signedIn()
  await addProduct(shop)
  const member = byMember ? await join(service, shop, 'ADMIN') : undefined
  const cookie = member ? await signInCookie(service, member.email, password) : await cookieOfOwner(service, shop)
  const { access, refresh: token, clientId } = await connect(service, shop, { cookie, chosen: { role: 'ADMIN' } })
  const program = withAccessToken(service, access, shop.storeEnvId)
  const made = await program.post('/outbound-webhooks', { url: receiver.url, events: ['review.created'] })
  assert.equal(made.status, 201, made.text)
  const [connection] = (await owner.get('/account/connections')).body.data
  assert.equal(made.body.connectionId, connection.id)
  receiver.received.length = 0
  const { id } = made.body
  return { id, connectionId: connection.id, clientId, token, program, ...(member && { memberId: member.id }) }
}

const listDependentRows = (id: string) =>
  service.service.db.store({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }, 'read', (tx) =>
    tx.all<{ kind: string }>(sql`
      select 'webhook' as kind from webhook_endpoints w where w.store_env_id = ${tx.storeEnvId} and w.id = ${id}
      union all select 'queue' from webhook_lanes l where l.store_env_id = ${tx.storeEnvId} and l.endpoint_id = ${id}
      union all select 'delivery' from webhook_deliveries d where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${id}`),
  )

test('a program receives events by its webhook, which is listed with its connection', async () => {
  const { id, connectionId } = await connected()
  const byKey = await register(shop, receiver.url, { events: ['review.created'] })
  const { body } = await shop.api.get('/outbound-webhooks')
  assert.deepEqual(
    body.data.map((each: { id: string; connectionId: string | null }) => [each.id, each.connectionId]),
    [
      [byKey.id, null],
      [id, connectionId],
    ],
  )
  await addReview(shop)
  await service.runJobs()
  assert.equal(receiver.received.length, 2)
})

const endings: Record<string, (made: Connected) => Promise<unknown>> = {
  'is ended by an admin': ({ connectionId }) => owner.delete(`/account/connections/${connectionId}`),
  'is revoked by the program': ({ token, clientId }) => send(service, '/oauth/revoke', { token, client_id: clientId }),
  'shows a refresh token that was exchanged already': async ({ token, clientId }) => {
    const { body: next } = await refresh(service, clientId, token)
    service.advance(31_000)
    assert.equal((await refresh(service, clientId, next.refresh_token)).status, 200)
    service.advance(31_000)
    assert.equal((await refresh(service, clientId, token)).body.error, 'invalid_grant')
  },
  'loses its client': ({ clientId }) => owner.delete(`/account/oauth-clients/${clientId}`),
  'loses its person': ({ memberId }) => owner.delete(`/account/users/${memberId}`),
  'has a person who was deactivated': ({ memberId }) => owner.patch(`/account/users/${memberId}`, { active: false }),
}

for (const [name, end] of Object.entries(endings))
  test(`when a connection ${name}, its webhook and pending deliveries are deleted`, async () => {
    const made = await connected({ byMember: true })
    const byKey = await register(shop, receiver.url, { events: ['review.created'] })
    // The event is recorded for both webhooks and not sent yet.
    await addReview(shop, { authorEmail: 'waits@customer.example' })
    await end(made)
    await addReview(shop, { authorEmail: 'later@customer.example' })
    await service.runJobs()
    const { body } = await shop.api.get('/outbound-webhooks')
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [byKey.id],
    )
    const own = `/outbound-webhooks/${made.id}`
    const answers = [
      await shop.api.get(own),
      await shop.api.patch(own, { enabled: true }),
      await shop.api.get(`${own}/deliveries`),
      await shop.api.post(`${own}/test`),
      await shop.api.delete(own),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 404),
    )
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['x-service-event']),
      ['review.created', 'review.created'],
      'only the webhook of the key is told of both',
    )
    await addByClock(service.service, 'outbound_webhooks.clean')
    await service.runJobs()
    assert.deepEqual(await listDependentRows(made.id), [])
    assert.ok((await listDependentRows(byKey.id)).length > 0)
    const lines = (await owner.get('/account/audit-log?action=webhook.deleted')).body.data
    assert.deepEqual(
      lines.map(({ target, details }: { target: { id: string }; details: object }) => [target.id, details]),
      [[made.id, { reason: 'connection_ended' }]],
    )
  })

test("webhooks of revoked connections do not count towards the store's limit", async () => {
  const { connectionId, program } = await connected()
  for (let made = 1; made < 20; made++)
    assert.equal((await program.post('/outbound-webhooks', { url: receiver.url })).status, 201)
  assert.equal((await shop.api.post('/outbound-webhooks', { url: receiver.url })).body.code, 'limit_reached')
  await owner.delete(`/account/connections/${connectionId}`)
  assert.equal((await shop.api.post('/outbound-webhooks', { url: receiver.url })).status, 201)
})

test('a program of one organization reaches neither stores nor webhooks of another organization', async () => {
  const theirs = await connected()
  const their = shop
  const mine = await connected()
  const foreign = { 'x-store-env-id': their.storeEnvId }
  for (const [method, path, body] of [
    ['GET', '/outbound-webhooks', undefined],
    ['POST', '/outbound-webhooks', { url: receiver.url }],
    ['DELETE', `/outbound-webhooks/${theirs.id}`, undefined],
  ] as const) {
    const { status, body: answer } = await mine.program.call(method, path, body, foreign)
    assert.deepEqual([status, answer.code], [403, 'store_env_forbidden'], `${method} ${path}`)
  }
  assert.equal((await mine.program.delete(`/outbound-webhooks/${theirs.id}`)).status, 404)
  assert.equal((await their.api.get(`/outbound-webhooks/${theirs.id}`)).status, 200)
})
