import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { createTools, makeConnection, type TestTools } from '#test/shop-tools.ts'
import type { Credentials, Installation, Renewal } from '../shop.ts'
import { createShopify } from './shopify.ts'

const app = { clientId: 'app-id', clientSecrets: ['app-secret', 'old-secret'] }
const address = 'acme.myshopify.com'
let fake: FakeShopify
let tools: TestTools

before(async () => {
  tools = createTools({ at: Date.parse('2026-11-20T10:00:00Z') })
  fake = await startShopify({ now: () => tools.at })
})
after(() => fake.close())
beforeEach(() => fake.failures.splice(0))

const platform = () => createShopify(fake.origin)
const installation = () => platform().installation as Installation
const renewal = () => platform().renewal as Renewal
const check = (credentials: Credentials) => platform().open(makeConnection({ credentials }), tools).check()

describe('the address of a shop', () => {
  it('the address of a shop is read from the text that merchants copy', () => {
    const { readAddress } = platform()
    for (const typed of [
      'acme.myshopify.com',
      ' HTTPS://Acme.myshopify.com/ ',
      'https://acme.myshopify.com/admin/products',
      'https://admin.shopify.com/store/acme/settings',
    ])
      assert.deepEqual(readAddress(typed), { address })
    for (const typed of [
      'acme.com',
      'acme.myshopify.com.evil.example',
      'evil.example/acme.myshopify.com',
      'acme.myshopify.com@evil.example',
      'acme.myshopify.com:8443',
      'acme.myshopify.com/../x',
      'ácme.myshopify.com',
      '',
    ])
      assert.ok('refusal' in readAddress(typed), typed)
  })
})

describe('credentials of a shop', () => {
  it('credentials of a shop are none, an app’s id and secret, or an older app’s token and secret', () => {
    const { refusedCredentials, credentialLast4 } = platform()
    assert.equal(refusedCredentials({}), undefined)
    assert.equal(refusedCredentials({ clientId: 'id', clientSecret: 'secret' }), undefined)
    assert.equal(refusedCredentials({ accessToken: 'shpat_1', clientSecret: 'secret' }), undefined)
    assert.equal(refusedCredentials({ accessToken: 'shpat_1' })?.field, 'clientSecret')
    assert.equal(refusedCredentials({ clientId: 'id', clientSecret: ' ' })?.field, 'clientSecret')
    assert.equal(refusedCredentials({ clientId: 'id', accessToken: 't', clientSecret: 's' })?.field, 'clientId')
    assert.equal(refusedCredentials({ apiKey: 'x' })?.field, 'apiKey')
    assert.equal(refusedCredentials({ accessToken: 'a\nb', clientSecret: 's' })?.field, 'accessToken')
    assert.equal(credentialLast4({ accessToken: 'shpat_12345', clientSecret: 's' }), '2345')
    assert.equal(credentialLast4({ clientId: 'id-9876', clientSecret: 's', accessToken: 'x' }), '9876')
    assert.equal(credentialLast4({ accessToken: 'x', refreshToken: 'y' }), null)
  })
})

