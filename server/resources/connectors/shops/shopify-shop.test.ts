import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { addProduct, allScopes, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { auditLines } from '../../account/account.testing.ts'

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
let shops = 0
let address: string
beforeEach(async () => {
  shop = await service.shop()
  address = `acme-${++shops}.myshopify.com`
})

const statusOf = async (of: Shop, id: string) => (await of.api.get(`/connectors/shops/${id}`)).body.status

async function installing(of = shop): Promise<{ id: string; state: string }> {
  const { status, body, text } = await of.api.post('/connectors/shops', { platform: 'shopify', address })
  assert.equal(status, 201, text)
  return { id: body.id, state: new URL(body.installUrl).searchParams.get('state') ?? '' }
}

let codes = 0
const callback = '/connectors/shopify/callback'
function signAnswer(state: string, changes: Record<string, string> = {}, secret = 'app-secret'): string {
  const code = `code${++codes}`
  fake.codes.set(code, { clientId: 'app-id', scopes: allScopes })
  const timestamp = String(Math.floor(service.service.clock.nowMs() / 1000))
  const query = new URLSearchParams({ code, shop: address, state, timestamp, ...changes })
  query.sort()
  query.set('hmac', createHmac('sha256', secret).update(query.toString()).digest('hex'))
  return query.toString()
}
async function comeBack(state: string, changes: Record<string, string> = {}, secret = 'app-secret', by?: Api) {
  const browser = by ?? (await shop.signedIn())
  return browser.get(`${callback}?${signAnswer(state, changes, secret)}`)
}

async function connected(of = shop): Promise<string> {
  const { id, state } = await installing(of)
  const answer = await comeBack(state, {}, 'app-secret', await of.signedIn())
  assert.equal(answer.status, 302, answer.text)
  await service.runJobs()
  return id
}

test('a forged, expired, foreign or already used consent callback changes nothing', async () => {
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

test('only one of two parallel processes renews a token, and the new token is stored', async () => {
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

async function openSister(of: Shop): Promise<Shop> {
  const owner = await of.signedIn()
  const made = await owner.post('/account/stores', { name: 'Sister', origins: ['https://sister.example.com'] })
  assert.equal(made.status, 201, made.text)
  const storeEnvId: string = made.body.id
  const api = service.with({ authorization: `Bearer ${of.adminKey}`, 'x-store-env-id': storeEnvId })
  return { ...of, storeEnvId, api }
}

async function colleague(role: string, email: string): Promise<Api> {
  const owner = await shop.signedIn()
  const { acceptUrl } = (await owner.post('/account/users/invite', { email, role })).body
  const token = String(acceptUrl).split('/').at(-1)
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Kim', password: shop.password })
  return shop.signedIn(email)
}

const post = (browser: Api, text: string, headers: Record<string, string> = {}) => {
  const sent = /name="answer" value="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  return browser.post(callback, new URLSearchParams({ answer: sent ?? '' }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })
}

test('only a signed-in owner or admin of the store can finish a consent', async () => {
  const { id, state } = await installing()
  const stranger = await service.shop('Stranger')
  const member = await colleague('MEMBER', `member-${shop.organizationId}@example.com`)
  const query = signAnswer(state)
  const browsers = { 'signed out': service.anonymous, stranger: await stranger.signedIn(), member }
  for (const [who, browser] of Object.entries(browsers)) {
    const page = await browser.get(`${callback}?${query}`)
    assert.equal(page.status, 200, who)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    const name = (await (await shop.signedIn()).get('/account/organizations')).body.data[0].name
    assert.ok(page.text.includes(name) && page.text.includes(address), who)
    const sent = await post(browser, page.text)
    assert.deepEqual([who, sent.status === 302, await statusOf(shop, id)], [who, false, 'installing'])
  }
  const lines = await auditLines(shop, 'shop.repaired')
  assert.deepEqual([fake.codes.size > 0, lines.length], [true, 0])
})

test('after signing in, a POST finishes the consent, and the audit log names the person', async () => {
  const { id, state } = await installing()
  const query = signAnswer(state)
  const page = await service.anonymous.get(`${callback}?${query}`)
  const away = await post(service.anonymous, page.text)
  assert.equal(away.status, 303)
  const signIn = new URL(String(away.headers.location), 'http://own.example')
  assert.equal(signIn.pathname, '/admin/sign-in')
  const next = signIn.searchParams.get('next') ?? ''
  const owner = await shop.signedIn()
  const again = await owner.get(next)
  // After signing in, the page shows the names again, because signing in is not consent.
  assert.deepEqual([again.status, await statusOf(shop, id)], [200, 'installing'])
  assert.equal((await post(owner, again.text, { origin: 'https://evil.example' })).status, 403)
  assert.equal(await statusOf(shop, id), 'installing')
  assert.equal((await post(owner, again.text)).status, 302)
  assert.equal(await statusOf(shop, id), 'active')
  assert.equal((await post(owner, again.text)).status, 401)
  const [line] = await auditLines(shop, 'shop.repaired')
  const { id: userId } = (await service.service.services.users.findByEmail(shop.ownerEmail)) ?? {}
  assert.deepEqual([line?.actor.type, line?.actor.id], ['user', userId])
})

test('a changed or expired consent form cannot be posted', async () => {
  const { id, state } = await installing()
  const owner = await shop.signedIn()
  const good = signAnswer(state)
  const page = (answer: string) => `name="answer" value="${answer.replaceAll('&', '&amp;')}"`
  for (const answer of ['', 'x', good.replace('code=', 'code=x'), signAnswer(state, {}, 'guessed'), 'y'.repeat(9_000)])
    assert.equal((await post(owner, page(answer))).status, 401, answer.slice(0, 40))
  service.advance(11 * 60_000)
  assert.equal((await post(owner, page(good))).status, 401)
  assert.equal(await statusOf(shop, id), 'installing')
})

test("connecting a shop to another store of the organization ends the first store's connection", async () => {
  const first = await connected()
  const second = await openSister(shop)
  const id = await connected(second)
  assert.deepEqual([await statusOf(shop, first), await statusOf(second, id)], ['needs_reauth', 'active'])
  assert.equal((await shop.api.post('/products/sync')).body.code, 'needs_reauth')
  const third = await openSister(shop)
  const credentials = { accessToken: 'shpat_good', clientSecret: 'of-ours' }
  const own = await third.api.post('/connectors/shops', { platform: 'shopify', address, credentials })
  assert.equal(own.status, 201, own.text)
  await service.runJobs()
  assert.deepEqual([await statusOf(second, id), await statusOf(third, own.body.id)], ['needs_reauth', 'active'])
})

test('a shop of another organization cannot be taken over, neither by consent nor by credentials', async () => {
  const taken = { platform: 'shopify', address: 'taken.myshopify.com' }
  const credentials = { accessToken: 'shpat_good', clientSecret: 'of-ours' }
  const { body: held } = await shop.api.post('/connectors/shops', { ...taken, credentials })
  await service.runJobs()
  const before = (await shop.api.get(`/connectors/shops/${held.id}`)).body
  assert.equal(before.status, 'active')
  const other = await service.shop()
  const refused = await other.api.post('/connectors/shops', { ...taken, credentials })
  assert.deepEqual([refused.status, refused.body.code], [409, 'shop_connected_elsewhere'])
  assert.deepEqual((await other.api.get('/connectors/shops')).body.data, [])
  const { body } = await other.api.post('/connectors/shops', taken)
  const state = new URL(body.installUrl).searchParams.get('state') ?? ''
  const codes = fake.codes.size
  const back = await comeBack(state, { shop: taken.address }, 'app-secret', await other.signedIn())
  assert.equal(back.status, 409)
  assert.match(back.text, /connected to another organization/)
  // The code was not exchanged, because a new token could invalidate the token in use.
  assert.equal(fake.codes.size, codes + 1)
  const repaired = await other.api.patch(`/connectors/shops/${body.id}`, { credentials })
  assert.deepEqual([repaired.status, repaired.body.code], [409, 'shop_connected_elsewhere'])
  await service.runJobs()
  assert.equal(await statusOf(other, body.id), 'installing')
  const { webhooks, ...after } = (await shop.api.get(`/connectors/shops/${held.id}`)).body
  assert.deepEqual(after, (({ webhooks: _, ...rest }) => rest)(before))
  assert.equal((await shop.api.delete(`/connectors/shops/${held.id}`)).status, 204)
  const freed = await comeBack(state, { shop: taken.address }, 'app-secret', await other.signedIn())
  assert.equal(freed.status, 302, freed.text)
})
