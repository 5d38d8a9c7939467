import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { callDoor, callTool, knock, openDoor } from '../agents.testing.ts'
import { buildSchemaFile } from './schemas.ts'

const origin = 'https://reviews.example.com'
const service = provideService({ env: { PUBLIC_ORIGIN: origin } })

async function opened(more: object = {}): Promise<Shop> {
  const shop = await service.shop()
  await addReview(service, shop, { productId: await addProduct(shop) })
  await openDoor(shop, more)
  return shop
}

const names = ['get_ratings', 'get_reviews', 'get_faqs', 'explain_checks']
const calls: [name: string, given: Record<string, unknown>, path: string | undefined][] = [
  ['get_ratings', { platformProductId: ['mug'], sku: ['x'] }, '/ratings?platformProductId=mug&sku=x'],
  [
    'get_reviews',
    { platformProductId: 'mug', rating: [5, 4], verified: false, limit: 3 },
    '/reviews?platformProductId=mug&rating=5,4&verified=false&limit=3',
  ],
  ['get_faqs', { q: 'x' }, '/faqs?q=x'],
  ['explain_checks', {}, undefined],
]
const info = { name: 'test', version: '1' }

test('clients of the current and the previous protocol can list and call every tool', async (t) => {
  const shop = await opened()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  const url = new URL(`http://127.0.0.1:${port}/agents/${shop.storeEnvId}/mcp`)
  const client = new Client(info)
  await client.connect(new StreamableHTTPClientTransport(url))
  const former = new FormerClient(info)
  await former.connect(new FormerTransport(url) as Parameters<FormerClient['connect']>[0])
  t.after(() => Promise.all([client.close(), former.close()]))
  for (const each of [client, former]) {
    const { tools } = await each.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    )
    for (const { annotations, outputSchema, description, inputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true)
      assert.ok(description && outputSchema)
      assert.doesNotMatch(JSON.stringify(inputSchema), /storeEnvId/)
    }
    for (const [name, given, path] of calls) {
      const { structuredContent, isError } = await each.callTool({ name, arguments: given })
      assert.notEqual(isError, true, name)
      if (path) assert.deepEqual(structuredContent, (await knock(service, shop, path)).body, name)
      else assert.ok((structuredContent as { checks: object }).checks)
    }
    assert.equal(each.getServerCapabilities()?.prompts, undefined)
    assert.equal(each.getServerCapabilities()?.resources, undefined)
  }
})

test('bare JSON-RPC without handshake, protocol header or Accept gets JSON', async () => {
  const shop = await opened()
  for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }, {}] as Record<string, string>[]) {
    const listed = await callDoor(service, shop, { method: 'tools/list' }, headers)
    assert.equal(listed.status, 200, listed.text)
    assert.match(String(listed.headers['content-type']), /^application\/json/)
    assert.deepEqual([listed.body.jsonrpc, listed.body.id], ['2.0', 1])
    assert.deepEqual(
      listed.body.result.tools.map(({ name }: { name: string }) => name),
      names,
    )
    for (const [name, given] of calls) {
      const called = await callDoor(
        service,
        shop,
        { method: 'tools/call', params: { name, arguments: given } },
        headers,
      )
      assert.equal(called.status, 200, called.text)
      assert.match(String(called.headers['content-type']), /^application\/json/)
      const { structuredContent, content } = called.body.result
      assert.deepEqual(JSON.parse(content[0].text), structuredContent)
    }
  }
})

test('the output schema of a tool is the served schema', async () => {
  const shop = await opened()
  const { tools } = (await callDoor(service, shop, { method: 'tools/list' })).body.result
  const files = ['ratings.json', 'reviews.json', 'faqs.json', 'checks.json']
  for (const [i, { outputSchema }] of tools.entries()) {
    const {
      $id: _,
      $schema: __,
      ...served
    } = buildSchemaFile(origin, '2026-11-27', files[i] as string) as Record<string, unknown>
    assert.deepEqual(outputSchema, served)
  }
})

test('arguments that only UCP defines are ignored, and a profile in them is never fetched', async (t) => {
  const shop = await opened()
  let asked = 0
  const agent = createServer((_request, response) => {
    asked++
    response.end('{}')
  })
  agent.listen(0, '127.0.0.1')
  await once(agent, 'listening')
  t.after(() => agent.close())
  const profile = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/profile.json`
  const meta = { meta: { 'ucp-agent': { profile }, 'idempotency-key': 'k' }, 'idempotency-key': 'k' }
  const listed = await callDoor(service, shop, { method: 'tools/list', params: { arguments: meta } })
  assert.equal(listed.body.result.tools.length, 4)
  const given = { platformProductId: ['mug'], ...meta }
  const { isError, structuredContent } = await callTool(service, shop, 'get_ratings', given)
  assert.notEqual(isError, true)
  assert.equal(structuredContent.data.length, 1)
  assert.equal(asked, 0)
})

test('a disabled tool is neither listed nor called', async () => {
  const shop = await opened({ excerpts: false, faqs: false })
  const { tools } = (await callDoor(service, shop, { method: 'tools/list' })).body.result
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    ['get_ratings', 'explain_checks'],
  )
  for (const name of ['get_reviews', 'get_faqs', 'delete_store']) {
    const { body } = await callDoor(service, shop, { method: 'tools/call', params: { name, arguments: {} } })
    assert.equal(body.error.code, -32602, name)
  }
})

test('a wrong argument gives a result that says how to fix it', async () => {
  const shop = await opened()
  const wrong: [string, object][] = [
    ['get_ratings', {}],
    ['get_ratings', { sku: { a: 1 } }],
    ['get_reviews', { sku: ['a', 'b'] }],
    ['get_reviews', { sku: 'a', sort: 'best' }],
    ['get_faqs', { q: [['x']] }],
  ]
  for (const [name, given] of wrong) {
    const { isError, structuredContent } = await callTool(service, shop, name, given)
    assert.deepEqual([isError, structuredContent.code], [true, 'validation_failed'], JSON.stringify(given))
  }
})

test('only one JSON message of at most 64 KiB is read', async () => {
  const shop = await opened()
  const send = (payload: string, type = 'application/json') =>
    knock(service, shop, '/mcp', { method: 'POST', headers: { 'content-type': type }, payload })
  const message = (size: number) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { arguments: { meta: '' } } })
    return text.replace('"meta":""', `"meta":"${'x'.repeat(size - text.length)}"`)
  }
  assert.equal((await send(message(65_536))).status, 200)
  assert.equal((await send(message(65_537))).status, 413)
  assert.equal((await send('{')).status, 400)
  assert.equal((await send('')).status, 400)
  assert.equal((await send('[]')).status, 400)
  assert.equal((await send('{}', 'text/plain')).status, 415)
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await knock(service, shop, '/mcp', { method })
    assert.deepEqual([status, headers.allow], [405, 'POST'], method)
  }
  const listening = await callDoor(service, shop, { method: 'subscriptions/listen', params: {} })
  assert.deepEqual([listening.status, listening.body.error.code], [404, -32601])
})
