import assert from 'node:assert/strict'
import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import type { Shop, TestService } from '#test/service.ts'

export const started = { enabled: true, pointsPerUnit: 1, startsAt: '2026-01-01T00:00:00Z', timezone: 'UTC' }

export async function openProgram(service: TestService, program: object = {}): Promise<Shop> {
  const shop = await service.shop()
  const { status, text } = await shop.api.put('/loyalty/program', { ...started, ...program })
  assert.equal(status, 200, text)
  await service.runJobs()
  return shop
}

export const order = (id: string, total: string, more: object = {}) => ({
  platformOrderId: id,
  email: 'jane@customer.example',
  currency: 'EUR',
  total,
  placedAt: '2026-11-20T10:00:00Z',
  ...more,
})

export async function push(shop: Shop, ...orders: object[]) {
  const { status, body, text } = await shop.api.put('/orders', orders)
  assert.deepEqual([status, body.failed], [200, 0], text)
}

export async function member(shop: Shop, email = 'jane@customer.example') {
  const { status, body, text } = await shop.api.get(`/loyalty/members/by-email/${encodeURIComponent(email)}`)
  assert.equal(status, 200, text)
  return body
}

/** Returns a function that makes the headers of a shopper who is signed in to the shop. */
export async function shoppers({ service }: TestService, shop: Shop) {
  const owner = await shop.signedIn()
  const { secret } = (await owner.get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  return (email: string) => {
    const exp = service.clock.nowMs() / 1000 + 3600
    const payload = Buffer.from(JSON.stringify({ email, exp })).toString('base64url')
    return { 'x-customer-token': signCustomerToken(payload, secret) }
  }
}
