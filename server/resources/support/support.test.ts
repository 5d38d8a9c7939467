import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { type Answer, type Api, provideService, type Shop } from '#test/service.ts'
import { accessTicket, closeTicketAsSupport, listTickets, replyToTicket } from '../../entry/commands/support.ts'
import { auditLines, mailsTo } from '../account/account.testing.ts'

let shop: Shop
let other: Shop
let owner: Api
const service = provideService({}, async () => {
  shop = await service.shop()
  other = await service.shop()
  owner = await shop.signedIn()
})

const hour = 3_600_000
const refusal = ({ status, body }: Answer) => [status, body?.code]
const asked = { subject: 'The feed is empty', body: 'Since yesterday.\nWhy?' }
const open = async (more: object = {}, by: Api = owner) => {
  const answer = await by.post('/support/tickets', { ...asked, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const grant = async (id: string, role = 'ADMIN', hours = 4) => {
  const answer = await owner.post(`/support/tickets/${id}/access`, { role, hours })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const createStaffApi = async (id: string, storeEnvId = shop.storeEnvId) => {
  const { token } = await accessTicket(service.service, id, 'Robin of Evident')
  return service.with({ authorization: `Bearer ${token}`, 'x-store-env-id': storeEnvId })
}

test('a ticket is open until support answers, waiting until a reply, and finally closed permanently', async () => {
  const member = await shop.as('MEMBER')
  const ticket = await open({}, member)
  assert.deepEqual([ticket.state, ticket.messages.length, ticket.messages[0].from], ['open', 1, 'member'])
  assert.equal(ticket.messages[0].body, asked.body)
  const path = `/support/tickets/${ticket.id}`
  assert.ok((await listTickets(service.service, undefined)).some(({ id }) => id === ticket.id))
  await owner.post(`${path}/messages`, { body: 'I see it too.' })
  await replyToTicket(service.service, ticket.id, 'Robin', 'Which products?')
  assert.equal((await member.get(path)).body.state, 'waiting')
  await service.runJobs()
  assert.match((await mailsTo(service, shop.ownerEmail)).at(-1) ?? '', /Which products\?/)
  const answered = await owner.post(`${path}/messages`, { body: 'All of them. 🙈' })
  assert.deepEqual([answered.status, answered.body.state, answered.body.messages.length], [201, 'open', 4])
  assert.equal((await owner.post(`${path}/close`)).body.state, 'closed')
  assert.equal((await owner.post(`${path}/close`)).status, 200)
  assert.deepEqual(refusal(await owner.post(`${path}/messages`, { body: 'More' })), [409, 'ticket_closed'])
  await assert.rejects(replyToTicket(service.service, ticket.id, 'Robin', 'Late'), /closed/)
  const listed = await owner.get('/support/tickets?state=closed')
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [ticket.id],
  )
})

test('other organizations cannot use a ticket, and a ticket cannot name their stores', async () => {
  const { id } = await open()
  const stranger = await other.signedIn()
  const path = `/support/tickets/${id}`
  for (const answer of [
    await stranger.get(path),
    await stranger.post(`${path}/messages`, { body: 'Hello' }),
    await stranger.post(`${path}/close`),
    await stranger.post(`${path}/access`, { role: 'VIEWER', hours: 1 }),
    await stranger.get(`${path}/access`),
    await stranger.delete(`${path}/access`),
  ])
    assert.deepEqual(refusal(answer), [404, 'not_found'])
  const foreign = await owner.post('/support/tickets', { ...asked, storeEnvId: other.storeEnvId })
  assert.deepEqual(refusal(foreign), [403, 'store_env_forbidden'])
})

test('granting access requires a signed-in owner, and gives only the named rights', async () => {
  const { id } = await open()
  const path = `/support/tickets/${id}/access`
  assert.deepEqual(refusal(await shop.api.post(path, { role: 'VIEWER', hours: 1 })), [403, 'user_session_required'])
  for (const wrong of [
    { role: 'OWNER', hours: 1 },
    { role: 'ADMIN', hours: 0 },
    { role: 'ADMIN', hours: 73 },
  ])
    assert.deepEqual(refusal(await owner.post(path, wrong)), [400, 'validation_failed'], JSON.stringify(wrong))
  await assert.rejects(accessTicket(service.service, id, 'Robin'), /no access/)
  assert.equal((await owner.get(path)).status, 404)
  const granted = await grant(id, 'VIEWER')
  assert.deepEqual(granted.uses, [])
  const staff = await createStaffApi(id)
  assert.equal((await staff.get('/reviews')).status, 200)
  assert.deepEqual(refusal(await staff.post('/orders/clear', {})), [403, 'role_read_only'])
  assert.deepEqual(refusal(await (await createStaffApi(id, other.storeEnvId)).get('/reviews')), [
    403,
    'store_env_forbidden',
  ])
})

test('support has no access to billing, keys, members or other tickets, and sees no address', async () => {
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  await shop.api.post('/reviews', {
    platformProductId: 'mug',
    rating: 5,
    body: 'Good.',
    authorName: 'Jane',
    authorEmail: 'jane@customer.example',
  })
  const { id } = await open()
  await grant(id)
  const staff = await createStaffApi(id)
  const closed: [string, string][] = [
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['GET', '/account/users'],
    ['POST', '/account/users/invite'],
    ['GET', '/account/audit-log'],
    ['PATCH', '/account/profile'],
    ['GET', '/account/sessions'],
    ['PATCH', `/account/stores/${shop.storeEnvId}`],
    ['GET', `/account/stores/${shop.storeEnvId}/storefront-secret`],
    ['GET', '/support/tickets'],
    ['POST', `/support/tickets/${id}/access`],
    ['POST', '/partner/grants'],
    ['GET', '/partner/grants'],
  ]
  for (const [method, path] of closed)
    assert.deepEqual(refusal(await staff.call(method, path, {})), [403, 'delegated_access'], `${method} ${path}`)
  for (const path of ['/billing/checkout', '/billing/change-plan', '/billing/cancel', '/billing/portal'])
    assert.deepEqual(refusal(await staff.post(path, {})), [403, 'owner_required'], path)
  const reviews = await staff.get('/reviews')
  assert.equal(reviews.body.data.length, 1)
  assert.doesNotMatch(reviews.text, /jane@customer/)
  const stores = await staff.get('/account/stores')
  assert.deepEqual(
    [stores.body.data.length, stores.body.data[0].via, stores.body.data[0].role],
    [1, 'support', 'ADMIN'],
  )
})

test('access for a ticket with a store is limited to that store', async () => {
  const second = await owner.post('/account/stores', { name: 'Second', origins: [] })
  const { id } = await open({ storeEnvId: second.body.id })
  await grant(id)
  assert.equal((await (await createStaffApi(id, second.body.id)).get('/reviews')).status, 200)
  const staff = await createStaffApi(id)
  assert.deepEqual(refusal(await staff.get('/reviews')), [403, 'store_env_forbidden'])
  assert.deepEqual(
    (await staff.get('/account/stores')).body.data.map((each: { id: string }) => each.id),
    [second.body.id],
  )
})

test("the audit log and the ticket's access list name the support person of each call", async () => {
  const { id } = await open()
  await grant(id)
  const staff = await createStaffApi(id)
  await staff.get('/reviews')
  await staff.put('/products', [{ platformProductId: 'tee', title: 'Tee' }])
  await staff.get('/account/stores')
  const { body } = await owner.get(`/support/tickets/${id}/access`)
  assert.deepEqual(
    body.uses.map((use: { staff: string; operation: string }) => [use.staff, use.operation]),
    [
      ['Robin of Evident', 'account.list_stores'],
      ['Robin of Evident', 'products.upsert'],
      ['Robin of Evident', 'reviews.list'],
    ],
  )
  assert.equal(body.uses[1].storeEnvId, shop.storeEnvId)
  const [line] = await auditLines(shop, 'support.access_used')
  assert.deepEqual(line?.actor, { type: 'operator', via: 'support', id: line?.actor.id, name: 'Robin of Evident' })
  assert.equal((await auditLines(shop, 'support.access_opened'))[0]?.actor.name, 'Robin of Evident')
})

test('ended, expired, replaced or closed access is refused on the next request', async () => {
  const ends: Record<string, (id: string) => Promise<unknown>> = {
    ended: (id) => owner.delete(`/support/tickets/${id}/access`),
    replaced: (id) => grant(id),
    'closed by the owner': (id) => owner.post(`/support/tickets/${id}/close`),
    'closed by support': (id) => closeTicketAsSupport(service.service, id),
    'run out': async () => service.advance(4 * hour),
  }
  for (const [how, end] of Object.entries(ends)) {
    const { id } = await open()
    await grant(id)
    const staff = await createStaffApi(id)
    for (const path of ['/reviews', '/account/stores']) assert.equal((await staff.get(path)).status, 200, how)
    await end(id)
    for (const path of ['/reviews', '/account/stores', '/api-keys'])
      assert.deepEqual(refusal(await staff.get(path)), [401, 'access_ended'], how)
  }
  assert.deepEqual(refusal(await owner.delete(`/support/tickets/${(await open()).id}/access`)), [404, 'not_found'])
})

test('a forged token is refused, and no token is stored in plain text', async () => {
  const { id } = await open()
  await grant(id)
  const { token } = await accessTicket(service.service, id, 'Robin')
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  for (const bad of [forged, token.replace('evns_', 'evnt_'), 'evns_'])
    assert.deepEqual(
      refusal(
        await service.with({ authorization: `Bearer ${bad}`, 'x-store-env-id': shop.storeEnvId }).get('/reviews'),
      ),
      [401, 'api_key_invalid'],
    )
  const rows = await service.service.db.organization(shop.organizationId, 'read', (tx) =>
    tx.all<{ row: string }>(sql.raw('select to_jsonb(t)::text as row from support_tokens t')),
  )
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.ok(!row.includes(token))
})

test("a shopper's quoted address is removed when the shopper is erased", async () => {
  await shop.api.put('/orders', [
    {
      platformOrderId: '1',
      email: 'ida+x@customer.example',
      currency: 'EUR',
      total: '1.00',
      placedAt: '2026-11-01T00:00:00Z',
    },
  ])
  const { id } = await open({
    subject: 'Mail to ida+x@customer.example',
    body: 'Ida+X@customer.example got none, vida+x@customer.example did, and so did ida+x@customer.example.org',
  })
  const erased = await shop.api.post('/customers/erase', { email: 'ida+x@customer.example' })
  assert.equal(erased.status, 200, erased.text)
  const ticket = (await owner.get(`/support/tickets/${id}`)).body
  assert.equal(ticket.subject, 'Mail to [erased]')
  assert.equal(
    ticket.messages[0].body,
    '[erased] got none, vida+x@customer.example did, and so did ida+x@customer.example.org',
  )
})
