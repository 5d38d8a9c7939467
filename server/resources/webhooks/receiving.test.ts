import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { PlatformName } from '#integrations/shops/shop.ts'
import { startBigCommerce } from '#test/fakes/shops/bigcommerce.ts'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { startShopify } from '#test/fakes/shops/shopify.ts'
import { startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { createSender, findSecret, headersFor, listEvents, type Sent } from './webhooks.testing.ts'

let service: TestService
let plain: PlainShop
const open: { close(): Promise<void> }[] = []
before(async () => {
  const shopify = await startShopify()
  const bigcommerce = await startBigCommerce()
  service = await startService({
    env: {
      SHOPIFY_ORIGIN: shopify.origin,
      BIGCOMMERCE_ORIGIN: bigcommerce.origin,
      SHOPIFY_CLIENT_ID: 'app-id',
      SHOPIFY_CLIENT_SECRET: 'app-secret',
    },
  })
  const woocommerce = await startWooCommerce()
  open.push(service, shopify, bigcommerce, woocommerce)
  plain = startPlainShop()
  connections = {
    shopify: { address: 'acme.myshopify.com', credentials: { accessToken: 'shpat_good', clientSecret: 'own-secret' } },
    woocommerce: {
      address: woocommerce.address,
      credentials: { consumerKey: woocommerce.consumerKey, consumerSecret: woocommerce.consumerSecret },
    },
    bigcommerce: { address: 'abc123', credentials: { accessToken: 'bc-token', clientSecret: 'bc-secret' } },
    medusa: { address: 'http://localhost:9000', credentials: { apiKey: plain.goodKey } },
  }
})
after(async () => {
  plain.restore()
  for (const each of open) await each.close()
})

let connections: Partial<Record<PlatformName, object>>

async function connected(platform: PlatformName = 'medusa', shop?: Shop) {
  const store = shop ?? (await service.shop())
  const answer = await store.api.post('/connectors/shops', { platform, backfillDays: 0, ...connections[platform] })
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  const id: string = answer.body.id
  return { store, id, send: createSender(service, store, platform, id) }
}

const health = async (store: Shop, id: string) => (await store.api.get(`/connectors/shops/${id}`)).body.webhooks
const note = (id: string, type = 'product.updated') => ({ type, data: { id } })

const said: Partial<Record<PlatformName, [string, object]>> = {
  shopify: ['products/update', { id: 77, title: 'Mug' }],
  woocommerce: ['product.updated', { id: 77, name: 'Mug' }],
  bigcommerce: ['store/product/updated', { scope: 'store/product/updated', data: { type: 'product', id: 77 } }],
  medusa: ['product.updated', note('77')],
}

for (const platform of ['shopify', 'woocommerce', 'bigcommerce', 'medusa'] as const)
  test(`webhooks signed by ${platform} are stored unchanged; forged or altered ones are refused and counted`, async () => {
    const { store, id, send } = await connected(platform)
    const [topic, body] = said[platform] ?? assert.fail()
    const taken = await send(body, { topic })
    assert.deepEqual([taken.status, taken.body], [200, { received: true }], taken.text)
    const [event] = await listEvents(store)
    assert.deepEqual(
      { ...event, id: '', deliveryId: '', receivedAt: '', occurredAt: null },
      {
        id: '',
        connectionId: id,
        platform,
        topic,
        deliveryId: '',
        resourceId: '77',
        state: 'received',
        error: null,
        attempts: 0,
        duplicates: 0,
        occurredAt: null,
        receivedAt: '',
        processedAt: null,
      },
    )
    // The clock is frozen, because a signature dated too far ahead would become valid as time passes.
    const go = freezeClock(service, service.service.clock.nowMs())
    const forged: Sent[] = [
      { secret: 'whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldA==' },
      { headers: { 'x-shopify-hmac-sha256': '', 'x-wc-webhook-signature': '', 'webhook-signature': 'v1,' } },
    ]
    if (platform === 'bigcommerce' || platform === 'medusa') {
      forged.push({ at: new Date(service.service.clock.now().getTime() - 302_000) })
      forged.push({ at: new Date(service.service.clock.now().getTime() + 302_000) })
    }
    for (const [at, each] of forged.entries()) {
      const refused = await send(body, { topic, ...each })
      assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated'], `${at} ${refused.text}`)
    }
    const signed = Buffer.from(JSON.stringify(body))
    const secret = await findSecret(service, store, id)
    const headers = headersFor(platform, signed, secret, { topic, at: service.service.clock.now() })
    const altered = alter(signed)
    for (const each of altered) {
      const refused = await send(each, { topic, headers })
      assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated'], `${each} ${refused.text}`)
    }
    go()
    assert.equal((await listEvents(store)).length, 1)
    const state = await health(store, id)
    assert.equal(state.rejected, forged.length + altered.length)
    assert.ok(Math.abs(Date.parse(state.lastReceivedAt) - service.service.clock.now().getTime()) < 60_000)
    const owner = await store.signedIn()
    const { body: detail } = await owner.get(`/webhooks/admin/events/${event?.id}`)
    assert.deepEqual(detail.payload, body)
    assert.equal((await store.api.get(`/webhooks/admin/events/${event?.id}`)).body.payload, null)
  })

/** Copies that differ by one byte. Some only add whitespace, which does not change the value of JSON. */
function alter(body: Buffer): Buffer[] {
  const changed = [0, body.length >> 1, body.length - 1].map((index) => {
    const copy = Buffer.from(body)
    copy[index] = (copy[index] ?? 0) ^ 1
    return copy
  })
  const added = ['\n', ' '].flatMap((blank) => [
    Buffer.concat([body, Buffer.from(blank)]),
    Buffer.concat([Buffer.from(blank), body]),
  ])
  return [...changed, ...added, body.subarray(1), body.subarray(0, -1)]
}

test('signatures cover the exact bytes: one changed, added or missing byte is a forgery', async () => {
  const { store, id, send } = await connected()
  const secret = await findSecret(service, store, id)
  let forgeries = 0
  for (const body of [Buffer.from('{"type":"product.updated"}'), Buffer.from([0xff, 0xfe, 0x00, 0x7b])]) {
    const headers = headersFor('medusa', body, secret, { at: service.service.clock.now() })
    for (const forged of alter(body)) {
      const refused = await send(forged, { headers })
      assert.deepEqual([refused.status, refused.body.code], [401, 'unauthenticated'], forged.toString('latin1'))
      forgeries++
    }
    assert.deepEqual(await listEvents(store), [], 'no forgery was stored')
  }
  assert.equal((await health(store, id)).rejected, forgeries)
})

test('signed bytes are accepted, whether they are JSON or not', async () => {
  const { store, send } = await connected()
  const body = '{"type":"product.updated", "data":{"id":"tasse-ä-🫖-\\ud83d"}}'
  assert.equal((await send(body)).status, 200)
  const changed = await send(body, { id: 'x', path: undefined as never, headers: {} })
  assert.equal(changed.status, 200)
  const [event] = await listEvents(store)
  assert.equal(String(event?.resourceId).slice(0, 8), 'tasse-ä-')
  const owner = await store.signedIn()
  assert.deepEqual((await owner.get(`/webhooks/admin/events/${event?.id}`)).body.payload.type, 'product.updated')
  assert.equal((await send(Buffer.from([0xff, 0xfe, 0x00, 0x7b]))).status, 200, 'no JSON, and signed all the same')
  assert.equal((await listEvents(store, '&topic=unknown')).length, 1)
})

test('a repeated id with the same bytes is a duplicate; with other bytes it is a new webhook', async () => {
  const { store, send } = await connected()
  const id = randomUUID()
  for (let i = 0; i < 3; i++) assert.equal((await send(note('1'), { id })).status, 200)
  await Promise.all(Array.from({ length: 20 }, () => send(note('1'), { id })))
  assert.equal((await send(note('2'), { id })).status, 200)
  const events = await listEvents(store)
  assert.deepEqual(
    events.map(({ resourceId, duplicates }) => [resourceId, duplicates]),
    [
      ['2', 0],
      ['1', 22],
    ],
  )
})

test('a burst is stored completely, despite concurrent forgeries', async () => {
  const { store, id, send } = await connected()
  // A secret lookup for each webhook would take the database connections that the burst needs.
  const secret = await findSecret(service, store, id)
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, i) => send(note(String(i)), { secret: i % 3 === 2 ? 'whsec_Zm9yZ2Vk' : secret })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 60)
  assert.equal(answers.filter(({ status }) => status === 401).length, 30)
  assert.equal((await listEvents(store)).length, 60)
  assert.equal((await health(store, id)).rejected, 30)
})

