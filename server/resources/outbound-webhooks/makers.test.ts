import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { last4 } from '#platform/values/mask.ts'
import { galleryWithForm, visitor } from '#resources/galleries/leads/leads.testing.ts'
import { connect, withAccessToken } from '#resources/oauth/oauth.testing.ts'
import { addByClock } from '#test/queue.ts'
import { type Api, day, provideService, type Shop } from '#test/service.ts'
import { areas } from '../../entry/areas.ts'
import { maskAddresses } from './sending/mask-addresses.ts'
import { addProduct, addReview, startReceiver, type TestReceiver } from './webhooks.testing.ts'

let shop: Shop
let owner: Api
let receiver: TestReceiver
const service = provideService({}, async () => {
  receiver = await startReceiver()
})
after(() => receiver.close())

async function newShop() {
  shop = await service.shop()
  owner = await shop.signedIn()
  await addProduct(shop)
  receiver.received.length = 0
}

async function newKey(scopes: string[] = [], more: object = {}): Promise<{ id: string; api: Api }> {
  const made = await owner.post('/api-keys', { name: 'Warehouse', role: 'ADMIN', scopes, ...more })
  assert.equal(made.status, 201, made.text)
  const headers = { authorization: `Bearer ${made.body.key}`, 'x-store-env-id': shop.storeEnvId }
  return { id: made.body.id, api: service.with(headers) }
}

const make = (api: Api, more: object = {}) => api.post('/outbound-webhooks', { url: receiver.url, ...more })
const narrow = ['outbound-webhooks:write', 'reviews:read']
const reviewKinds = areas.events.flatMap(({ name }) => (/^(?:shop_|shared_)?review\./.test(name) ? [name] : []))

test('a key with limited scopes subscribes only to events that it may read', async () => {
  await newShop()
  const { api } = await newKey(narrow)
  const all = await make(api)
  assert.deepEqual([all.status, all.body.events, all.body.allEvents], [201, reviewKinds, false])
  assert.deepEqual((await make(api, { events: null })).body.events, reviewKinds)
  assert.equal((await make(api, { events: ['review.created'] })).status, 201)
  for (const events of [['gallery.lead_submitted'], ['review.created', 'loyalty.points_changed']]) {
    const refused = await make(api, { events })
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_denied'])
    assert.match(
      refused.body.message,
      /(gallery\.lead_submitted|loyalty\.points_changed) needs (galleries|loyalty):read/,
    )
  }
  const blind = await newKey(['outbound-webhooks:write'])
  assert.deepEqual([(await make(blind.api)).status, (await make(blind.api)).body.code], [403, 'scope_denied'])
  assert.equal((await make((await newKey(['write'])).api)).body.allEvents, true)
  assert.equal((await make(owner)).body.allEvents, true)
})

test('the catalogue names the scope of each event', async () => {
  await newShop()
  const { data } = (await shop.api.get('/outbound-webhooks/events')).body
  const scopes = new Map(data.map(({ name, scope }: { name: string; scope: string }) => [name, scope]))
  assert.equal(scopes.get('review.created'), 'reviews:read')
  assert.equal(scopes.get('gallery.lead_submitted'), 'galleries:read')
  assert.equal(scopes.get('review_request.sent'), 'orders:read')
})

test('a key with limited scopes cannot change, enable, retry or replay an endpoint beyond them', async () => {
  await newShop()
  const { id } = (await make(shop.api)).body
  await addReview(shop)
  await service.runJobs()
  const { data } = (await shop.api.get(`/outbound-webhooks/${id}/deliveries`)).body
  const { api } = await newKey(narrow)
  const since = new Date(service.service.clock.nowMs() - 1000).toISOString()
  const path = `/outbound-webhooks/${id}`
  const calls = (by: Api) => [
    by.patch(path, { url: `${receiver.url}/moved` }),
    by.patch(path, { events: ['loyalty.points_changed'] }),
    by.post(`${path}/replay`, { since }),
    by.post(`${path}/deliveries/${data[0].id}/retry`),
  ]
  for (const answer of await Promise.all(calls(api)))
    assert.deepEqual([answer.status, answer.body.code], [403, 'scope_denied'], answer.text)
  assert.equal((await shop.api.get(path)).body.url, receiver.url)
  assert.equal((await api.patch(path, { description: 'Reviews', enabled: false })).status, 200)
  assert.equal((await api.patch(path, { enabled: true })).body.code, 'scope_denied')
  assert.equal((await shop.api.patch(path, { enabled: true })).status, 200)
  for (const answer of await Promise.all(calls(shop.api))) assert.ok(answer.status < 300, answer.text)
})

