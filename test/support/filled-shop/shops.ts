import { createHmac } from 'node:crypto'
import { makeProduct, startPlainShop } from '../fakes/shops/plain.ts'
import { allScopes, type FakeShopify } from '../fakes/shops/shopify.ts'
import { exampleBody } from '../operations.ts'
import { offerShopCodes } from './rewards.ts'
import { byHand, type Walk } from './walk.ts'

export const buildAppEnv = ({ origin }: FakeShopify) => ({
  SHOPIFY_ORIGIN: origin,
  SHOPIFY_CLIENT_ID: 'app-id',
  SHOPIFY_CLIENT_SECRET: 'app-secret',
})

export async function connectShop(walk: Walk): Promise<void> {
  const { call, jobs } = walk
  const plain = startPlainShop()
  try {
    plain.products = [makeProduct('mug-09', 2)]
    const body = {
      platform: 'medusa',
      address: 'http://localhost:9000',
      credentials: { apiKey: plain.goodKey },
      backfillDays: 0,
    }
    const page = 'https://shop.example.com'
    const string = { platform: 'medusa', page }
    const installing = await call('session', 'POST', '/connectors/shops/connection-string', string)
    await call('session', 'POST', `/connectors/shops/${installing.body.id}/connection-string`, { endOld: true })
    await call('key', 'DELETE', `/connectors/shops/${installing.body.id}`)
    await call('key', 'POST', '/connectors/shops/test', body)
    const shop = await call('key', 'POST', '/connectors/shops', body)
    const at = `/connectors/shops/${shop.body.id}`
    await jobs()
    await call('key', 'GET', '/connectors/shops')
    await call('session', 'GET', at)
    await call('key', 'PATCH', at, { name: 'Our shop' })
    await call('key', 'POST', `${at}/test`)
    await call('key', 'POST', `${at}/identifier-preview`, exampleBody('connectors.preview_identifiers'))
    plain.products = Array.from({ length: 30 }, (_, i) => makeProduct(`cup-${i}`, 1))
    await call('key', 'POST', '/products/sync')
    await jobs()
    plain.products = plain.products.slice(0, 10)
    const sync = await call('key', 'POST', `${at}/repair`, {})
    await jobs()
    const syncs = await call('key', 'GET', `${at}/syncs`)
    const held = syncs.body.data.find(({ status }: { status: string }) => status === 'held') ?? sync.body.lastSync
    await call('key', 'GET', `${at}/syncs/${held.id}`)
    await call('key', 'GET', `${at}/syncs/${held.id}/retirements`)
    await call('key', 'POST', `${at}/syncs/${held.id}/confirm`)
    await jobs()
    await call('key', 'DELETE', at)
    await jobs()
  } finally {
    plain.restore()
  }
  await connectShopify(walk)
}

/** Connects by the merchant's consent at Shopify, which redirects the browser back with a signed query. */
async function connectShopify(walk: Walk) {
  const { call, jobs, shopify, service, shop: owner } = walk
  const address = 'acme.myshopify.com'
  const shop = await call('key', 'POST', '/connectors/shops', { platform: 'shopify', address, backfillDays: 0 })
  shopify.codes.set('c0de', { clientId: 'app-id', scopes: allScopes })
  const state = new URL(shop.body.installUrl).searchParams.get('state') ?? ''
  const timestamp = String(Math.floor(service.service.services.clock.now().getTime() / 1000))
  const query = new URLSearchParams({ code: 'c0de', shop: address, state, timestamp })
  query.set('hmac', createHmac('sha256', 'app-secret').update(query.toString()).digest('hex'))
  const { ownerEmail, password } = owner
  const cookies = await service.service.services.users.signIn(ownerEmail, password)
  const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
  await service.app.inject({ url: `/api/v1/connectors/shopify/callback?${query}`, headers: { cookie } })
  await jobs()
  await offerShopCodes(walk)
  await hearFromShopify({ call, jobs, shopify }, shop.body.id)
}

/** Sends webhooks of the shop to the connection's own URL and to the URL of the operator's app. */
async function hearFromShopify({ call, jobs, shopify }: Pick<Walk, 'call' | 'jobs' | 'shopify'>, id: string) {
  const send = (path: string, topic: string, body: object) => {
    const text = JSON.stringify(body)
    return call('nobody', 'POST', path, text, {
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': shopify.sign(text),
      'x-shopify-shop-domain': 'acme.myshopify.com',
      'x-shopify-webhook-id': `${topic} 1`,
    })
  }
  await send(`/webhooks/shopify/${id}`, 'orders/updated', {
    id: 5_678_901,
    name: '#1042',
    email: 'ida.lund@customer.example',
    currency: 'EUR',
    total_price: '39.00',
    created_at: '2026-11-18T10:00:00Z',
    updated_at: '2026-11-18T10:00:00Z',
    billing_address: { name: 'Ida Lund', country_code: 'DK' },
    line_items: [{ id: 1, product_id: 7, variant_id: 8, sku: 'MUG', title: 'Mug', quantity: 1, price: '39.00' }],
  })
  await send('/webhooks/shopify', 'customers/data_request', {
    shop_domain: 'acme.myshopify.com',
    customer: { id: 9, email: 'ida.lund@customer.example' },
    orders_requested: [5_678_901],
  })
  await jobs()
  const { body } = await call('key', 'GET', '/webhooks/admin/events')
  const at = `/webhooks/admin/events/${body.data[0].id}`
  await call('key', 'GET', at)
  await call('session', 'GET', at)
  await call('key', 'POST', `${at}/reprocess`)
  await jobs()
}

export async function connectSystems({ service, fakes, call, jobs }: Walk): Promise<void> {
  fakes.goodKeys.add('pk_0123456789abcdef0123456789abcdef01')
  const connected = await call('key', 'POST', '/connectors', {
    provider: 'klaviyo',
    apiKey: 'pk_0123456789abcdef0123456789abcdef01',
  })
  const connection = `/connectors/${connected.body.id}`
  await call('key', 'PATCH', connection, { name: 'Klaviyo', sends: ['review_approved'], profile: true })
  await call('key', 'POST', `${connection}/test`, { email: 'you@acme.example' })
  await jobs()
  const [event] = (await call('key', 'GET', `${connection}/events`)).body.data
  await byHand(service, `update connection_events set state = 'dead', reason = 'refused' where id = '${event.id}'`)
  await call('key', 'POST', `${connection}/events/${event.id}/replay`)
  await jobs()
  await call('key', 'POST', `${connection}/replay`)
  await call('key', 'GET', connection)
  await call('key', 'PUT', '/connectors/agents', { enabled: true })
  await call('key', 'GET', '/connectors/agents')
  const made = await call('key', 'POST', '/outbound-webhooks', {
    url: 'https://hooks.acme.example/evident',
    events: ['review.created', 'review.approved'],
  })
  const webhook = `/outbound-webhooks/${made.body.id}`
  await call('key', 'PATCH', webhook, { description: 'To the warehouse' })
  await call('key', 'GET', webhook)
  await call('key', 'POST', `${webhook}/test`)
  const [delivery] = (await call('key', 'GET', `${webhook}/deliveries`)).body.data
  await call('session', 'GET', `${webhook}/deliveries/${delivery.id}`)
  await call('key', 'GET', `${webhook}/health`)
  await call('key', 'POST', `${webhook}/deliveries/${delivery.id}/retry`)
  await call('key', 'POST', `${webhook}/replay`, { since: '2026-11-19T00:00:00Z' })
  await jobs()
  await call('key', 'GET', '/outbound-webhooks/events')
  await call('session', 'POST', `${webhook}/adopt`)
}
