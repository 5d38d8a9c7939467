// Real shops, connected as a merchant connects them. Changes through the shops' own APIs arrive first by a sync, then by
// webhooks. The shops' own code from the guides sends the webhooks over HTTP.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { author, listRewards, offered } from '#resources/review-incentives/review-incentives.testing.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { findSnippet, readGuide } from '#test/snippets.ts'
import { until } from '#test/until.ts'
import { skip } from './installed.ts'
import { startMedusa } from './real-medusa.ts'
import { startVendure } from './real-vendure.ts'

type Made = { id: string; variantId: string }
type Order = { id: string }

type Real = {
  platform: 'medusa' | 'vendure'
  address: string
  credentials: Record<string, string>
  total: string
  addProduct(name: string): Promise<Made>
  addCategory(name: string, product: Made): Promise<void>
  removeVariant(product: Made): Promise<void>
  removeProduct(id: string): Promise<void>
  placeOrder(variantId: string): Promise<Order>
  refundFive(order: Order): Promise<void>
  cancel(order: Order): Promise<void>
  /** Returns the rewards that a code can give in this shop, each with its discount on a cart of one item with shipping. */
  rewards(product: Made): [reward: object, off: number][]
  letOff(variantId: string, code: string): Promise<number>
  countUses(code: string): Promise<number | undefined>
  endOf(code: string): Promise<string | undefined>
  tell(url: string, secret: string): Promise<void>
  stop(): Promise<void>
}

