// Errors help the person who has to act. They name the expected format, use whole sentences, and give the date on which a
// path is removed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { operations } from '#test/operations.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { areas } from '../../server/entry/areas.ts'

let service: TestService
let shop: Shop
let owner: Api
before(async () => {
  service = await startService()
  shop = await service.shop()
  owner = await shop.signedIn()
})
after(() => service.close())

test('an error about a text in the wrong format names the expected format', async () => {
  const order = { platformOrderId: '1', placedAt: '2026-11-02T09:30:00Z' }
  const wrong: [Api, string, string, unknown, RegExp][] = [
    [
      shop.api,
      'PUT',
      '/orders',
      [{ ...order, total: '12,50' }],
      /\/0\/total must be a decimal number with a point such as 120\.50\.$/,
    ],
    [shop.api, 'PUT', '/orders', [{ ...order, email: 'nobody' }], /must be an e-mail address such as/],
    [shop.api, 'PUT', '/placements/settings', { theme: { accentColor: 'red' } }, /must be a colour such as #0b6e4f/],
    [
      shop.api,
      'PUT',
      '/email/settings',
      { quietHours: { start: '9pm', end: '08:00' } },
      /must be a time of day such as 21:00/,
    ],
    [owner, 'POST', '/api-keys', { name: '   ' }, /must contain more than spaces/],
    [shop.api, 'GET', '/reviews/nothing', undefined, /is not a UUID such as 019a/],
  ]
  for (const [api, method, path, body, message] of wrong) {
    const answer = await api.call(method, path, body)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.body.message, message)
  }
})

test('no message about an unknown enum value ends in an unfinished list', async () => {
  for (const op of operations.filter(({ input }) => input.body)) {
    for (const [name, shape] of Object.entries((op.input.body as { properties?: object }).properties ?? {})) {
      if (!('enum' in shape)) continue
      const path = op.path.replace(/:\w+/g, shop.storeEnvId)
      const { body } = await owner.call(op.method, path, { [name]: 'no such word' })
      for (const { message } of [body, ...(body?.details ?? [])])
        assert.doesNotMatch(String(message), /, ?\.|, $|,$/, op.id)
    }
  }
})

test('a compressed body is refused with a message that says what to do', async () => {
  const packed = gzipSync('[]')
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
  const answer = await shop.api.call('PUT', '/products', packed, headers)
  assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
  assert.match(answer.body.message, /"gzip": send it uncompressed/)
  const file = await shop.api.call('POST', '/imports/reviews', packed, { ...headers, 'content-type': 'text/csv' })
  assert.equal(file.status, 415, file.text)
  assert.equal(
    (
      await shop.api.call('PUT', '/products', '[{"platformProductId":"a","title":"A"}]', {
        'content-encoding': 'identity',
      })
    ).status,
    200,
  )
})

test('a removed path returns its removal date; a path that never existed is 404', async () => {
  const gone = await shop.api.post('/auth/storefront-token', {})
  assert.deepEqual([gone.status, gone.body.code], [404, 'not_found'])
  assert.match(gone.body.message, /removed on 12 October 2026/)
  for (const path of ['/reviews/not-an-id/nothing', '/nothing/not-an-id', '/orders/not-an-id/review-request/undo']) {
    const answer = await shop.api.post(path, {})
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], path)
  }
})

test('every area of the API is described as served or planned', async () => {
  const { notYetServed, served } = (await shop.api.get('/features')).body
  assert.deepEqual([served, notYetServed], [areas.scopes.served, areas.scopes.coming])
  assert.deepEqual(
    areas.scopes.coming.filter((area) => operations.some((op) => op.area === area)),
    [],
    'served already',
  )
  assert.deepEqual(
    areas.scopes.served.filter((area) => !operations.some((op) => op.area === area)),
    [],
    'nothing is served there',
  )
})