test('unknown connections, other platforms and disconnected shops get 404 before the body is read', async () => {
  const { store, id, send } = await connected()
  for (const path of [
    `/webhooks/medusa/${randomUUID()}`,
    '/webhooks/medusa/x',
    `/webhooks/shopify/${id}`,
    `/webhooks/vendure/${id}`,
    `/webhooks/prestashop/${id}`,
    "/webhooks/medusa/' or 1=1",
    '/webhooks/shopify',
  ])
    assert.deepEqual([(await send(note('1'), { path })).status, path], [404, path])
  assert.equal((await send(note('1'), { path: `/webhooks/medusa/${id.toUpperCase()}` })).status, 200)
  await store.api.delete(`/connectors/shops/${id}`)
  assert.equal((await send(note('1'), { secret: 'x' })).status, 404)
})

test("before the merchant consents, a connection with the shop's address receives no webhooks", async () => {
  const store = await service.shop()
  const { body } = await store.api.post('/connectors/shops', { platform: 'shopify', address: 'victim.myshopify.com' })
  assert.equal(body.status, 'installing')
  const send = createSender(service, store, 'shopify', body.id)
  const redact = {
    shop_domain: 'victim.myshopify.com',
    customer: { email: 'ada@customer.example' },
    orders_to_redact: [1],
  }
  const sent = { topic: 'customers/redact', secret: 'app-secret', shopDomain: 'victim.myshopify.com' }
  assert.equal((await send(redact, { ...sent, path: '/webhooks/shopify' })).status, 404)
  assert.equal((await send(redact, sent)).status, 404)
  assert.deepEqual(await listEvents(store), [])
  // A webhook is also refused after the connection is deleted.
  await store.api.delete(`/connectors/shops/${body.id}`)
  assert.equal((await send(redact, { ...sent, path: '/webhooks/shopify' })).status, 404)
})