test("a key cannot change a person's endpoint, and sending the current values is no change", async () => {
  await newShop()
  const { id } = (await make(owner, { events: ['review.created'] })).body
  const path = `/outbound-webhooks/${id}`
  const { access } = await connect(service, shop, { chosen: { role: 'ADMIN' } })
  for (const api of [shop.api, withAccessToken(service, access, shop.storeEnvId)])
    for (const change of [{ url: `${receiver.url}/moved` }, { events: ['review.approved'] }, { events: null }]) {
      const answer = await api.patch(path, change)
      assert.deepEqual([answer.status, answer.body.code], [403, 'user_session_required'], answer.text)
    }
  const same = await shop.api.patch(path, { url: receiver.url, events: ['review.created'], description: 'Ours' })
  assert.deepEqual([same.status, same.body.description], [200, 'Ours'])
  assert.equal((await owner.patch(path, { url: `${receiver.url}/moved`, events: null })).status, 200)
})

test('revoking a key deletes its endpoints, except endpoints that a person adopted', async () => {
  await newShop()
  const key = await newKey()
  const ended = (await make(key.api, { events: ['review.created'] })).body.id
  const adopted = (await make(key.api, { events: ['review.created'] })).body
  assert.deepEqual(adopted.madeBy, { type: 'key', id: key.id, name: 'Warehouse' })
  const refused = await shop.api.post(`/outbound-webhooks/${adopted.id}/adopt`)
  assert.deepEqual([refused.status, refused.body.code], [403, 'user_session_required'])
  const answer = await owner.post(`/outbound-webhooks/${adopted.id}/adopt`)
  assert.deepEqual([answer.status, answer.body.madeBy], [200, { type: 'person', id: null, name: null }], answer.text)
  assert.equal((await owner.post(`/outbound-webhooks/${adopted.id}/adopt`)).status, 200)
  await addReview(shop, { authorEmail: 'waits@customer.example' })
  assert.equal((await owner.delete(`/api-keys/${key.id}`)).status, 204)
  await addReview(shop, { authorEmail: 'later@customer.example' })
  await service.runJobs()
  const ids = (await owner.get('/outbound-webhooks')).body.data.map((each: { id: string }) => each.id)
  assert.deepEqual(ids, [adopted.id])
  assert.equal((await owner.get(`/outbound-webhooks/${ended}`)).status, 404)
  assert.equal((await owner.post(`/outbound-webhooks/${ended}/adopt`)).status, 404)
  const ours = receiver.received.filter(({ body }) => body.store_env_id === shop.storeEnvId)
  assert.equal(ours.length, 2, 'only the adopted one gets both')
  await addByClock(service.service, 'outbound_webhooks.clean')
  await service.runJobs()
  const log = (await owner.get('/account/audit-log?limit=50')).body.data
  const actsOn = (id: string) =>
    log.flatMap((each: { action: string; target?: { id: string } }) => (each.target?.id === id ? [each.action] : []))
  assert.deepEqual(actsOn(ended), ['webhook.deleted', 'webhook.created'])
  assert.deepEqual(actsOn(adopted.id), ['webhook.adopted', 'webhook.created'])
})

test('an endpoint stops when its key expires', async () => {
  await newShop()
  const expiresAt = new Date(service.service.clock.nowMs() + day).toISOString()
  const key = await newKey([], { expiresAt })
  const { id } = (await make(key.api)).body
  assert.equal((await owner.get(`/outbound-webhooks/${id}`)).status, 200)
  service.advance(day + 1000)
  assert.equal((await (await shop.signedIn()).get(`/outbound-webhooks/${id}`)).status, 404)
})

