import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

async function send(method: string, params: object) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      ...{ authorization: `Bearer ${shop.adminKey}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = response.body.startsWith('{') ? response.body : (/^data: (.*)$/m.exec(response.body)?.[1] ?? '')
  return JSON.parse(text).result
}

test('`list_webhooks` and `list_features` are not listed, and still answer', async () => {
  const { tools } = await send('tools/list', {})
  const names = tools.map(({ name }: { name: string }) => name)
  assert.equal(names.length, 40)
  for (const name of ['list_destinations', 'get_review_destinations']) assert.ok(names.includes(name), name)
  const made = await shop.api.post('/outbound-webhooks', {
    ...{ url: 'https://93.184.216.34/hook', events: ['review.created'] },
  })
  assert.equal(made.status, 201, made.text)
  const call = async (name: string) => {
    assert.ok(!names.includes(name), name)
    const given = { storeEnvId: shop.storeEnvId }
    const { isError, structuredContent } = await send('tools/call', { name, arguments: given })
    assert.notEqual(isError, true, JSON.stringify(structuredContent))
    return structuredContent
  }
  const webhooks = await call('list_webhooks')
  assert.deepEqual(
    webhooks.data.map(({ id }: { id: string }) => id),
    [made.body.id],
  )
  assert.deepEqual(await call('list_features'), (await shop.api.get('/features')).body)
})