test('bodies up to five megabytes are accepted, and larger bodies get 413', async () => {
  const { store, send } = await connected()
  const large = (bytes: number) =>
    Buffer.from(`{"type":"product.updated","data":{"id":"1"},"pad":"${'x'.repeat(bytes)}"}`)
  for (const bytes of [5 * 1024 * 1024, 10 * 1024 * 1024]) {
    const refused = await send(large(bytes))
    assert.deepEqual([refused.status, refused.body.code], [413, 'payload_too_large'])
  }
  assert.equal((await send(large(5 * 1024 * 1024 - 200))).status, 200)
  assert.equal((await listEvents(store)).length, 1)
})

test("WooCommerce's unsigned test request is answered and not stored", async () => {
  const { store, id } = await connected('woocommerce')
  const greet = (body: string) =>
    service.anonymous.post(`/webhooks/woocommerce/${id}`, body, { 'content-type': 'application/x-www-form-urlencoded' })
  const greeted = await greet('webhook_id=12')
  assert.deepEqual([greeted.status, greeted.body], [200, { received: false }])
  assert.equal((await greet('webhook_id=12&order=1')).status, 401)
  assert.equal((await service.anonymous.call('POST', `/webhooks/woocommerce/${id}`)).status, 401, 'no body at all')
  assert.deepEqual(await listEvents(store), [])
  assert.equal((await health(store, id)).rejected, 2)
})

