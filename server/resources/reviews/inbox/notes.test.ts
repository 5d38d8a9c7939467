import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type Api, provideService, type Shop } from '#test/service.ts'
import { addProduct, addReviews, nobody } from '../reviews.testing.ts'

let shop: Shop
let owner: Api
let ids: string[]
const service = provideService({}, async () => {
  shop = await service.shop('The Mug Shop')
  owner = await shop.signedIn()
  const productId = await addProduct(shop)
  ids = await addReviews(service, shop, [
    { productId, body: 'a', authorName: 'Jane Doe' },
    { productId, body: 'b', status: 'pending', authorEmail: 'bob@customer.example' },
  ])
})

async function joined(email: string, role: string): Promise<Api> {
  const invited = await owner.post('/account/users/invite', { email, role })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  const password = 'eight-green-kettles'
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Sam', password })
  assert.equal(accepted.status, 200, accepted.text)
  return shop.signedIn(email, password)
}
const memberId = async (email: string) =>
  (await owner.get('/account/users?limit=100')).body.data.find((each: { email: string }) => each.email === email).id
const bodies = async (api: Api, id = ids[0]) =>
  (await api.get(`/reviews/${id}/notes`)).body.notes.map((note: { body: string }) => note.body)

test('people with rights on reviews share notes, and API keys never read them', async () => {
  const member = await joined('mia@mugs.example', 'MEMBER')
  const viewer = await joined('vi@mugs.example', 'VIEWER')
  const path = `/reviews/${ids[0]}/notes`
  const made = await owner.post(path, { body: ' Asked the warehouse. ' })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.body, made.body.isOwn], ['Asked the warehouse.', true])
  const read = (await member.get(path)).body
  assert.deepEqual([read.notes[0].isOwn, read.assignee], [false, null])
  assert.ok(read.notes[0].authorName)
  assert.deepEqual(await bodies(viewer), ['Asked the warehouse.'])
  assert.equal((await viewer.post(path, { body: 'x' })).status, 403)
  assert.equal((await shop.api.get(path)).body.code, 'user_session_required')
  assert.equal((await shop.api.post(path, { body: 'x' })).body.code, 'user_session_required')
  assert.equal((await member.delete(`${path}/${made.body.id}`)).status, 404)
  const own = await member.post(path, { body: 'Mine' })
  assert.equal((await owner.delete(`${path}/${own.body.id}`)).status, 204)
  assert.deepEqual(await bodies(member), ['Asked the warehouse.'])
})

test('API keys and other stores see neither notes nor assignees', async () => {
  await owner.post(`/reviews/${ids[0]}/notes`, { body: 'Secret batch number.' })
  await owner.put(`/reviews/${ids[0]}/assignee`, { userId: await memberId(shop.ownerEmail) })
  for (const path of ['/reviews', `/reviews/${ids[0]}`, `/reviews/${ids[0]}/history`, '/reviews/export'])
    assert.doesNotMatch((await shop.api.get(path)).text, /Secret batch|assignee/)
  const elsewhere = await service.shop('Elsewhere')
  const stranger = await elsewhere.signedIn()
  assert.equal((await stranger.get(`/reviews/${ids[0]}/notes`)).status, 404)
  assert.equal((await stranger.post(`/reviews/${ids[0]}/notes`, { body: 'x' })).status, 404)
  assert.equal((await stranger.put(`/reviews/${ids[0]}/assignee`, { userId: null })).status, 404)
})

test('assigned reviews are listed and counted only for their assignee', async () => {
  const member = await joined('ann@mugs.example', 'MEMBER')
  const id = await memberId('ann@mugs.example')
  const assigned = await owner.put(`/reviews/${ids[1]}/assignee`, { userId: id })
  assert.deepEqual(assigned.body.assignee, { userId: id, name: 'Sam' })
  const list = async (query: string) => (await member.get(`/reviews/assigned?includeTotal=true${query}`)).body
  assert.deepEqual([(await list('')).data[0].id, (await list('')).pagination.total], [ids[1], 1])
  assert.equal((await list('&status=approved')).pagination.total, 0)
  assert.equal((await list('&sort=rating&q=b')).data.length, 1)
  assert.ok(!(await owner.get('/reviews/assigned')).text.includes(ids[1] as string))
  assert.equal((await shop.api.get('/reviews/assigned')).body.code, 'user_session_required')
  assert.equal((await owner.put(`/reviews/${ids[1]}/assignee`, { userId: nobody })).status, 400)
  assert.equal((await owner.delete(`/account/users/${id}`)).status, 204)
  await service.runJobs()
  assert.equal((await owner.get(`/reviews/${ids[1]}/notes`)).body.assignee, null)
})

test('notes are limited in number and length', async () => {
  const path = `/reviews/${ids[1]}/notes`
  for (const body of ['', '  ', 'x'.repeat(2_001), '\u0007'])
    assert.equal((await owner.post(path, { body })).status, 400, JSON.stringify(body))
  assert.equal((await owner.post(`/reviews/${nobody}/notes`, { body: 'x' })).status, 404)
  // A call that waits 5 seconds for others of its store is refused, so the 102 calls are sent in waves.
  const answers: Answer[] = []
  for (const wave of [0, 1, 2])
    answers.push(
      ...(await Promise.all(Array.from({ length: 34 }, (_, i) => owner.post(path, { body: `Note ${34 * wave + i}` })))),
    )
  assert.equal(answers.filter(({ status }) => status === 201).length, 100)
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'limit_reached')
})

test('erasure removes the person from notes that stay', async () => {
  const store = await service.shop('Forgets')
  const person = await store.signedIn()
  const productId = await addProduct(store)
  const [own, other] = await addReviews(service, store, [
    { productId, authorName: 'Jane Doe', authorEmail: 'jane.doe@customer.example' },
    { productId, authorName: 'Bob', authorEmail: 'bob@customer.example' },
  ])
  await person.put('/customers/erasure-settings', { mode: 'anonymize' })
  await person.post(`/reviews/${own}/notes`, { body: 'Called Jane Doe.' })
  await person.post(`/reviews/${other}/notes`, { body: 'Same as jane.doe@customer.example said.' })
  const erased = await person.post('/customers/erase', { email: 'jane.doe@customer.example' })
  assert.equal(erased.status, 200, erased.text)
  assert.doesNotMatch(JSON.stringify(await bodies(person, other)), /jane/i)
  if ((await person.get(`/reviews/${own}`)).status === 200)
    assert.doesNotMatch(JSON.stringify(await bodies(person, own)), /jane/i)
})