test('only endpoints of signed-in people get full email addresses and telephone numbers', async () => {
  await newShop()
  const galleryId = await galleryWithForm(shop)
  const [byPerson, byKey] = [await startReceiver(), await startReceiver()]
  await owner.post('/outbound-webhooks', { url: byPerson.url, events: ['gallery.lead_submitted'] })
  const { id } = (await shop.api.post('/outbound-webhooks', { url: byKey.url, events: ['gallery.lead_submitted'] }))
    .body
  const send = await visitor(service, shop, galleryId)
  await send()
  await service.runJobs()
  const { sequence, ...whole } = byPerson.received[0]?.body.data ?? assert.fail()
  const { email, phone, ...rest } = whole
  assert.deepEqual([email, phone], ['sam.fuller@customer.example', '+47 22 12 34 56'])
  const { emailLast4, ...masked } = byKey.received[0]?.body.data ?? assert.fail()
  assert.deepEqual(masked, { ...rest, sequence })
  assert.equal(emailLast4, last4('sam.fuller@customer.example'))
  const { data } = (await owner.get(`/outbound-webhooks/${id}/deliveries`)).body
  const { payload } = (await owner.get(`/outbound-webhooks/${id}/deliveries/${data[0].id}`)).body
  assert.deepEqual(payload, byKey.received[0]?.body, 'a person sees what is sent')
  await owner.post(`/outbound-webhooks/${id}/adopt`)
  await owner.post(`/outbound-webhooks/${id}/deliveries/${data[0].id}/retry`)
  await service.runJobs()
  assert.deepEqual(byKey.received[1]?.body.data, byPerson.received[0]?.body.data)
  await Promise.all([byPerson.close(), byKey.close()])
})

test('the webhook of a gallery follows the rules of all other webhooks', async () => {
  await newShop()
  const key = await newKey(['galleries:write'])
  const consentText = 'I agree.'
  const leadForm = { enabled: true, consentText, fields: { phone: 'optional' }, webhookUrl: receiver.url }
  const made = await key.api.post('/galleries', { name: 'Home', status: 'published', leadForm })
  const path = `/galleries/${made.body.id}`
  const send = await visitor(service, shop, made.body.id)
  await send({ message: null })
  await service.runJobs()
  assert.deepEqual(
    [receiver.received[0]?.body.data.emailLast4, 'email' in (receiver.received[0]?.body.data ?? {})],
    ['ller', false],
  )
  // A person who saves the same URL again adopts the webhook.
  const adopted = await owner.patch(path, { leadForm: { webhookUrl: receiver.url } })
  assert.deepEqual([adopted.status, adopted.body.leadForm.webhookSecret], [200, undefined])
  const moved = await key.api.patch(path, { leadForm: { webhookUrl: `${receiver.url}/moved` } })
  assert.deepEqual([moved.status, moved.body.code], [403, 'user_session_required'])
  await owner.delete(`/api-keys/${key.id}`)
  await send({ email: 'other.person@customer.example', message: null })
  await service.runJobs()
  assert.equal(receiver.received.at(-1)?.body.data.email, 'other.person@customer.example')
  const other = await newKey(['galleries:write'])
  const second = await other.api.post('/galleries', { name: 'Second', status: 'published', leadForm })
  await owner.delete(`/api-keys/${other.id}`)
  assert.equal((await owner.get(`/galleries/${second.body.id}`)).body.leadForm.webhookUrl, null)
  const again = await owner.patch(`/galleries/${second.body.id}`, { leadForm: { webhookUrl: receiver.url } })
  assert.match(again.body.leadForm.webhookSecret, /^whsec_/)
  assert.equal(again.body.leadForm.webhookUrl, receiver.url)
})

test('no kind of event gives keys an address or a telephone number', () => {
  for (const { name, example } of areas.events) {
    const text = maskAddresses(JSON.stringify(example))
    assert.doesNotMatch(text, /@|"phone"|"email"|\+\d{2}/, name)
  }
})
