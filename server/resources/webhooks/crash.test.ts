import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { addProduct, type FakeShopify, makeVariant, startShopify } from '#test/fakes/shops/shopify.ts'
import { forkBeside } from '#test/forks.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { askedFor, type Killing, startKilling, waitingFor, whenTrue } from '../connectors/shops/killed.testing.ts'
import { headersFor } from './webhooks.testing.ts'

let service: TestService
let shopify: FakeShopify
let killing: Killing
let env: Record<string, string>
before(async () => {
  shopify = await startShopify({ now: () => service?.service.clock.nowMs() ?? Date.now() })
  env = { SHOPIFY_ORIGIN: shopify.origin }
  service = await startService({ env })
  killing = startKilling(service, { job: 'webhooks.process', roundMs: 60_000, env })
})
after(async () => {
  await killing.close()
  await service.close()
  await shopify.close()
})

type Sent = { id: string; topic: string; body: Buffer }

async function startServer() {
  const child = forkBeside(service, new URL('receiving/crash-server.testing.ts', import.meta.url), {
    env: {
      ...{ RATE_LIMITS: 'off', WEBHOOK_ALLOW_PRIVATE: 'true', PORT: '0' },
      TEST_CLOCK: service.service.services.clock.now().toISOString(),
      ...env,
    },
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, origin: `http://127.0.0.1:${port}` }
}

/** Sends webhooks like a shop that retries unanswered ones. Returns how often the server was killed. */
async function sendAll(connectionId: string, sent: readonly Sent[]): Promise<number> {
  const left = new Map(sent.map((each) => [each.id, each]))
  let kills = 0
  while (left.size > 0) {
    const { child, origin } = await startServer()
    const gone = once(child, 'exit')
    let answered = 0
    // Kills only three servers: up to eleven responses more than chosen can arrive before a kill, and webhooks must
    // remain for the fourth server.
    const mostAnswers = kills < 3 ? 20 + Math.random() * 20 : Number.POSITIVE_INFINITY
    const queue = [...left.values()]
    const sendOn = async () => {
      for (let each = queue.shift(); each; each = queue.shift()) {
        const { id, topic, body } = each
        const headers = headersFor('shopify', body, 'own-secret', { id, topic, at: service.service.clock.now() })
        const path = `${origin}/api/v1/webhooks/shopify/${connectionId}`
        const status = await fetch(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: new Uint8Array(body),
        })
          .then((answer) => answer.status)
          .catch(() => 0)
        if (status === 200) left.delete(id)
        else assert.equal(status, 0)
        answered += 1
        if (answered >= mostAnswers && child.exitCode === null) child.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: 12 }, sendOn))
    if (child.signalCode === null) child.kill('SIGTERM')
    await gone
    if (left.size > 0) kills += 1
  }
  return kills
}

const count = async (shop: Shop, from: string): Promise<number> =>
  (await service.query(`select count(*)::int as count from ${from}`, [shop.storeEnvId])).rows[0].count

test('webhooks survive kills of server and workers, and each takes effect once', {
  timeout: 400_000,
}, async () => {
  const [orders, products] = [60, 12]
  for (let i = 0; i < products; i++)
    addProduct(shopify.data, { id: 1_000 + i, variants: [makeVariant({ id: 9_000 + i })] })
  const shop = await service.shop()
  const credentials = { accessToken: 'shpat_good', clientSecret: 'own-secret' }
  const connecting = { platform: 'shopify', address: 'acme.myshopify.com', credentials, backfillDays: 0 }
  const { body: connection } = await shop.api.post('/connectors/shops', connecting)
  await service.runJobs()
  for (const product of (shopify.data.products as Map<number, { title: string }>).values()) product.title += ', changed'
  const at = (seconds: number) => new Date(service.service.clock.nowMs() + seconds * 1000).toISOString()
  const of = (id: string, topic: string, said: object): Sent => ({ id, topic, body: Buffer.from(JSON.stringify(said)) })
  const sent: Sent[] = []
  for (let i = 0; i < orders; i++) {
    const line = {
      product_id: 1_000 + (i % products),
      variant_id: 9_000 + (i % products),
      quantity: 1,
      price: '5.00',
      title: 'x',
    }
    const said = {
      id: 5_000 + i,
      name: `#${i}`,
      email: `buyer-${i}@customer.example`,
      currency: 'EUR',
      created_at: at(60),
      line_items: [line],
    }
    sent.push(of(`create-${i}`, 'orders/create', { ...said, total_price: '20.00', updated_at: at(60) }))
    sent.push(of(`update-${i}`, 'orders/updated', { ...said, total_price: '30.00', updated_at: at(120) }))
  }
  for (let i = 0; i < products * 3; i++)
    sent.push(of(`product-${i}`, 'products/update', { id: 1_000 + (i % products), updated_at: at(i) }))
  sent.sort(() => Math.random() - 0.5)

  const kills = await sendAll(connection.id, sent)
  assert.ok(kills >= 3, `${kills} kills`)
  assert.equal(await count(shop, 'inbound_webhooks where store_env_id = $1'), sent.length)

  await killing.killAt('it asks for a product', askedFor(shopify, /^someProducts$/))
  await killing.killAt(
    'an order is written',
    waitingFor(service.databaseUrl, 'lock table shop_orders in exclusive mode'),
  )
  await killing.killAt(
    'some are done',
    whenTrue(service.databaseUrl, `select from inbound_webhooks where state = 'processed' offset 30`),
  )
  await killing.workUntil(
    'all of them',
    async () => (await count(shop, `inbound_webhooks where store_env_id = $1 and state = 'received'`)) === 0,
  )

  const { rows: ended } = await service.query(
    'select state, error, count(*)::int as count from inbound_webhooks group by 1, 2',
  )
  assert.deepEqual(ended, [{ state: 'processed', error: null, count: sent.length }])
  const stored = {
    orders: await count(shop, 'orders where store_env_id = $1 and total = 30'),
    all: await count(shop, 'orders where store_env_id = $1'),
    lines: await count(shop, 'order_line_items where store_env_id = $1 and product_id is not null'),
    requests: await count(shop, 'review_requests where store_env_id = $1'),
    changed: await count(shop, `products where store_env_id = $1 and title like '%, changed'`),
    variants: await count(shop, 'product_variants where store_env_id = $1 and retired_at is null'),
  }
  assert.deepEqual(stored, {
    orders,
    all: orders,
    lines: orders,
    requests: orders,
    changed: products,
    variants: products,
  })
})
