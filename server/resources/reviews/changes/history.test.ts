import assert from 'node:assert/strict'
import { test } from 'node:test'
import { photo } from '#test/pictures.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { addProduct, addReview, nobody, post } from '../reviews.testing.ts'

let shop: Shop
let owner: Api
let mug: string
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') }, async () => {
  shop = await service.shop('The Mug Shop')
  owner = await shop.signedIn()
  mug = await addProduct(shop)
})

type Act = {
  kind: string
  at: string
  by: { role: string; via: string; name?: string | null }
  [fact: string]: unknown
}

const listHistory = async (id: string, api: Api = owner): Promise<Act[]> => {
  const { status, body, text } = await api.get(`/reviews/${id}/history`)
  assert.equal(status, 200, text)
  return body.acts
}

const ownersName = () => shop.ownerEmail.split('@')[0]

test('the history lists acts, replies and reports newest first, with actor and reason', async () => {
  const { id } = await post(shop.api, mug)
  const acts = [
    () => owner.put(`/reviews/${id}`, { status: 'rejected', reason: 'off_topic' }),
    () => shop.api.put(`/reviews/${id}`, { status: 'approved' }),
    () => owner.put(`/reviews/${id}`, { reply: { body: 'Thank you!' } }),
    () => owner.put(`/reviews/${id}`, { reply: { body: 'Thank you very much!' } }),
    () => owner.put(`/reviews/${id}`, { reply: null }),
    () => shop.storefront.post(`/storefront/reviews/${id}/report`, { reason: 'fake' }),
    () => owner.post(`/reviews/${id}/reports/resolve`),
  ]
  for (const act of acts) {
    service.advance(60_000)
    const { status, text } = await act()
    assert.ok(status < 300, text)
  }
  const history = await listHistory(id)
  assert.deepEqual(
    history.map(({ kind, by: { via, name } }) => [kind, via, name]),
    [
      ['reports_resolved', 'session', ownersName()],
      ['reply_withdrawn', 'session', ownersName()],
      ['reply_changed', 'session', ownersName()],
      ['replied', 'session', ownersName()],
      ['decided', 'key', 'Setup key'],
      ['decided', 'session', ownersName()],
      ['verified', 'key', null],
      ['submitted', 'key', null],
    ],
  )
  const [resolved, , , , approved, rejected] = history
  assert.equal(resolved?.count, 1)
  assert.deepEqual([approved?.from, approved?.to, approved?.reason], ['rejected', 'approved', null])
  const { from, to, reason, policyVersion } = rejected ?? assert.fail()
  assert.deepEqual([from, to, reason, policyVersion], ['pending', 'rejected', 'off_topic', 1])
})

test('the history of each review in a bulk update names the actor, but not to API keys', async () => {
  const ids = [await addReview(service, shop, { productId: mug, status: 'pending' })]
  ids.push(await addReview(service, shop, { productId: mug, status: 'pending' }))
  const updates = ids.map((id) => ({ id, status: 'spam' }))
  assert.equal((await owner.post('/reviews/bulk-update', { updates })).body.updated, 2)
  for (const id of ids) {
    const [act] = await listHistory(id)
    assert.deepEqual([act?.kind, act?.to, act?.by.name], ['decided', 'spam', ownersName()])
    const [told] = await listHistory(id, shop.api)
    assert.deepEqual(told?.by, { role: 'OWNER', via: 'session' })
  }
})

test('the history names who removed a photo or edited an import', async () => {
  const upload = await shop.api.call('POST', '/uploads', await photo().jpeg().toBuffer(), {
    'content-type': 'image/jpeg',
  })
  const review = await post(shop.api, mug, { photoIds: [upload.body.id], authorEmail: 'pat@customer.example' })
  await service.runJobs()
  const { photos } = (await owner.get(`/reviews/${review.id}`)).body
  assert.equal((await owner.delete(`/reviews/${review.id}/photos/${photos[0].id}`)).status, 204)
  const [removed] = await listHistory(review.id)
  assert.deepEqual([removed?.kind, removed?.by.name], ['photo_removed', ownersName()])

  const imported = await addReview(service, shop, { productId: mug, source: 'import' })
  await owner.put(`/reviews/${imported}`, { title: 'Another title' })
  const [edited] = await listHistory(imported)
  assert.deepEqual([edited?.kind, edited?.fields, edited?.by.name], ['edited', ['title'], ownersName()])
})

