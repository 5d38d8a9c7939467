import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { operations } from '../entry/areas.ts'
import { dispatch } from './dispatch.ts'
import type { AppError } from './errors.ts'
import type { Credentials, Sent } from './incoming.ts'
import type { Answer } from './operation.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startService()
  shop = await service.shop('shop')
})
after(() => service.close())

type Given = { credentials?: Credentials; idempotencyKey?: string } & Partial<Omit<Sent, 'body'>> & { body?: unknown }

/** As a job, a tool or another door would: no request, no route, no server. */
function call(id: string, { credentials, idempotencyKey, params = {}, query = {}, body }: Given): Promise<Answer> {
  const op = operations.find((each) => each.id === id)
  if (!op) throw new Error(`No operation ${id}.`)
  const storeEnvId = shop.storeEnvId
  return dispatch(service.service.kernel, op, {
    incoming: { id: 'call-1', address: '192.0.2.1', page: {}, storeEnvId, idempotencyKey, ...credentials },
    read: () => ({ params, query, body: () => body }),
  })
}

const dataOf = ({ text }: Answer) => JSON.parse(text ?? 'null')
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

test('whoever dispatches without HTTP gets what may leave: keys masked addresses, sessions whole ones', async () => {
  await call('products.upsert', { credentials: byKey(), body: [{ platformProductId: 'p1', title: 'Jug' }] })
  const made = await call('reviews.create', { credentials: byKey(), body: review })
  assert.equal(made.status, 201)
  assert.equal(made.headers.location, `/api/v1/reviews/${dataOf(made).id}`)
  const [masked] = dataOf(await call('reviews.list', { credentials: byKey() })).data
  assert.equal(masked.authorEmailLast4, '.doe')
  assert.ok(!JSON.stringify(masked).includes('jane.doe'))
  const [whole] = dataOf(await call('reviews.list', { credentials: await bySession() })).data
  assert.equal(whole.authorEmail, review.authorEmail)
})

test('it is refused as over HTTP: no credentials, a mistyped key, what does not fit', async () => {
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

test('a write under an idempotency key answers the same bytes again', async () => {
  const given = { credentials: byKey(), idempotencyKey: 'k-1', body: { ...review, authorEmail: 'al@example.com' } }
  const first = await call('reviews.create', given)
  const again = await call('reviews.create', given)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
})
