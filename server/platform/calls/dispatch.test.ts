import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { operations } from '../../entry/areas.ts'
import type { Credentials, RequestParts } from '../identity/incoming.ts'
import type { AppError } from '../values/errors.ts'
import type { Answer } from './answer.ts'
import { dispatch } from './dispatch.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop('shop')
})

type Given = { credentials?: Credentials; idempotencyKey?: string } & Partial<Omit<RequestParts, 'body'>> & {
    body?: unknown
  }

function call(id: string, { credentials, idempotencyKey, params = {}, query = {}, body }: Given): Promise<Answer> {
  const op = operations.find((each) => each.id === id)
  if (!op) throw new Error(`No operation ${id}.`)
  const storeEnvId = shop.storeEnvId
  return dispatch(service.service.kernel, op, {
    incoming: { id: 'call-1', address: '192.0.2.1', page: {}, storeEnvId, idempotencyKey, ...credentials },
    read: () => ({ params, query, body: () => body }),
  })
}

const parseData = ({ text }: Answer) => JSON.parse(text ?? 'null')
const byKey = () => ({ authorization: `Bearer ${shop.adminKey}` })

async function bySession(): Promise<Credentials> {
  const cookies = await service.service.services.users.signIn(shop.ownerEmail, shop.password)
  return { cookies: (cookies ?? []).map((each) => each.split(';')[0]).join('; ') }
}

const review = {
  platformProductId: 'p1',
  rating: 5,
  body: 'Holds water.',
  authorName: 'Jane',
  authorEmail: 'jane.doe@example.com',
}

test('without HTTP, a key gets masked addresses and a session gets full addresses, as over HTTP', async () => {
  await call('products.upsert', { credentials: byKey(), body: [{ platformProductId: 'p1', title: 'Jug' }] })
  const made = await call('reviews.create', { credentials: byKey(), body: review })
  assert.equal(made.status, 201)
  assert.equal(made.headers.location, `/api/v1/reviews/${parseData(made).id}`)
  const [masked] = parseData(await call('reviews.list', { credentials: byKey() })).data
  assert.equal(masked.authorEmailLast4, '.doe')
  assert.ok(!JSON.stringify(masked).includes('jane.doe'))
  const [whole] = parseData(await call('reviews.list', { credentials: await bySession() })).data
  assert.equal(whole.authorEmail, review.authorEmail)
})

test('without HTTP, missing credentials, a mistyped key and invalid input get the errors of HTTP', async () => {
  const refused = async (given: Given, id = 'reviews.list') => {
    const error = await call(id, given).then(
      () => assert.fail('it was let through'),
      (thrown: AppError) => thrown,
    )
    return [error.status, error.code]
  }
  assert.deepEqual(await refused({}), [401, 'unauthenticated'])
  assert.deepEqual(await refused({ credentials: { authorization: 'Bearer evnt_x' } }), [401, 'api_key_invalid'])
  const credentials = byKey()
  assert.deepEqual(await refused({ credentials, query: { rating: '9' } }), [400, 'validation_failed'])
  assert.deepEqual(await refused({ credentials, query: { ratng: '5' } }), [400, 'validation_failed'])
  assert.deepEqual(await refused({ credentials, body: { rating: 6 } }, 'reviews.create'), [400, 'validation_failed'])
  assert.deepEqual(await refused({ credentials, body: { name: 'k' } }, 'api_keys.create'), [
    403,
    'user_session_required',
  ])
})

test('a repeated write under an idempotency key returns the same bytes', async () => {
  const given = { credentials: byKey(), idempotencyKey: 'k-1', body: { ...review, authorEmail: 'al@example.com' } }
  const first = await call('reviews.create', given)
  const again = await call('reviews.create', given)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
})

test('a refused push whose queries ran early gets the usual refusal and writes nothing', async () => {
  const pushed = (platformOrderId: string) => ({ platformOrderId, placedAt: '2026-11-20T12:00:00Z' })
  const statuses = async (api: Awaited<ReturnType<Shop['as']>>, ids: unknown[]) =>
    Promise.all(ids.map(async (body) => (await api.put('/orders', body)).status))
  const viewer = await shop.as('VIEWER')
  await viewer.get('/orders')
  assert.deepEqual(await statuses(viewer, [[pushed('o1')], [{ platformOrderId: '' }]]), [403, 403])
  const elsewhere = await service.shop('elsewhere')
  const stranger = service.with({
    authorization: `Bearer ${elsewhere.adminKey}`,
    'x-store-env-id': shop.storeEnvId,
  })
  assert.deepEqual(
    [(await stranger.get('/orders')).status, ...(await statuses(stranger, [[pushed('o2')]]))],
    [403, 403],
  )
  const admin = await shop.as('ADMIN')
  assert.deepEqual(await statuses(admin, [[pushed('o3')], [{ platformOrderId: '' }], [pushed('o4')]]), [200, 400, 200])
  const owner = await shop.signedIn()
  const { body: made } = await owner.post('/api-keys', { name: 'Revoked', role: 'ADMIN' })
  const revoked = service.with({ authorization: `Bearer ${made.key}`, 'x-store-env-id': shop.storeEnvId })
  assert.deepEqual(await statuses(revoked, [[pushed('o5')]]), [200])
  assert.equal((await owner.delete(`/api-keys/${made.id}`)).status, 204)
  assert.deepEqual(await statuses(revoked, [[pushed('o6')]]), [401])
  const { data } = (await shop.api.get('/orders')).body
  assert.deepEqual(data.map((each: { platformOrderId: string }) => each.platformOrderId).sort(), ['o3', 'o4', 'o5'])
})