test('a decision on an outdated review is refused, unless it repeats the current decision', async () => {
  const { id } = await post(shop.api, mug)
  const colleague = await owner.put(`/reviews/${id}`, {
    status: 'rejected',
    reason: 'fake',
    seen: { status: 'pending' },
  })
  assert.equal(colleague.status, 200, colleague.text)
  const late = await owner.put(`/reviews/${id}`, { status: 'approved', seen: { status: 'pending' } })
  assert.deepEqual([late.status, late.body.code], [409, 'review_changed'])
  const bulk = await owner.post('/reviews/bulk-update', {
    updates: [{ id, status: 'spam', seen: { status: 'pending' } }],
  })
  assert.deepEqual([bulk.body.failed, bulk.body.results[0].error], [1, 'review_changed'])
  assert.equal((await owner.get(`/reviews/${id}`)).body.moderation.reason, 'fake')
  const same = await owner.put(`/reviews/${id}`, { status: 'rejected', seen: { status: 'pending' } })
  assert.deepEqual([same.status, same.body.moderation.reason], [200, 'fake'])
  assert.equal((await owner.put(`/reviews/${id}`, { status: 'approved', seen: { status: 'rejected' } })).status, 200)
})

test('a reply never overwrites one that the caller has not seen', async () => {
  const { id } = await post(shop.api, mug)
  const first = await owner.put(`/reviews/${id}`, { reply: { body: 'First.' }, seen: { repliedAt: null } })
  assert.equal(first.status, 200, first.text)
  const late = await owner.put(`/reviews/${id}`, { reply: { body: 'Second.' }, seen: { repliedAt: null } })
  assert.deepEqual([late.status, late.body.code], [409, 'review_changed'])
  assert.equal((await owner.get(`/reviews/${id}`)).body.reply.body, 'First.')
  const { repliedAt } = first.body.reply
  assert.equal((await owner.put(`/reviews/${id}`, { reply: { body: 'Third.' }, seen: { repliedAt } })).status, 200)
})

test('the history has an appeal and its decision', async () => {
  const { fileAppeal, findRejection } = await import('../../evidence/appeals/commands.ts')
  const { id } = await post(shop.api, mug, { authorEmail: 'kai@customer.example' })
  await owner.put(`/reviews/${id}`, { status: 'rejected', reason: 'privacy' })
  service.advance(60_000)
  await service.service.db.store(shop, 'write', async (tx) => {
    const rejection = await findRejection(tx, id)
    await fileAppeal(tx, rejection ?? assert.fail('no rejection'), 'Robin is a colour.')
  })
  service.advance(60_000)
  const [appeal] = (await owner.get('/evidence/appeals?state=open')).body.data
  assert.equal((await owner.patch(`/evidence/appeals/${appeal.id}`, { decision: 'upheld' })).status, 200)
  const [decided, appealed] = await listHistory(id)
  assert.deepEqual([decided?.kind, decided?.decision, decided?.by.name], ['appeal_decided', 'upheld', ownersName()])
  assert.deepEqual([appealed?.kind, appealed?.by], ['appealed', { role: 'REVIEWER', via: 'form', name: null }])
})

test('the history of an unknown review or of another store is 404', async () => {
  assert.equal((await owner.get(`/reviews/${nobody}/history`)).status, 404)
  const { id } = await post(shop.api, mug, { authorEmail: 'lee@customer.example' })
  const other = await service.shop('Elsewhere')
  assert.equal((await other.api.get(`/reviews/${id}/history`)).status, 404)
  assert.equal((await owner.delete(`/reviews/${id}`)).status, 204)
  assert.equal((await owner.get(`/reviews/${id}/history`)).status, 404)
})
