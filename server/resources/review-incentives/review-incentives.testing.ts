import assert from 'node:assert/strict'
import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import type { Api, Shop, TestService } from '#test/service.ts'

export type IncentiveBody = { id: string; status: string; pool: { free: number; given: number }; waiting: number }
export type RewardBody = {
  id: string
  reviewId: string
  state: string
  reason: string | null
  code: string | null
  points: number | null
  email?: string
  emailLast4: string | null
}

export const coupon = { kind: 'coupon', text: '10 % off for your review', terms: 'Whatever you write.' }

export async function offered(api: Api, more: object = {}): Promise<IncentiveBody> {
  const { status, body, text } = await api.post('/review-incentives', { ...coupon, status: 'active', ...more })
  assert.equal(status, 201, text)
  return body
}

export async function addCodes(api: Api, id: string, codes: string[]) {
  const { status, body, text } = await api.post(`/review-incentives/${id}/codes`, { codes })
  assert.equal(status, 200, text)
  return body as { received: number; added: number; duplicates: number }
}

export const listRewards = async (api: Api, id: string): Promise<RewardBody[]> =>
  (await api.get(`/review-incentives/${id}/rewards?limit=100`)).body.data

export async function begin(shop: Shop, product = 'mug', more = '') {
  const { status, body, text } = await shop.storefront.get(
    `/storefront/review-form?platformProductId=${encodeURIComponent(product)}${more}`,
  )
  assert.equal(status, 200, text)
  return body as { startedAt: string; incentive: { kind: string; text: string; terms: string | null } | null }
}

export async function signer(service: TestService, shop: Shop) {
  const { secret } = (await (await shop.signedIn()).get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
  return (email: string) => {
    const exp = Math.floor(service.service.clock.now().getTime() / 1000) + 3600
    return {
      'x-customer-token': signCustomerToken(Buffer.from(JSON.stringify({ email, exp })).toString('base64url'), secret),
    }
  }
}

export async function author(service: TestService, shop: Shop) {
  const sign = await signer(service, shop)
  return async (email: string, more: object = {}) => {
    const { status, body, text } = await shop.storefront.post(
      '/storefront/reviews',
      {
        platformProductId: 'mug',
        rating: 1,
        body: `By ${email}.`,
        authorName: 'Sam',
        authorEmail: email,
        consent: true,
        ...more,
      },
      sign(email),
    )
    assert.equal(status, 202, text)
    return body.id as string
  }
}
