// Consent at Shopify, its tokens, and a shop that moves from store to store.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { addProduct, allScopes, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'

let fake: FakeShopify
let service: TestService
let shop: Shop
before(async () => {
  fake = await startShopify({ now: () => service?.service.clock.nowMs() ?? Date.now() })
  addProduct(fake.data, { title: 'Mug' })
  const env = { SHOPIFY_ORIGIN: fake.origin, SHOPIFY_CLIENT_ID: 'app-id', SHOPIFY_CLIENT_SECRET: 'app-secret' }
  service = await startService({ env })
})
after(async () => {
  await service.close()
  await fake.close()
})
beforeEach(async () => {
  shop = await service.shop()
})

const address = 'acme.myshopify.com'
const statusOf = async (of: Shop, id: string) => (await of.api.get(`/connectors/shops/${id}`)).body.status

async function installing(of = shop): Promise<{ id: string; state: string }> {
  const { status, body, text } = await of.api.post('/connectors/shops', { platform: 'shopify', address })
  assert.equal(status, 201, text)
  return { id: body.id, state: new URL(body.installUrl).searchParams.get('state') ?? '' }
}

let codes = 0
async function comeBack(state: string, changes: Record<string, string> = {}, secret = 'app-secret') {
  const code = `code${++codes}`
  fake.codes.set(code, { clientId: 'app-id', scopes: allScopes })
  const timestamp = String(Math.floor(service.service.clock.nowMs() / 1000))
  const query = new URLSearchParams({ code, shop: address, state, timestamp, ...changes })
  query.sort()
  query.set('hmac', createHmac('sha256', secret).update(query.toString()).digest('hex'))
  return service.anonymous.get(`/connectors/shopify/callback?${query}`)
}

async function connected(of = shop): Promise<string> {
  const { id, state } = await installing(of)
  const answer = await comeBack(state)
  assert.equal(answer.status, 302, answer.text)
  await service.runJobs()
  return id
}

test('an answer that is forged, old, of another shop, of another state or sent again changes nothing', async () => {
  const { id, state } = await installing()
  const other = await installing(await service.shop())
  const old = String(Math.floor(service.service.clock.nowMs() / 1000) - 601)
  const tries = {
    forged: await comeBack(state, {}, 'guessed'),
    old: await comeBack(state, { timestamp: old }),
    'of another shop': await comeBack(state, { shop: 'evil.myshopify.com' }),
    'of a host that is no shop': await comeBack(state, { shop: 'acme.myshopify.com.evil.example' }),
    'with a state of nobody': await comeBack(`${state}x`),
    'with its store changed': await comeBack(state.replace(shop.storeEnvId, other.state.split('.')[1] ?? '')),
  }
  for (const [what, { status, text, headers }] of Object.entries(tries)) {
    assert.equal(status, 401, what)
    assert.ok(!text.includes(state), what)
    // A merchant reads it.
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(text, /<h1>The shop was not connected<\/h1>/)
    assert.match(text, /href="\/admin\/stores\/[0-9a-f-]{36}\/settings\/shop"/)
  }
  const bare = await service.anonymous.get(`/connectors/shopify/callback?state=${encodeURIComponent('x."><script>.y')}`)
  assert.equal(bare.status, 401)
  assert.match(bare.text, /href="\/admin"/)
  assert.doesNotMatch(bare.text, /<script/)
  assert.equal(await statusOf(shop, id), 'installing')
  assert.equal((await comeBack(state)).status, 302)
  assert.equal(await statusOf(shop, id), 'active')
  assert.equal((await comeBack(state)).status, 401)
  service.advance(11 * 60_000)
  assert.equal((await comeBack(other.state)).status, 401)
})

test('two processes renew a token once, and what Shopify gave instead is kept', async () => {
  const id = await connected()
  const beside = await startService({
    beside: service,
    env: { SHOPIFY_ORIGIN: fake.origin, SHOPIFY_CLIENT_ID: 'app-id', SHOPIFY_CLIENT_SECRET: 'app-secret' },
  })
  try {
    const there = beside.with({ authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId })
    for (let round = 0; round < 3; round++) {
      service.advance(59 * 60_000)
      beside.advance(59 * 60_000)
      fake.calls.length = 0
      const path = `/connectors/shops/${id}/test`
      const answers = await Promise.all([shop.api.post(path), there.post(path), shop.api.post(path), there.post(path)])
      for (const { body, text } of answers) assert.equal(body.ok, true, text)
      assert.equal(fake.calls.filter(({ path: called }) => called.endsWith('/access_token')).length, 1)
    }
  } finally {
    await beside.close()
  }
})

test('connected to a second store, the shop leaves the first', async () => {
  const first = await connected()
  const second = await service.shop()
  const id = await connected(second)
  assert.deepEqual([await statusOf(shop, first), await statusOf(second, id)], ['needs_reauth', 'active'])
  assert.equal((await shop.api.post('/products/sync')).body.code, 'needs_reauth')
  const own = await service.shop()
  const credentials = { accessToken: 'shpat_good', clientSecret: 'of-ours' }
  const third = await own.api.post('/connectors/shops', { platform: 'shopify', address, credentials })
  assert.equal(third.status, 201, third.text)
  await service.runJobs()
  assert.deepEqual([await statusOf(second, id), await statusOf(own, third.body.id)], ['needs_reauth', 'active'])
})
