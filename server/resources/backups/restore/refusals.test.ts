import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { asKey } from '../archives.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await addProduct(shop)
})

async function send(headers: Record<string, string>, payload: string) {
  const answer = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/imports/archive' },
    headers: { ...asKey(shop), ...headers },
    payload,
  })
  return [answer.statusCode, answer.json().code]
}

test('a wrong type or a missing passphrase is refused before the store is read', async () => {
  for (const type of ['text/csv', 'application/x-unknown'])
    assert.deepEqual(await send({ 'content-type': type }, 'x'), [415, 'unsupported_media_type'], type)
  assert.deepEqual(await send({ 'content-type': 'application/age' }, 'x'), [400, 'validation_failed'])
  assert.deepEqual(await send({ 'content-type': 'application/zip' }, 'x'), [409, 'store_not_empty'])
})
