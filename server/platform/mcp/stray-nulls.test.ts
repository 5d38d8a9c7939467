import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { withoutStrayNulls } from './stray-nulls.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  await shop.api.post('/reviews', {
    ...{ platformProductId: 'mug', rating: 5, body: 'Good.', authorName: 'Jane', authorEmail: 'jane@x.example' },
  })
})

async function callTool(name: string, given: object) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${shop.adminKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })
  const text = response.body.startsWith('{') ? response.body : (/^data: (.*)$/m.exec(response.body)?.[1] ?? '')
  return JSON.parse(text).result
}

test('a filter that is null, empty text or an empty list is ignored', async () => {
  const { storeEnvId } = shop
  for (const nothing of [null, '', []]) {
    const given = { storeEnvId, q: nothing, cursor: nothing, status: nothing, limit: nothing, verified: nothing }
    const result = await callTool('list_reviews', given)
    assert.equal(result.structuredContent.data?.length, 1, JSON.stringify(result))
  }
})

test('an error about a missing storeEnvId names list_stores', async () => {
  for (const given of [{}, { storeEnvId: null }, { storeEnvId: 'mine' }]) {
    const { isError, structuredContent } = await callTool('list_reviews', given)
    assert.deepEqual([isError, structuredContent.code], [true, 'store_env_required'])
    assert.match(structuredContent.message, /storeEnvId.*list_stores/)
  }
})

test('a null argument remains only in a nullable body field', async () => {
  const { storeEnvId } = shop
  const [{ id }] = (await shop.api.get('/reviews')).body.data
  const replied = await callTool('update_review', { storeEnvId, id, reply: { body: 'Thanks.' }, status: null })
  assert.equal(replied.structuredContent.reply?.body, 'Thanks.', JSON.stringify(replied))
  const removed = await callTool('update_review', { storeEnvId, id, reply: null, status: null })
  assert.equal(removed.structuredContent.reply, null)
})

test('nulls are removed according to the schema at any depth', () => {
  const nullable = { type: ['string', 'null'] }
  const schema = {
    type: 'object',
    properties: {
      a: nullable,
      b: { type: 'string' },
      list: { type: 'array', items: { properties: { c: { type: 'integer' }, d: nullable } } },
    },
  }
  assert.deepEqual(withoutStrayNulls(schema, { a: null, b: null, list: [{ c: null, d: null }], other: null }), {
    a: null,
    list: [{ d: null }],
    other: null,
  })
})