async function vendure(): Promise<Real> {
  const real = await startVendure({ plugin: findSnippet(readGuide('connect-vendure'), 'ts', /VendurePlugin\(/) })
  const variants = new Map<string, string[]>()
  const payments = new Map<string, string>()
  return {
    platform: 'vendure',
    address: real.address,
    credentials: { username: real.username, password: real.password },
    total: '52.98',
    async addProduct(name) {
      const made = await real.addProduct({ name, sku: name, price: 1_999, sizes: ['S', 'L'] })
      variants.set(made.id, made.variants)
      return { id: made.id, variantId: made.variants[0] ?? '' }
    },
    async addCategory(name, { id }) {
      const filter = {
        code: 'variant-id-filter',
        arguments: [
          { name: 'variantIds', value: JSON.stringify(variants.get(id)) },
          { name: 'combineWithAnd', value: 'false' },
        ],
      }
      const translations = [{ languageCode: 'en', name, slug: name.toLowerCase(), description: '' }]
      const { createCollection } = await real.admin(
        'mutation($input:CreateCollectionInput!){createCollection(input:$input){id}}',
        { input: { translations, filters: [filter] } },
      )
      // Vendure assigns products to collections in a job.
      await until(async () => {
        const { collection } = await real.admin('query($id:ID!){collection(id:$id){productVariants{totalItems}}}', {
          id: createCollection.id,
        })
        return collection.productVariants.totalItems === variants.get(id)?.length
      }, 'the collection holds the product')
    },
    async removeVariant({ id }) {
      await real.admin('mutation($id:ID!){deleteProductVariant(id:$id){result}}', { id: variants.get(id)?.[1] })
    },
    async removeProduct(id) {
      await real.admin('mutation($id:ID!){deleteProduct(id:$id){result}}', { id })
    },
    async placeOrder(variantId) {
      const { id, paymentId } = await real.placeOrder(variantId)
      payments.set(id, paymentId)
      return { id }
    },
    async refundFive({ id }) {
      const { refundOrder } = await real.admin(
        'mutation($input:RefundOrderInput!){refundOrder(input:$input){... on Refund{id}}}',
        {
          input: { lines: [], shipping: 0, adjustment: 0, amount: 500, paymentId: payments.get(id), reason: 'a chip' },
        },
      )
      await real.admin('mutation($input:SettleRefundInput!){settleRefund(input:$input){__typename}}', {
        input: { id: refundOrder.id, transactionId: '1' },
      })
    },
    async cancel({ id }) {
      await real.admin('mutation($input:CancelOrderInput!){cancelOrder(input:$input){__typename}}', {
        input: { orderId: id, cancelShipping: true, reason: 'changed her mind' },
      })
    },
    // Prices and discounts of the channel are net.
    rewards: () => [
      [{ kind: 'fixed_amount', value: '5', currency: 'EUR' }, 5],
      [{ kind: 'percent', value: '10' }, 2],
      [{ kind: 'free_shipping' }, 4.17],
    ],
    async letOff(variantId, code) {
      const { subTotal, shipping, discounts } = await real.fillCart(variantId, code)
      assert.ok(subTotal >= 0 && shipping >= 0)
      return discounts.reduce((sum: number, { amount }: { amount: number }) => sum - amount, 0) / 100
    },
    async countUses(code) {
      const { promotions } = await real.admin(
        'query($options:PromotionListOptions){promotions(options:$options){items{usageLimit}}}',
        { options: { filter: { couponCode: { eq: code } } } },
      )
      assert.ok(promotions.items.length <= 1)
      return promotions.items[0]?.usageLimit
    },
    async endOf(code) {
      const { promotions } = await real.admin(
        'query($options:PromotionListOptions){promotions(options:$options){items{endsAt}}}',
        { options: { filter: { couponCode: { eq: code } } } },
      )
      return promotions.items[0]?.endsAt
    },
    tell: real.tell,
    stop: real.stop,
  }
}

async function medusa(database: TestDatabase): Promise<Real> {
  const real = await startMedusa({
    databaseUrl: database.url,
    subscriber: findSnippet(readGuide('connect-medusa'), 'ts', /SubscriberConfig/),
  })
  const variants = new Map<string, string[]>()
  const payments = new Map<string, string>()
  return {
    platform: 'medusa',
    address: real.address,
    credentials: { apiKey: real.apiKey },
    total: '44.7',
    async addProduct(title) {
      const { id, variants: made } = await real.addProduct({
        title,
        variants: [{ sku: `${title}-S` }, { sku: `${title}-L` }],
      })
      const ids = made.map((each: { id: string }) => each.id)
      variants.set(id, ids)
      return { id, variantId: ids[0] }
    },
    async addCategory(name, { id }) {
      const { product_category } = await real.admin('POST', '/admin/product-categories', { name, is_active: true })
      await real.admin('POST', `/admin/product-categories/${product_category.id}/products`, { add: [id] })
    },
    async removeVariant({ id }) {
      await real.admin('DELETE', `/admin/products/${id}/variants/${variants.get(id)?.[1]}`)
    },
    async removeProduct(id) {
      await real.admin('DELETE', `/admin/products/${id}`)
    },
    async placeOrder(variantId) {
      const { id, paymentId } = await real.placeOrder(variantId)
      payments.set(id, paymentId)
      return { id }
    },
    async refundFive({ id }) {
      await real.admin('POST', `/admin/payments/${payments.get(id)}/refund`, { amount: 5 })
    },
    async cancel({ id }) {
      await real.admin('POST', `/admin/orders/${id}/cancel`, {})
    },
    rewards: ({ id }) => [
      [{ kind: 'fixed_amount', value: '5', currency: 'EUR' }, 5],
      [{ kind: 'percent', value: '10' }, 1.99],
      [{ kind: 'free_shipping' }, 4.9],
      [{ kind: 'product', platformProductId: id }, 19.9],
    ],
    letOff: async (variantId, code) => (await real.fillCart(variantId, code)).discount_total,
    async countUses(code) {
      const { promotions } = await real.admin('GET', `/admin/promotions?code=${code}&fields=code,limit`)
      assert.ok(promotions.length <= 1)
      return promotions[0]?.limit
    },
    async endOf(code) {
      const { campaigns } = await real.admin('GET', `/admin/campaigns?campaign_identifier=${code}`)
      return campaigns[0]?.ends_at
    },
    tell: real.tell,
    stop: real.stop,
  }
}

for (const [name, startReal] of Object.entries({ Vendure: vendure, Medusa: medusa }))
  describe(`a connected real ${name}`, { skip }, () => {
    let service: TestService
    let database: TestDatabase
    let origin: string
    let real: Real
    let shop: Shop
    before(async () => {
      database = await createEmptyDatabase()
      service = await startService()
      await service.app.listen({ host: '127.0.0.1', port: 0 })
      origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
      real = await startReal(database)
      shop = await service.shop()
    })
    after(async () => {
      await real?.stop()
      await service?.close()
      await database?.drop()
    })

    const arrives = (what: string, holds: () => Promise<boolean>) =>
      until(
        async () => {
          await service.runJobs()
          return await holds()
        },
        what,
        60_000,
      )
    const product = async (id: string) => (await shop.api.get(`/products/by-platform-id/${id}`)).body
    const order = async ({ id }: Order) => (await shop.api.get(`/orders/by-platform-id/${id}`)).body
    const numbers = (...amounts: unknown[]) => amounts.map(Number)

    test('catalogue and orders are synced, then each change arrives by a webhook', async () => {
      const pot = await real.addProduct('Teapot')
      await real.addCategory('Pots', pot)
      const before = await real.placeOrder(pot.variantId)
      const { platform, address, credentials } = real
      const connecting = await shop.api.post('/connectors/shops', { platform, address, credentials })
      assert.equal(connecting.status, 201, connecting.text)
      const { id, webhookSecret } = connecting.body
      assert.match(webhookSecret, /^whsec_/)
      await arrives('the order before connecting', async () => (await order(before)).platformOrderId === before.id)
      const read = (await shop.api.get(`/connectors/shops/${id}/syncs`)).body.data
      assert.deepEqual(
        read.map((each: { status: string }) => each.status),
        ['completed', 'completed'],
        JSON.stringify(read),
      )
      const { title, status, variants } = await product(pot.id)
      assert.deepEqual([title, status, variants.length], ['Teapot', 'active', 2])
      const categories = (await shop.api.get('/categories')).body.data
      assert.deepEqual(
        categories.map((each: { name: string; productCount: number }) => [each.name, each.productCount]),
        [['Pots', 1]],
      )
      const { total, reviewRequest, lineItems } = await order(before)
      assert.deepEqual(numbers(total), numbers(real.total))
      assert.deepEqual([reviewRequest.state, reviewRequest.reason], ['skipped', 'before_connection'])
      assert.ok(lineItems.every((each: { productId: string | null }) => each.productId))

      // From this point, only rows that a webhook names are read.
      await real.tell(`${origin}/api/v1/webhooks/${platform}/${id}`, webhookSecret)
      const cup = await real.addProduct('Cup')
      await arrives('a new product', async () => (await product(cup.id)).variants?.length === 2)
      await real.removeVariant(cup)
      await arrives('the removal of a variant', async () => {
        const { variants } = await product(cup.id)
        return variants.filter((each: { retiredAt: string | null }) => each.retiredAt === null).length === 1
      })
      const bought = await real.placeOrder(cup.variantId)
      await arrives('a new order', async () => (await order(bought)).platformOrderId === bought.id)
      await real.refundFive(bought)
      await arrives('a refund', async () => Number((await order(bought)).refundedTotal) === 5)
      assert.deepEqual(numbers((await order(bought)).total), numbers(real.total))
      const other = await real.placeOrder(cup.variantId)
      await real.cancel(other)
      await arrives('a cancellation', async () => Boolean((await order(other)).cancelledAt))
      await real.removeProduct(pot.id)
      await arrives('the removal of a product', async () => (await product(pot.id)).status === 'archived')

      const syncs = (await shop.api.get(`/connectors/shops/${id}/syncs`)).body.data
      assert.equal(syncs.length, 2, 'nothing was read whole once more')
      const owner = await shop.signedIn()
      const { webhooks } = (await owner.get(`/connectors/shops/${id}`)).body
      assert.ok(webhooks.lastReceivedAt)
      assert.equal(webhooks.rejected, 0)
      const heard = async (query: string) => (await owner.get(`/webhooks/admin/events?limit=100${query}`)).body.data
      // A webhook may arrive between two polls, so the test asserts the polled response itself.
      let events: { state: string; error: string | null; topic: string }[] = []
      await arrives('the last webhook', async () => {
        events = await heard('')
        return events.every(({ state }) => state !== 'received')
      })
      assert.ok(events.length >= 6, String(events.length))
      for (const { state, error, topic } of events) assert.equal(state, 'processed', `${topic}: ${error}`)
    })

    test('reward codes are created once, for one use, and deleted when points are refunded', async () => {
      const product = await real.addProduct('Kettle')
      const program = { enabled: true, pointsPerUnit: 1, timezone: 'UTC' }
      assert.equal((await shop.api.put('/loyalty/program', program)).status, 200)
      const email = 'reader@customer.example'
      const { id: memberId } = (await shop.api.post('/loyalty/members', { email })).body
      const gift = { points: 100, reason: 'A gift', idempotencyKey: 'gift' }
      assert.equal((await shop.api.post(`/loyalty/members/${memberId}/grants`, gift)).status, 201)
      const codes: { id: string; code: string }[] = []
      for (const [at, [reward, off]] of real.rewards(product).entries()) {
        const made = await shop.api.post('/loyalty/rewards', { name: 'Thanks', cost: 10, codes: 'platform', ...reward })
        assert.equal(made.status, 201, made.text)
        const asked = { memberId, rewardId: made.body.id, idempotencyKey: `cart-${at}` }
        const { id } = (await shop.api.post('/loyalty/redemptions', asked)).body
        const redemption = async () => (await shop.api.get(`/loyalty/redemptions/${id}`)).body
        await arrives('the code', async () => (await redemption()).status === 'issued')
        const { code } = await redemption()
        assert.equal(await real.countUses(code), 1, JSON.stringify(reward))
        assert.equal(Number(await real.letOff(product.variantId, code)), off, JSON.stringify(reward))
        codes.push({ id, code })
      }
      assert.equal(new Set(codes.map(({ code }) => code)).size, codes.length)
      const balance = async () => (await shop.api.get(`/loyalty/members/${memberId}`)).body.balance
      assert.equal(await balance(), 100 - 10 * codes.length)
      for (const { id, code } of codes) {
        assert.equal((await shop.api.post(`/loyalty/redemptions/${id}/reverse`)).body.status, 'reversed')
        await arrives('the deletion of the code', async () => (await real.countUses(code)) === undefined)
      }
      assert.equal(await balance(), 100)
    })

    test('a code for a review has a minimum and an end, works once, and is deleted with spam', async () => {
      const { id: platformProductId, variantId } = await real.addProduct('Teapot')
      await arrives('the product', async () => (await product(platformProductId)).id !== undefined)
      const write = await author(service, shop)
      const value = { type: 'fixed_amount', amount: '5', currency: 'EUR', validDays: 30 }
      for (const [minimumTotal, off] of [
        ['10', 5],
        ['500', 0],
      ] as const) {
        const more = { productIds: [(await product(platformProductId)).id] }
        const { id } = await offered(shop.api, { codes: 'platform', value: { ...value, minimumTotal }, ...more })
        const review = await write(`reviewer-${off}@customer.example`, { platformProductId })
        const find = async () => (await listRewards(shop.api, id))[0]
        await arrives('the code', async () => (await find())?.state === 'given')
        const code = (await find())?.code ?? ''
        assert.equal(await real.countUses(code), 1)
        assert.equal(Number(await real.letOff(variantId, code)), off, `minimum ${minimumTotal}`)
        const endsAt = Date.parse((await real.endOf(code)) ?? '')
        const days = (endsAt - service.service.clock.nowMs()) / 86_400_000
        assert.ok(days > 29.9 && days <= 30, String(days))
        assert.equal((await shop.api.put(`/reviews/${review}`, { status: 'spam' })).status, 200)
        await arrives('the deletion of the code', async () => (await real.countUses(code)) === undefined)
        assert.equal(await real.endOf(code), undefined)
        assert.equal((await shop.api.patch(`/review-incentives/${id}`, { status: 'ended' })).status, 200)
      }
    })

    test('a foreign signature is refused, and the webhook URL of a disconnected shop is 404', async () => {
      const [{ id, platform }] = (await shop.api.get('/connectors/shops')).body.data
      const url = `${origin}/api/v1/webhooks/${platform}/${id}`
      await real.tell(url, `whsec_${Buffer.alloc(32).toString('base64')}`)
      const forged = await real.addProduct('Forged')
      await arrives('a refusal', async () => (await shop.api.get(`/connectors/shops/${id}`)).body.webhooks.rejected > 0)
      assert.equal((await product(forged.id)).code, 'not_found')
      assert.equal((await shop.api.delete(`/connectors/shops/${id}`)).status, 204)
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 404)
    })
  })
