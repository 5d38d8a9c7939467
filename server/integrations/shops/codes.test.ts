import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type FakeBigCommerce, startBigCommerce } from '#test/fakes/shops/bigcommerce.ts'
import { addProduct, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { createTools, makeConnection } from '#test/shop-tools.ts'
import { createBigCommerce } from './bigcommerce/bigcommerce.ts'
import { medusa } from './medusa/medusa.ts'
import { type CodeWorth, type Shop, type ShopCode, ShopFailure } from './shop.ts'
import { createShopify } from './shopify/shopify.ts'
import { vendure } from './vendure/vendure.ts'
import { woocommerce } from './woocommerce/woocommerce.ts'

const five: CodeWorth = { kind: 'fixed_amount', amount: '5.00', currency: 'EUR' }
const sampleCode = (worth: CodeWorth = five): ShopCode => ({
  ...{ code: `PTS-${randomUUID().slice(0, 8).toUpperCase()}`, title: 'Evident: A reward', worth },
  startsAt: new Date('2026-11-20T12:00:00Z'),
})
const limited = (worth: CodeWorth, currency = 'EUR'): ShopCode => ({
  ...sampleCode(worth),
  ...{ endsAt: new Date('2026-12-20T12:00:00.123Z'), minimum: { amount: '50.00', currency } },
})
const failsAs = (code: string) => (error: unknown) => {
  assert.ok(error instanceof ShopFailure, String(error))
  assert.equal(error.code, code, error.message)
  return true
}

describe('Shopify', () => {
  let fake: FakeShopify
  let shop: Shop
  before(async () => {
    fake = await startShopify()
    const credentials = { accessToken: 'shpat_good', clientSecret: 's' }
    shop = createShopify(fake.origin).open(makeConnection({ credentials }), createTools())
  })
  after(() => fake.close())
  const sent = (code: ShopCode) => fake.discounts.get(code.code)?.sent

  test('the client of Shopify creates each kind of code once, for one use', async () => {
    const { id } = addProduct(fake.data, { title: 'Mug' })
    const percent = sampleCode({ kind: 'percent', percent: '12.5' })
    const shipping = sampleCode({ kind: 'free_shipping' })
    const product = sampleCode({ kind: 'product', platformProductId: String(id) })
    const amount = sampleCode()
    for (const code of [amount, percent, shipping, product]) {
      await shop.issueCode(code)
      await shop.issueCode(code)
      assert.equal(sent(code)?.usageLimit, 1)
    }
    assert.equal(fake.discounts.size, 4)
    assert.deepEqual(JSON.parse(JSON.stringify(sent(amount)?.customerGets)), {
      items: { all: true },
      value: { discountAmount: { amount: '5.00', appliesOnEachItem: false } },
    })
    assert.deepEqual(JSON.parse(JSON.stringify(sent(percent)?.customerGets)).value, { percentage: 0.125 })
    assert.deepEqual(JSON.parse(JSON.stringify(sent(product)?.customerGets)).items, {
      products: { productsToAdd: [`gid://shopify/Product/${id}`] },
    })
    await shop.withdrawCode(amount.code)
    await shop.withdrawCode(amount.code)
    assert.equal(fake.discounts.size, 3)
  })

  test("a code expires at its end and requires its minimum amount, in the shop's currency", async () => {
    for (const worth of [five, { kind: 'free_shipping' }] as CodeWorth[]) {
      const code = limited(worth)
      await shop.issueCode(code)
      const { endsAt, minimumRequirement } = JSON.parse(JSON.stringify(sent(code)))
      assert.deepEqual(
        [endsAt, minimumRequirement],
        ['2026-12-20T12:00:00.123Z', { subtotal: { greaterThanOrEqualToSubtotal: '50.00' } }],
      )
      await shop.withdrawCode(code.code)
    }
    const dollars = limited({ kind: 'percent', percent: '5' }, 'USD')
    await assert.rejects(shop.issueCode(dollars), failsAs('refused'))
  })

  test('the client of Shopify accepts a code that was created after the lookup, if the code has the wanted terms', async () => {
    const code = sampleCode()
    fake.before = (name) => {
      if (name === 'makeCode') fake.discounts.set(code.code, { id: 'gid://shopify/DiscountCodeNode/1', sent: {} })
    }
    await shop.issueCode(code)
    fake.before = undefined
  })

  test("the client of Shopify reports each refusal: another currency, a missing product, Shopify's own reason, a missing scope", async () => {
    await assert.rejects(shop.issueCode(sampleCode({ ...five, currency: 'JPY' })), failsAs('refused'))
    for (const platformProductId of ['999999', 'mug'])
      await assert.rejects(shop.issueCode(sampleCode({ kind: 'product', platformProductId })), failsAs('refused'))
    fake.refusedDiscount = 'EXCEEDED_MAX'
    await assert.rejects(shop.issueCode(sampleCode()), failsAs('refused'))
    fake.refusedDiscount = undefined
    const token = fake.tokens.get('shpat_good')
    assert.ok(token)
    const { scopes } = token
    token.scopes = ['read_products', 'read_orders']
    await assert.rejects(shop.issueCode(sampleCode()), failsAs('credentials_refused'))
    const { checks, missingScopes } = await shop.check()
    assert.deepEqual(missingScopes, [])
    assert.match(checks.find(({ name }) => name === 'codes')?.message ?? '', /write_discounts/)
    token.scopes = scopes
  })
})

describe('WooCommerce', () => {
  let fake: FakeWooCommerce
  let shop: Shop
  before(async () => {
    fake = await startWooCommerce()
    const credentials = { consumerKey: fake.consumerKey, consumerSecret: fake.consumerSecret }
    shop = woocommerce.open(makeConnection({ address: fake.address, credentials }), createTools())
  })
  after(() => fake.close())

  test('the client of WooCommerce creates each kind of code once, for one use', async () => {
    const worths: CodeWorth[] = [
      five,
      { kind: 'percent', percent: '12.5' },
      { kind: 'free_shipping' },
      { kind: 'product', platformProductId: '31' },
    ]
    const codes = worths.map(sampleCode)
    for (const code of codes) {
      await shop.issueCode(code)
      await shop.issueCode(code)
    }
    assert.deepEqual(
      fake.coupons.map(({ usage_limit, discount_type, amount, free_shipping, product_ids, limit_usage_to_x_items }) => [
        ...[usage_limit, discount_type, amount],
        ...[free_shipping ?? false, product_ids ?? [], limit_usage_to_x_items ?? null],
      ]),
      [
        [1, 'fixed_cart', '5.00', false, [], null],
        [1, 'percent', '12.5', false, [], null],
        [1, 'fixed_cart', '0', true, [], null],
        [1, 'percent', '100', false, [31], 1],
      ],
    )
    for (const { code } of codes) {
      await shop.withdrawCode(code)
      await shop.withdrawCode(code)
    }
    assert.deepEqual(fake.coupons, [])
  })

  test("a code expires at its end and requires its minimum amount, in the shop's currency", async () => {
    const code = limited({ kind: 'percent', percent: '5' })
    await shop.issueCode(code)
    const { date_expires, minimum_amount } = fake.coupons[0] ?? {}
    assert.deepEqual([date_expires, minimum_amount], ['2026-12-20T12:00:00Z', '50.00'])
    await shop.withdrawCode(code.code)
    await assert.rejects(shop.issueCode(limited({ kind: 'free_shipping' }, 'USD')), failsAs('refused'))
  })

  test('the client of WooCommerce accepts a code that was created after the lookup, if the code has the wanted terms', async () => {
    const code = sampleCode({ kind: 'free_shipping' })
    let calls = 0
    fake.before = (path) => {
      if (path.endsWith('/coupons') && ++calls === 2) fake.coupons.push({ id: 1, code: code.code.toLowerCase() })
    }
    await shop.issueCode(code)
    fake.before = undefined
    assert.equal(fake.coupons.length, 1)
  })

  test('the client of WooCommerce refuses another currency, an invalid id and a read-only key', async () => {
    await assert.rejects(shop.issueCode(sampleCode({ ...five, currency: 'USD' })), failsAs('refused'))
    await assert.rejects(shop.issueCode(sampleCode({ kind: 'product', platformProductId: 'mug' })), failsAs('refused'))
    fake.scope = 'read'
    await assert.rejects(shop.issueCode(sampleCode()), failsAs('credentials_refused'))
    fake.scope = 'read_write'
    fake.troubles.push({ status: 200, headers: { 'x-wp-total': '0' }, body: '[]' })
    fake.troubles.push({ status: 200, body: '{"code":"EUR"}' }, { status: 500, body: '{}' })
    await assert.rejects(shop.issueCode(sampleCode()), failsAs('shop_failed'))
  })
})

describe('BigCommerce', () => {
  let fake: FakeBigCommerce
  let shop: Shop
  before(async () => {
    fake = await startBigCommerce()
    const credentials = { accessToken: 'bc-token', clientSecret: 's' }
    shop = createBigCommerce(fake.origin).open(makeConnection({ address: 'abc123', credentials }), createTools())
  })
  after(() => fake.close())

  test('the client of BigCommerce creates each kind of code once, for one use', async () => {
    const codes = [
      sampleCode({ ...five, currency: 'USD' }),
      sampleCode({ kind: 'percent', percent: '12.5' }),
      sampleCode({ kind: 'free_shipping' }),
    ]
    for (const code of codes) {
      await shop.issueCode(code)
      await shop.issueCode(code)
    }
    assert.deepEqual(
      fake.coupons.map(({ type, amount, max_uses, enabled }) => [type, amount, max_uses, enabled]),
      [
        ['per_total_discount', '5.00', 1, true],
        ['percentage_discount', '12.5', 1, true],
        ['free_shipping', '0', 1, true],
      ],
    )
    for (const { code } of codes) {
      await shop.withdrawCode(code)
      await shop.withdrawCode(code)
    }
    assert.deepEqual(fake.coupons, [])
  })

  test("a code expires at its end and requires its minimum amount, in the shop's currency", async () => {
    const code = limited({ kind: 'percent', percent: '5' }, 'USD')
    await shop.issueCode(code)
    const [made] = fake.coupons
    assert.deepEqual([made?.expires, made?.min_purchase], ['Sun, 20 Dec 2026 12:00:00 +0000', '50.00'])
    await shop.withdrawCode(code.code)
    await assert.rejects(shop.issueCode(limited({ kind: 'free_shipping' })), failsAs('refused'))
  })

  test('the client of BigCommerce refuses codes that it cannot create, and a token without the scope', async () => {
    await assert.rejects(shop.issueCode(sampleCode({ ...five, currency: 'EUR' })), failsAs('refused'))
    await assert.rejects(shop.issueCode(sampleCode({ kind: 'product', platformProductId: '1' })), failsAs('refused'))
    fake.tokens.set('bc-token', new Set(['products', 'orders', 'hooks']))
    await assert.rejects(shop.issueCode(sampleCode()), failsAs('credentials_refused'))
    fake.tokens.set('bc-token', new Set(['products', 'orders', 'hooks', 'coupons']))
  })
})

type Asked = { method: string; path: string; body: Record<string, unknown> }
function answering(answers: (asked: Asked) => { status?: number; body: unknown }) {
  const calls: Asked[] = []
  const tools = createTools()
  tools.call = async (url, { method = 'GET', body = '' } = {}) => {
    const asked = { method, path: new URL(url).pathname, body: body ? JSON.parse(String(body)) : {} }
    calls.push(asked)
    const answer = answers(asked)
    const text = Buffer.from(JSON.stringify(answer.body))
    return { status: answer.status ?? 200, headers: {}, body: text, truncated: false, durationMs: 1 }
  }
  return { tools, calls }
}

describe('Medusa', () => {
  test('the client of Medusa creates one promotion, even if the call is repeated, and deletes it', async () => {
    const promotions: { id: string; code: unknown; application_method: unknown; limit: unknown }[] = []
    const { tools } = answering(({ method, path, body }) => {
      if (method === 'GET') return { body: { promotions, count: promotions.length } }
      if (method === 'DELETE') {
        promotions.splice(0, 1)
        return { body: { id: path.split('/').at(-1), deleted: true } }
      }
      if (promotions.some(({ code }) => code === body.code))
        return { status: 400, body: { type: 'invalid_data', message: 'exists' } }
      promotions.push({
        id: 'promo_1',
        code: body.code,
        application_method: body.application_method,
        limit: body.limit,
      })
      return { body: { promotion: promotions[0] } }
    })
    const connection = makeConnection({ address: 'https://shop.example', credentials: { apiKey: 'sk_1' } })
    const shop = medusa.open(connection, tools)
    const code = sampleCode({ kind: 'product', platformProductId: 'prod_1' })
    await shop.issueCode(code)
    await shop.issueCode(code)
    assert.deepEqual(promotions, [
      {
        ...{ id: 'promo_1', code: code.code, limit: 1 },
        application_method: {
          ...{ type: 'percentage', target_type: 'items', allocation: 'each', max_quantity: 1, value: 100 },
          target_rules: [{ attribute: 'items.product.id', operator: 'eq', values: ['prod_1'] }],
        },
      },
    ])
    await shop.withdrawCode(code.code)
    await shop.withdrawCode(code.code)
    assert.deepEqual(promotions, [])
  })

  test('a code with an end has a campaign, which is deleted before the promotion', async () => {
    const rows: Record<string, unknown>[] = []
    const deleted: string[] = []
    const { tools } = answering(({ method, path, body }) => {
      if (method === 'GET') return { body: { promotions: rows, count: rows.length } }
      if (method === 'DELETE') {
        deleted.push(path)
        if (path.startsWith('/admin/promotions')) rows.pop()
        return { body: { deleted: true } }
      }
      rows.push({ id: 'promo_1', campaign_id: 'procamp_1', ...body })
      return { body: { promotion: rows[0] } }
    })
    const connection = makeConnection({ address: 'https://shop.example', credentials: { apiKey: 'sk_1' } })
    const shop = medusa.open(connection, tools)
    const code = limited({ kind: 'percent', percent: '5' })
    await shop.issueCode(code)
    const campaign = { name: code.title, campaign_identifier: code.code }
    assert.deepEqual(
      [rows[0]?.campaign, rows[0]?.rules],
      [
        { ...campaign, starts_at: '2026-11-20T12:00:00.000Z', ends_at: '2026-12-20T12:00:00.123Z' },
        [
          { attribute: 'original_item_total', operator: 'gte', values: ['50.00'] },
          { attribute: 'currency_code', operator: 'eq', values: ['eur'] },
        ],
      ],
    )
    await shop.withdrawCode(code.code)
    assert.deepEqual(deleted, ['/admin/campaigns/procamp_1', '/admin/promotions/promo_1'])
  })

  test('the client of Medusa reports a refusal with its code and nothing else of its response', async () => {
    const { tools } = answering(({ method }) =>
      method === 'GET'
        ? { body: { promotions: [], count: 0 } }
        : { status: 400, body: { type: 'invalid_data', message: 'secret sk_1' } },
    )
    const connection = makeConnection({ address: 'https://shop.example', credentials: { apiKey: 'sk_1' } })
    await assert.rejects(medusa.open(connection, tools).issueCode(sampleCode()), (error) => {
      assert.ok(error instanceof ShopFailure)
      return error.code === 'refused' && error.message.endsWith(': invalid_data.')
    })
  })
})

describe('Vendure', () => {
  const connection = () =>
    makeConnection({ address: `https://${randomUUID()}.example`, credentials: { apiKey: 'key' }, currency: 'EUR' })
  const channel = { defaultLanguageCode: 'de', defaultCurrencyCode: 'EUR' }

  test('the client of Vendure creates a promotion once; of two concurrent promotions only the first stays', async () => {
    const promotions: { id: string; couponCode: unknown; input: Record<string, unknown> }[] = []
    const { tools } = answering(({ body }) => {
      const { query, variables } = body as { query: string; variables: Record<string, Record<string, unknown>> }
      if (query.startsWith('query Settings'))
        return { body: { data: { globalSettings: { serverConfig: { moneyStrategyPrecision: 2 } } } } }
      if (query.startsWith('query Codes'))
        return {
          body: { data: { activeChannel: channel, promotions: { totalItems: promotions.length, items: promotions } } },
        }
      if (query.startsWith('mutation RemoveCode')) {
        const at = promotions.findIndex(({ id }) => id === String(variables.id))
        promotions.splice(at, 1)
        return { body: { data: { deletePromotion: { result: 'DELETED' } } } }
      }
      const input = variables.input as Record<string, unknown>
      // Another process created a promotion at the same moment.
      for (const id of ['1', '2']) promotions.push({ id, couponCode: input.couponCode, input })
      return { body: { data: { createPromotion: { __typename: 'Promotion', id: '1' } } } }
    })
    const shop = vendure.open(connection(), tools)
    const code = sampleCode()
    await shop.issueCode(code)
    await shop.issueCode(code)
    assert.deepEqual(
      promotions.map(({ id }) => id),
      ['1'],
    )
    const { actions, conditions, endsAt, usageLimit, translations } = promotions[0]?.input ?? {}
    assert.deepEqual([conditions, endsAt], [[], null])
    assert.deepEqual(actions, [{ code: 'order_fixed_discount', arguments: [{ name: 'discount', value: '500' }] }])
    assert.equal(usageLimit, 1)
    assert.deepEqual(translations, [{ languageCode: 'de', name: code.title, description: '' }])
    await shop.withdrawCode(code.code)
    assert.equal(promotions.length, 0)
    await shop.issueCode(limited({ kind: 'percent', percent: '5' }))
    const { conditions: needed, endsAt: end } = promotions[0]?.input ?? {}
    const amount = [
      { name: 'amount', value: '5000' },
      { name: 'taxInclusive', value: 'true' },
    ]
    assert.deepEqual([needed, end], [[{ code: 'minimum_order_amount', arguments: amount }], '2026-12-20T12:00:00.123Z'])
  })

  test('Vendure refuses codes in another currency or for a single item', async () => {
    const { tools } = answering(() => ({
      body: { data: { activeChannel: channel, promotions: { totalItems: 0, items: [] } } },
    }))
    const shop = vendure.open(connection(), tools)
    await assert.rejects(shop.issueCode(sampleCode({ ...five, currency: 'USD' })), failsAs('refused'))
    await assert.rejects(shop.issueCode(sampleCode({ kind: 'product', platformProductId: '1' })), failsAs('refused'))
  })
})
