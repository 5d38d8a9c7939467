import assert from 'node:assert/strict'
import type { FakeGoogle } from '#test/fakes/google-merchant.ts'
import type { FakeShopify } from '#test/fakes/shops/shopify.ts'
import type { Shop, TestService } from '#test/service.ts'

export async function pushProduct(shop: Shop, platformProductId: string, more: object = {}): Promise<string> {
  const row = {
    platformProductId,
    title: `The ${platformProductId}`,
    url: `https://shop.example.com/${platformProductId}`,
    sku: `SKU-${platformProductId}`,
    gtin: '4006381333931',
    brand: 'Acme',
    ...more,
  }
  const pushed = await shop.api.put('/products', [row])
  assert.equal(pushed.body.failed, 0, pushed.text)
  return (await shop.api.get(`/products/by-platform-id/${platformProductId}`)).body.id
}

let authors = 0
export async function writeReview(shop: Shop, platformProductId: string, more: object = {}): Promise<string> {
  const { status, body, text } = await shop.api.post('/reviews', {
    ...{ platformProductId, rating: 5, title: 'Daily companion', body: 'Keeps tea hot for an hour.' },
    ...{ authorName: 'Jane Doe', authorEmail: `jane${++authors}@customer.example`, ...more },
  })
  assert.equal(status, 201, text)
  return body.id
}

export async function decide(shop: Shop, id: string, status: 'approved' | 'rejected' | 'spam'): Promise<void> {
  const answer = await shop.api.put(`/reviews/${id}`, {
    status,
    ...(status === 'rejected' && { moderation: { reason: 'off_topic' }, reason: 'off_topic' }),
  })
  assert.equal(answer.status, 200, answer.text)
}

export async function approvedReview(shop: Shop, platformProductId: string, more: object = {}): Promise<string> {
  const id = await writeReview(shop, platformProductId, more)
  await decide(shop, id, 'approved')
  return id
}

export async function create(
  shop: Shop,
  body: object,
): Promise<{ id: string; status: string; [field: string]: unknown }> {
  const answer = await shop.api.post('/connectors/destinations', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export const createGoogle = (shop: Shop, google: FakeGoogle) =>
  create(shop, {
    kind: 'google_product',
    credentials: { accountId: google.accountId, serviceAccount: google.serviceAccount },
  })

export const read = async (shop: Shop, id: string) => (await shop.api.get(`/connectors/destinations/${id}`)).body

export async function ofReview(shop: Shop, reviewId: string, kind: string) {
  const { status, body, text } = await shop.api.get(`/reviews/${reviewId}/destinations`)
  assert.equal(status, 200, text)
  return body.data.find((each: { kind: string }) => each.kind === kind)
}

export const destinationScopes = [
  ...['read_products', 'read_orders', 'read_customers', 'write_products', 'write_metaobjects'],
]

export async function connectShopify(service: TestService, shop: Shop, fake: FakeShopify, scopes = destinationScopes) {
  fake.tokens.set('shpat_good', { scopes, endsAt: Number.POSITIVE_INFINITY, isExpiring: false })
  const answer = await shop.api.post('/connectors/shops', {
    ...{ platform: 'shopify', address: fake.data.domain, backfillDays: 0 },
    credentials: { accessToken: 'shpat_good', clientSecret: 'app-secret' },
  })
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  return answer.body.id as string
}