test('forged webhooks count against the rate limit of their sender, and signed webhooks still succeed', async () => {
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '5/60s' } })
  try {
    const { store, id } = await connected()
    const send = createSender(limited, store, 'medusa', id)
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await send(note('1'), { secret: 'whsec_Zm9yZ2Vk' })).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429])
    for (let i = 0; i < 20; i++) assert.equal((await send(note(String(i)))).status, 200)
    assert.equal((await listEvents(store)).length, 20)
  } finally {
    await limited.close()
  }
})

describe('received webhooks', () => {
  let mine: Awaited<ReturnType<typeof connected>>
  let theirs: Awaited<ReturnType<typeof connected>>
  let viewer: Api
  before(async () => {
    mine = await connected()
    theirs = await connected()
    viewer = await mine.store.as('VIEWER')
    for (let i = 0; i < 5; i++) {
      service.advance(1000)
      await mine.send(note(String(i), i % 2 === 0 ? 'product.updated' : 'order.updated'))
    }
    await theirs.send(note('9'))
  })

  test('received webhooks are neither readable nor processable by another store', async () => {
    const [event] = await listEvents(mine.store)
    for (const answer of [
      await theirs.store.api.get(`/webhooks/admin/events/${event?.id}`),
      await theirs.store.api.post(`/webhooks/admin/events/${event?.id}/reprocess`),
      await mine.store.api.get(`/webhooks/admin/events/${randomUUID()}`),
    ])
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
    assert.equal((await listEvents(theirs.store)).length, 1)
    assert.deepEqual(await listEvents(theirs.store, `&connectionId=${mine.id}`), [])
  })

  test('received webhooks are listed newest first, paged and filtered', async () => {
    const all = await listEvents(mine.store)
    assert.deepEqual(
      all.map(({ resourceId }) => resourceId),
      ['4', '3', '2', '1', '0'],
    )
    const first = await viewer.get('/webhooks/admin/events?limit=2&includeTotal=true')
    assert.equal(first.body.pagination.total, 5)
    const second = await viewer.get(`/webhooks/admin/events?limit=2&cursor=${first.body.pagination.nextCursor}`)
    assert.deepEqual([...first.body.data, ...second.body.data], all.slice(0, 4))
    const at = String(all[2]?.receivedAt)
    const ids = async (query: string) => (await listEvents(mine.store, query)).map(({ resourceId }) => resourceId)
    assert.deepEqual(await ids(`&receivedAfter=${at}`), ['4', '3'])
    assert.deepEqual(await ids(`&receivedBefore=${at}`), ['1', '0'])
    assert.deepEqual(await ids('&topic=order.updated'), ['3', '1'])
    assert.deepEqual(await ids('&state=received&topic=order.updated'), ['3', '1'])
    assert.deepEqual(await ids('&state=failed,ignored'), [])
    assert.deepEqual(await ids(`&connectionId=${mine.id}`), ['4', '3', '2', '1', '0'])
    for (const query of ['state=done', 'topic=%20', 'receivedAfter=yesterday', 'connectionId=x', 'cursor=x'])
      assert.equal((await viewer.get(`/webhooks/admin/events?${query}`)).status, 400, query)
  })

  test('received webhooks cannot be processed again by read-only callers', async () => {
    const [event] = await listEvents(mine.store)
    const at = `/webhooks/admin/events/${event?.id}/reprocess`
    assert.equal((await viewer.post(at)).status, 403)
    assert.equal((await (await mine.store.as('MEMBER')).post(at)).status, 403)
    const again = await mine.store.api.post(at)
    assert.deepEqual([again.status, again.body.state, again.body.id], [202, 'received', event?.id])
  })
})
