import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { importFile } from '#resources/imports/imports.testing.ts'
import { connect, withAccessToken } from '#resources/oauth/oauth.testing.ts'
import { addCodes, author, coupon, offered } from '#resources/review-incentives/review-incentives.testing.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, post } from '#resources/reviews/reviews.testing.ts'
import { ask, hiddenIn, order, postForm, words } from '#resources/storefront/form/form.testing.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { accessTicket } from '../../entry/commands/support.ts'
import type { LedgerEntry } from './schema.ts'

let shop: Shop
let owner: Api
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop()
  owner = await shop.signedIn()
  mug = await addProduct(shop)
})

const inStore = () => ({ 'x-store-env-id': shop.storeEnvId })

const listEntries = async (review: string): Promise<LedgerEntry[]> =>
  (await shop.api.get(`/evidence/entries?review=${review}&limit=100`)).body.data.reverse()
const listActs = async (review: string) =>
  (await listEntries(review)).map(({ type, by }) => `${type} ${by.role}/${by.via}`)
const lastAct = async (review: string) => (await listActs(review)).at(-1)

let people = 0
const written = async () => (await post(shop.api, mug, { authorEmail: `p${++people}@customer.example` })).id as string
async function decided(by: Api, headers: Record<string, string> = {}) {
  const id = await written()
  const answer = await by.put(`/reviews/${id}`, { status: 'approved' }, headers)
  assert.equal(answer.status, 200, answer.text)
  return lastAct(id)
}

test('keys, sessions and connected apps are recorded with their own role', async () => {
  for (const role of ['MEMBER', 'ADMIN'] as const)
    assert.equal(await decided(await shop.as(role)), `moderated ${role}/key`)
  assert.equal(await decided(owner), 'moderated OWNER/session')
  const { access } = await connect(service, shop, { chosen: { role: 'MEMBER' } })
  assert.equal(await decided(withAccessToken(service, access, shop.storeEnvId)), 'moderated MEMBER/token')
})

test('tools are recorded with the role of their credential', async () => {
  const { access } = await connect(service, shop, { chosen: { role: 'MEMBER' } })
  for (const [token, by] of [
    [shop.adminKey, 'ADMIN/key'],
    [access, 'MEMBER/token'],
  ] as const) {
    const id = await written()
    const params = { name: 'update_review', arguments: { storeEnvId: shop.storeEnvId, id, status: 'approved' } }
    const { statusCode, payload } = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
    assert.equal(statusCode, 200, payload)
    assert.equal(await lastAct(id), `moderated ${by}`, payload)
  }
})

test('bulk decisions are recorded with the role of their sender', async () => {
  const id = await written()
  const member = await shop.as('MEMBER')
  const { status, text } = await member.post('/reviews/bulk-update', { updates: [{ id, status: 'approved' }] })
  assert.equal(status, 200, text)
  assert.equal(await lastAct(id), 'moderated MEMBER/key')
})

test('a person of a partner is recorded as `partner`, and a helper as `support`', async () => {
  const agency = await service.shop('Agency')
  const grant = { organizationId: agency.organizationId, role: 'MEMBER' }
  const given = await owner.post('/partner/grants', grant)
  assert.equal(given.status, 201, given.text)
  assert.equal((await (await agency.signedIn()).post(`/partner/grants/${given.body.id}/accept`)).status, 200)
  assert.equal(await decided(await agency.signedIn(), inStore()), 'moderated MEMBER/partner')
  const ticket = (await owner.post('/support/tickets', { subject: 'Help', body: 'Please.' })).body
  assert.equal((await owner.post(`/support/tickets/${ticket.id}/access`, { role: 'ADMIN', hours: 4 })).status, 201)
  const { token } = await accessTicket(service.service, ticket.id, 'Robin')
  const staff = service.with({ authorization: `Bearer ${token}`, ...inStore() })
  assert.equal(await decided(staff), 'moderated ADMIN/support')
})

test('visitors with a mail link or a confirmed address are recorded as `form`', async () => {
  const { orderId, token, products } = await order(service, shop, { products: ['pot'], email: 'pot@customer.example' })
  const { text } = await ask(service, 'GET', `/f/${token}`)
  service.advance(4_000)
  const fields = { productId: products[0] ?? '', startedAt: hiddenIn(text, 'startedAt'), ...words }
  assert.equal((await postForm(service, `/f/${token}`, fields)).status, 303)
  const [byLink] = (await shop.api.get(`/reviews?orderId=${orderId}`)).body.data
  assert.deepEqual(await listActs(byLink.id), ['submitted REVIEWER/form', 'verified REVIEWER/form'])
  assert.deepEqual((await listEntries(byLink.id))[1]?.data, { verified: true, method: 'form_link' })

  await order(service, shop, { products: ['kettle'], email: 'kettle@customer.example' })
  const sent = await shop.storefront.post('/storefront/reviews', {
    ...{ platformProductId: 'kettle', rating: 4, body: 'Holds a pint.', authorName: 'Sam', consent: true },
    authorEmail: 'kettle@customer.example',
  })
  assert.equal(sent.status, 202, sent.text)
  await service.runJobs()
  const link = await findConfirmation('kettle@customer.example')
  assert.equal((await ask(service, 'POST', link)).status, 200)
  assert.equal((await ask(service, 'POST', link)).status, 200)
  assert.deepEqual(
    (await listEntries(sent.body.id)).map(({ type, by, data }) => [type, `${by.role}/${by.via}`, data.method]),
    [
      ['submitted', 'REVIEWER/form', undefined],
      ['verified', 'REVIEWER/form', 'none'],
      ['verified', 'REVIEWER/form', 'confirmation_link'],
    ],
  )
})

