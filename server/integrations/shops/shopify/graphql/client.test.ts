import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type FakeShopify, type ShopifyFailure, startShopify } from '#test/fakes/shops/shopify.ts'
import { createTools, type TestTools } from '#test/shop-tools.ts'
import type { ShopFailure, ShopFailureCode } from '../../shop.ts'
import { collections, whoAmI } from '../documents.ts'
import { createClient } from './client.ts'

let fake: FakeShopify
let tools: TestTools

before(async () => {
  tools = createTools({ at: Date.parse('2026-11-20T10:00:00Z') })
  fake = await startShopify({ now: () => tools.at })
})
after(() => fake.close())
beforeEach(() => {
  tools = createTools({ at: tools.at })
  Object.assign(fake, { failures: [], bucket: null, outage: undefined })
})

const client = () => createClient(fake.origin, 'shpat_good', tools)

describe('Shopify’s cost points', () => {
  it('a call waits exactly until Shopify has restored the points that it costs', async () => {
    fake.bucket = { maximum: 1_000, available: 1_000, perSecond: 100 }
    const speaking = client()
    for (let call = 0; call < 6; call += 1) await speaking.ask(collections, { after: null })
    const cost = fake.costs.get('collections') ?? 0
    assert.ok(cost > 250 && cost < 300)
    // Points for three calls are available. Each later call waits for the missing points, and no call is refused.
    assert.equal(fake.calls.filter(({ document }) => document === 'collections').length, 6)
    const missing = 6 * cost - 1_000
    const waited = tools.waits.reduce((sum, ms) => sum + ms, 0)
    assert.ok(waited >= missing * 10 && waited < missing * 10 + 50, `${waited} ms for ${missing} points`)
  })

  it('when other apps used up Shopify’s points, a refused call is repeated after a wait', async () => {
    fake.failures.push('throttled')
    await client().ask(whoAmI)
    assert.deepEqual(tools.waits, [4_000])
  })

  it('Shopify points that stay used up postpone the read', async () => {
    fake.outage = 'throttled'
    await assert.rejects(client().ask(whoAmI), { code: 'throttled', afterMs: 4_000 })
  })
})

describe('a faulty Shopify shop', () => {
  const cases: [string, ShopifyFailure, ShopFailureCode, number | null][] = [
    ['hangs up', 'hang up', 'shop_unreachable', null],
    ['answers with a page', 'html', 'shop_unreachable', null],
    ['leads elsewhere', 'redirect', 'shop_unreachable', null],
    ['answers with half an answer', 'not json', 'shop_unreachable', null],
    ['answers with neither data nor errors', 'no data', 'answer_unreadable', null],
    ['answers 200 with an error', 'error', 'shop_failed', null],
    ['refuses the token', { status: 401, body: '{"errors":"Invalid API key"}' }, 'credentials_refused', null],
    ['forbids', { status: 403, body: '{"errors":"Non-expiring access tokens"}' }, 'credentials_refused', null],
    ['is not there', { status: 404, body: '<html>' }, 'shop_unreachable', null],
    ['asks to wait', { status: 429, headers: { 'retry-after': '2.5' } }, 'throttled', 2_500],
    ['is frozen', { status: 402, body: '{}' }, 'shop_failed', null],
    ['is locked', { status: 423, body: '{}' }, 'shop_failed', null],
    ['is down for a while', { status: 503, headers: { 'retry-after': '30' } }, 'shop_failed', 30_000],
  ]
  for (const [name, failure, code, afterMs] of cases)
    it(`${name}: ${code}`, async () => {
      fake.failures.push(failure)
      await assert.rejects(client().ask(whoAmI), (error: ShopFailure) => {
        assert.equal(error.code, code)
        assert.equal(error.afterMs, afterMs)
        assert.ok(!error.message.includes('shpat_good') && !error.message.includes('Invalid API key'))
        return true
      })
    })
})