describe('installing the operator’s app', () => {
  const signed = (query: Record<string, string>, secret = 'app-secret') => {
    const params = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))
    params.set('hmac', createHmac('sha256', secret).update(params.toString()).digest('hex'))
    return params
  }
  const query = () => ({
    code: 'c0de',
    shop: address,
    state: 'st4te',
    timestamp: String(Math.floor(tools.at / 1000)),
    host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvYWNtZQ==',
  })
  const read = (params: URLSearchParams) => installation().readCallback(params, app, tools.now())

  it('installing the operator’s app sends the merchant to their shop with the required scopes', () => {
    const url = new URL(
      installation().installUrl(address, app, 'st4te', 'https://evident.example/connectors/shopify/callback'),
    )
    assert.equal(url.pathname, '/admin/oauth/authorize')
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      client_id: 'app-id',
      scope: 'read_products,read_orders,write_discounts,write_products',
      redirect_uri: 'https://evident.example/connectors/shopify/callback',
      state: 'st4te',
    })
    const approved = installation().installUrl(address, { ...app, writesReviews: true }, 's', 'https://e.example')
    assert.match(new URL(approved).searchParams.get('scope') ?? '', /,write_products,write_metaobjects,read_customers$/)
    assert.equal(
      new URL(createShopify().installation?.installUrl(address, app, 's', 'https://e.example') ?? '').origin,
      'https://acme.myshopify.com',
    )
  })

  it('installing the operator’s app accepts a callback signed with either secret', () => {
    assert.deepEqual(read(signed(query())), { address, code: 'c0de', state: 'st4te' })
    assert.deepEqual(read(signed(query(), 'old-secret')), { address, code: 'c0de', state: 'st4te' })
  })

  it('installing the operator’s app accepts a callback signed over the unencoded text', () => {
    const { host, ...plain } = query()
    const params = new URLSearchParams({ ...plain, host })
    params.sort()
    const text = [...params].map((pair) => pair.join('=')).join('&')
    params.set('hmac', createHmac('sha256', 'app-secret').update(text).digest('hex'))
    assert.ok(read(params))
  })

  it('installing the operator’s app refuses a callback that is forged, changed or old, or repeats a parameter', () => {
    const good = query()
    assert.equal(read(signed(good, 'guess')), undefined)
    assert.equal(read(new URLSearchParams(good)), undefined)
    const changed = signed(good)
    changed.set('shop', 'evil.myshopify.com')
    assert.equal(read(changed), undefined)
    const doubled = signed(good)
    doubled.append('shop', 'evil.myshopify.com')
    assert.equal(read(doubled), undefined)
    for (const seconds of [-601, 301])
      assert.equal(read(signed({ ...good, timestamp: String(Math.floor(tools.at / 1000) + seconds) })), undefined)
    assert.equal(read(signed({ ...good, timestamp: '1e9' })), undefined)
    assert.equal(read(signed({ ...good, shop: 'acme.example' })), undefined)
    assert.equal(read(signed({ ...good, state: '' })), undefined)
    const short = signed(good)
    short.set('hmac', 'ab')
    assert.equal(read(short), undefined)
  })

  it('installing the operator’s app exchanges a code once for an hourly token, and each renewal changes the refresh token', async () => {
    fake.codes.set('c0de', { clientId: 'app-id', scopes: ['read_products', 'read_orders'] })
    const first = await installation().exchange(address, 'c0de', app, tools)
    assert.deepEqual(Object.keys(first).sort(), ['accessToken', 'expiresAt', 'refreshToken'])
    await check(first)
    await assert.rejects(installation().exchange(address, 'c0de', app, tools), { code: 'credentials_refused' })
    assert.equal(renewal().isDue(first, tools.now()), false)
    tools.at += 56 * 60_000
    assert.equal(renewal().isDue(first, tools.now()), true)
    const second = await renewal().renew({ address, credentials: first }, app, tools)
    assert.notEqual(second.refreshToken, first.refreshToken)
    await assert.rejects(check(first), { code: 'credentials_refused' })
    await check(second)
    // Because the response may be lost, the old refresh token still works until its replacement is first used.
    const third = await renewal().renew({ address, credentials: first }, app, tools)
    await check(third)
    await renewal().renew({ address, credentials: third }, app, tools)
    await assert.rejects(renewal().renew({ address, credentials: first }, app, tools), { code: 'credentials_refused' })
    await assert.rejects(renewal().renew({ address, credentials: second }, null, tools), {
      code: 'credentials_refused',
    })
  })
})

describe('an app of the merchant’s own', () => {
  it('an app of the merchant’s own gets daily tokens for its id and secret', async () => {
    const typed = { clientId: 'app-id', clientSecret: 'app-secret' }
    assert.equal(renewal().isDue(typed, tools.now()), true)
    const renewed = await renewal().renew({ address, credentials: typed }, null, tools)
    assert.equal(renewed.clientSecret, 'app-secret')
    assert.equal(renewal().isDue(renewed, tools.now()), false)
    const { checks, missingScopes } = await check(renewed)
    assert.ok(checks.every(({ ok }) => ok))
    assert.deepEqual(missingScopes, [])
    tools.at += 23 * 3_600_000 + 3_500_000
    assert.equal(renewal().isDue(renewed, tools.now()), true)
  })

  it('an app of the merchant’s own is refused with a wrong secret, and no error contains that secret', async () => {
    const typed = { clientId: 'app-id', clientSecret: 'a-wrong-secret' }
    await assert.rejects(renewal().renew({ address, credentials: typed }, null, tools), (error: Error) => {
      assert.equal((error as unknown as { code: string }).code, 'credentials_refused')
      assert.ok(!error.message.includes('a-wrong-secret'))
      return true
    })
  })
})

describe('the check of a shop', () => {
  it('the check of a shop lists missing scopes', async () => {
    fake.tokens.set('shpat_half', { scopes: ['write_products'], endsAt: Number.POSITIVE_INFINITY, isExpiring: false })
    const { checks, missingScopes } = await check({ accessToken: 'shpat_half', clientSecret: 's' })
    assert.deepEqual(missingScopes, ['read_orders'])
    assert.match(checks.find(({ name }) => name === 'scopes')?.message ?? '', /read_orders/)
    fake.tokens.delete('shpat_half')
  })

  it('the check of a shop reports withheld email addresses', async () => {
    fake.isCustomerDataWithheld = true
    fake.tokens.set('shpat_good', {
      scopes: ['read_products', 'read_orders'],
      endsAt: Number.POSITIVE_INFINITY,
      isExpiring: false,
    })
    const { checks } = await check({ accessToken: 'shpat_good', clientSecret: 's' })
    assert.equal(checks.find(({ name }) => name === 'customer_data')?.ok, false)
    fake.isCustomerDataWithheld = false
  })
})
