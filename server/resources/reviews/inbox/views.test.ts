import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { nobody } from '../reviews.testing.ts'

let shop: Shop
let owner: Api
const service = provideService({}, async () => {
  shop = await service.shop('The Mug Shop')
  owner = await shop.signedIn()
})

const names = async (api: Api) => (await api.get('/reviews/views')).body.data.map((view: { name: string }) => view.name)

async function joined(email: string, role: string): Promise<Api> {
  const invited = await owner.post('/account/users/invite', { email, role })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  const password = 'eight-green-kettles'
  const accepted = await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Sam', password })
  assert.equal(accepted.status, 200, accepted.text)
  return shop.signedIn(email, password)
}

test('a person, even a Viewer, can save, change and delete views', async () => {
  const viewer = await joined('vi@mugs.example', 'VIEWER')
  const filter = { status: 'pending', rating: 1, q: 'broken', hasReply: false }
  const made = await viewer.post('/reviews/views', { name: ' Low ratings ', filter })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual([made.body.name, made.body.filter, made.body.isDefault], ['Low ratings', filter, false])
  const changed = await viewer.patch(`/reviews/views/${made.body.id}`, { name: 'Photos', filter: { hasPhotos: true } })
  assert.deepEqual([changed.body.name, changed.body.filter], ['Photos', { hasPhotos: true }])
  assert.equal((await viewer.delete(`/reviews/views/${made.body.id}`)).status, 204)
  assert.deepEqual(await names(viewer), [])
  assert.equal((await viewer.delete(`/reviews/views/${made.body.id}`)).status, 404)
})

test('views of other people and other stores are neither visible nor changeable', async () => {
  const colleague = await joined('col@mugs.example', 'ADMIN')
  const { id } = (await owner.post('/reviews/views', { name: 'Mine', filter: {} })).body
  assert.deepEqual(await names(colleague), [])
  for (const answer of [
    await colleague.patch(`/reviews/views/${id}`, { name: 'Yours' }),
    await colleague.delete(`/reviews/views/${id}`),
  ])
    assert.equal(answer.status, 404)
  const elsewhere = await service.shop('Elsewhere')
  assert.deepEqual(await names(await elsewhere.signedIn()), [])
  assert.deepEqual(await names(owner), ['Mine'])
  assert.equal((await shop.api.get('/reviews/views')).body.code, 'user_session_required')
})

test('at most one view is the default, and it can be unset', async () => {
  const one = await owner.post('/reviews/views', { name: 'One', filter: {}, isDefault: true })
  const two = await owner.post('/reviews/views', { name: 'Two', filter: {}, isDefault: true })
  const defaults = async () =>
    (await owner.get('/reviews/views')).body.data
      .filter((view: { isDefault: boolean }) => view.isDefault)
      .map((view: { id: string }) => view.id)
  assert.deepEqual(await defaults(), [two.body.id])
  await owner.patch(`/reviews/views/${one.body.id}`, { isDefault: true })
  assert.deepEqual(await defaults(), [one.body.id])
  await owner.patch(`/reviews/views/${one.body.id}`, { isDefault: false })
  assert.deepEqual(await defaults(), [])
})

test('views are limited in number, take only filters of the list, and store no address', async () => {
  for (const wrong of [
    { name: ' ', filter: {} },
    { name: '\u0007', filter: {} },
    { name: 'x'.repeat(61), filter: {} },
    { name: 'x', filter: { q: 'jane@customer.example' } },
    { name: 'x', filter: { rating: 6 } },
    { name: 'x', filter: { status: 'gone' } },
  ])
    assert.equal((await owner.post('/reviews/views', wrong)).status, 400, JSON.stringify(wrong))
  const kept = (await names(owner)).length
  const answers = await Promise.all(
    Array.from({ length: 24 - kept }, (_, i) => owner.post('/reviews/views', { name: `View ${i}`, filter: {} })),
  )
  assert.equal((await names(owner)).length, 20)
  const refused = answers.filter(({ status }) => status === 409)
  assert.deepEqual([refused.length, refused[0]?.body.code], [4, 'limit_reached'])
  assert.equal((await owner.patch(`/reviews/views/${nobody}`, { name: 'x' })).status, 404)
})

test('erasure removes an address from names and searches of views, in any notation', async () => {
  const store = await service.shop('Forgets')
  const person = await store.signedIn()
  const keep = (name: string, filter: object) => person.post('/reviews/views', { name, filter })
  await keep('About jane.doe@customer.example, angry', { rating: 1, q: 'jane.doe (at) customer.example' })
  await keep('Handles', { q: 'handle' })
  await keep('Another', { q: 'janet.doe at customer dot example' })
  const erased = await person.post('/customers/erase', { email: 'Jane.Doe@customer.example' })
  assert.equal(erased.status, 200, erased.text)
  const views = (await person.get('/reviews/views')).body.data
  assert.deepEqual(
    views.map(({ name, filter }: { name: string; filter: object }) => [name, filter]),
    [
      ['Another', { q: 'janet.doe at customer dot example' }],
      ['Handles', { q: 'handle' }],
      ['About […], angry', { rating: 1 }],
    ],
  )
})

test("a removed member's views are deleted in every store, and other people's views are not", async () => {
  const leaving = await joined('leaving@mugs.example', 'MEMBER')
  const back = await joined('back@mugs.example', 'MEMBER')
  const findUserId = async (email: string) =>
    (await owner.get('/account/users?limit=100')).body.data.find((each: { email: string }) => each.email === email).id
  for (const person of [leaving, back])
    assert.equal((await person.post('/reviews/views', { name: 'Own', filter: {} })).status, 201)
  const others = await names(owner)
  assert.ok(others.length > 0)
  for (const email of ['leaving@mugs.example', 'back@mugs.example']) {
    const { status } = await owner.delete(`/account/users/${await findUserId(email)}`)
    assert.equal(status, 204)
  }
  const again = await joined('back@mugs.example', 'MEMBER')
  await service.runJobs()
  assert.deepEqual(await names(again), ['Own'])
  assert.deepEqual(await names(owner), others)
  const kept = await service.service.db.store(shop, 'read', (tx) =>
    tx.all(sql`select v.id from review_views v where v.store_env_id = ${tx.storeEnvId} and v.name = 'Own'`),
  )
  assert.equal(kept.length, 1)
})
