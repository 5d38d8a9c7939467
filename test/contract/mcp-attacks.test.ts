import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { buildTools } from '#platform/mcp/tools.ts'
import { connect, withAccessToken } from '#resources/oauth/oauth.testing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

suite('names of tools', () => {
  const read = (id: string, tool: string, query = {}) =>
    operation({
      id,
      http: 'GET /reviews/:id',
      tenancy: 'store',
      doc: { summary: 'Reads.' },
      tool,
      input: { params: Type.Object({ id: Type.String() }), query: Type.Object(query) },
      output: { body: Type.Object({}) },
      run: () => ({}),
    })

  test('the service does not start with two tools of the same name', () => {
    assert.throws(
      () => buildTools([read('reviews.get', 'get_review'), read('reviews.read', 'get_review')]),
      /Two tools are named get_review/,
    )
  })

  test('the service does not start if a tool has two arguments with one name', () => {
    for (const name of ['id', 'storeEnvId'])
      assert.throws(
        () => buildTools([read('reviews.get', 'get_review', { [name]: Type.String() })]),
        new RegExp(`two arguments named ${name}`),
      )
  })

  test('the service does not start if a tool name is not verb and object', () => {
    for (const name of ['review', 'Get_review', 'get review', 'get_review\u202e', '__proto__'])
      assert.throws(() => buildTools([read('reviews.get', name)]), /must be a verb/)
  })
})

suite('hostile messages', () => {
  let service: TestService
  let shop: Shop
  let other: Shop
  before(async () => {
    service = await startService()
    shop = await service.shop()
    other = await service.shop()
    for (const { api } of [shop, other]) await api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  })
  after(() => service.close())

  const send = (params: object, token = shop.adminKey, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
  const resultIn = (body: string) => JSON.parse(body.replace(/^event: message\ndata: /, '')).result

  test('a forged confirmation state confirms no call', async () => {
    const { body: review } = await shop.api.post('/reviews', {
      ...{ platformProductId: 'mug', rating: 1, body: 'Broke.', authorName: 'Jo', authorEmail: 'jo@customer.example' },
    })
    const forged = Buffer.from(JSON.stringify({ caller: other.organizationId, role: 'OWNER', approved: true }))
    const state = { requestState: forged.toString('base64url'), inputResponses: { confirm: { action: 'accept' } } }
    const viewer = await (await shop.signedIn()).post('/api-keys', { name: 'viewer', role: 'VIEWER' })
    const deleting = { name: 'delete_review', arguments: { storeEnvId: shop.storeEnvId, id: review.id }, ...state }
    const refused = resultIn((await send(deleting, viewer.body.key)).body)
    assert.deepEqual([refused.isError, refused.structuredContent.code], [true, 'role_read_only'])
    const foreign = { name: 'list_reviews', arguments: { storeEnvId: other.storeEnvId }, ...state }
    assert.equal(resultIn((await send(foreign)).body).structuredContent.code, 'store_env_forbidden')
    assert.equal((await shop.api.get(`/reviews/${review.id}`)).status, 200)
  })

  test("a token of one organization reaches no other organization's store, over MCP or HTTP", async () => {
    const { access } = await connect(service, shop)
    const listing = { name: 'list_reviews', arguments: { storeEnvId: other.storeEnvId } }
    const refused = resultIn((await send(listing, access)).body)
    assert.deepEqual([refused.isError, refused.structuredContent.code], [true, 'store_env_forbidden'])
    // The tool reads the store of its argument, even if the header names the other organization's store.
    const mixed = { name: 'list_reviews', arguments: { storeEnvId: shop.storeEnvId } }
    const own = resultIn((await send(mixed, access, { 'x-store-env-id': other.storeEnvId })).body)
    assert.deepEqual(
      own.structuredContent.data.map((each: { body: string }) => each.body),
      ['Broke.'],
    )
    const over = await withAccessToken(service, access, other.storeEnvId).get('/reviews')
    assert.deepEqual([over.status, over.body.code], [403, 'store_env_forbidden'])
    const { body } = await withAccessToken(service, access).get('/account/stores')
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [shop.storeEnvId],
    )
  })
})