async function findConfirmation(address: string): Promise<string> {
  const { rows } = await service.query(
    `select text_body from mailbox where recipient ilike $1 order by created_at desc`,
    [`%${address}%`],
  )
  return rows.map(({ text_body: text }) => /\/c\/[\w-]{22}/.exec(text)?.[0]).find((each) => each) ?? ''
}

test("reviews by the store's signed-in customers are recorded as `token`, with their offered rewards", async () => {
  const rewarding = await service.shop('Rewarding')
  await addProduct(rewarding)
  const incentive = await offered(rewarding.api, coupon)
  await addCodes(rewarding.api, incentive.id, ['ONE'])
  const { startedAt } = (await rewarding.storefront.get('/storefront/review-form?platformProductId=mug')).body
  service.advance(4_000)
  await order(service, rewarding, { email: 'sam@customer.example' })
  const write = await author(service, rewarding)
  const id = await write('sam@customer.example', { startedAt })
  const { data } = (await rewarding.api.get(`/evidence/entries?review=${id}`)).body
  assert.deepEqual(
    data.reverse().map(({ type, by, data }: LedgerEntry) => [type, `${by.role}/${by.via}`, data.method ?? data.kind]),
    [
      ['submitted', 'REVIEWER/token', undefined],
      ['verified', 'REVIEWER/token', 'customer_token'],
      ['incentive', 'REVIEWER/token', 'coupon'],
    ],
  )
  assert.match(data[2].data.offeredAt, /^\d{4}-\d\d-\d\dT/)
})

test('automatic decisions are recorded as decisions of the service', async () => {
  const trap = { platformProductId: 'mug', rating: 5, body: 'Buy at once', authorName: 'Bot', consent: true }
  const sent = await shop.storefront.post('/storefront/reviews', {
    ...{ ...trap, authorEmail: 'bot@customer.example', homepage: 'https://spam.example' },
  })
  assert.equal(sent.status, 202, sent.text)
  const [spam] = (await shop.api.get('/reviews?status=spam')).body.data
  assert.equal(await lastAct(spam.id), 'moderated SYSTEM/system')
})

test('removing a photo is recorded with its actor', async () => {
  const id = await written()
  const { storage, clock } = service.service.services
  const photos = [{ storageKey: newPhotoKey(shop.storeEnvId, clock.now(), 'webp'), width: 640, height: 480 }]
  for (const { storageKey } of photos) await storage.put(storageKey, Buffer.from('a picture'))
  await service.service.db.store(shop, 'write', (tx) => addPhotos(tx, id, photos))
  const path = `/reviews/${id}/photos/${(await shop.api.get(`/reviews/${id}`)).body.photos[0].id}`
  assert.equal((await owner.delete(path)).status, 204)
  assert.equal((await owner.delete(path)).status, 404)
  const entries = await listEntries(id)
  assert.deepEqual(
    entries.filter(({ type }) => type === 'photo_removed').map(({ by, data }) => [by, data]),
    [[{ role: 'OWNER', via: 'session' }, {}]],
  )
})

test('a repeated import records only changed offers, each with the sender of the import', async () => {
  const header = 'product_id,rating,author,email,body,created_at,verified_purchase,incentivized'
  const file = (incentivized: string) =>
    `${header}\nmug,4,Ann,ann@customer.example,Fine,2025-01-01,true,${incentivized}\n`
  await importFile(service, shop.api, file(''))
  const [{ id }] = (await shop.api.get('/reviews?imported=true')).body.data
  const offers = async () =>
    (await listEntries(id))
      .filter(({ type }) => type === 'incentive')
      .map(({ by, data }) => [`${by.role}/${by.via}`, data.kind, data.offeredAt])
  assert.deepEqual(await offers(), [])
  await importFile(service, shop.api, file('true'))
  await importFile(service, shop.api, file('true'))
  await importFile(service, owner, file(''))
  assert.deepEqual(await offers(), [
    ['ADMIN/key', 'coupon', null],
    ['OWNER/session', null, null],
  ])
  assert.deepEqual(
    (await listEntries(id)).filter(({ type }) => type === 'edited'),
    [],
  )
})
