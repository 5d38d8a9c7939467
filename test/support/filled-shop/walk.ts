import { Client } from 'pg'
import type { FakeProviders } from '../fakes/email-marketing.ts'
import type { FakeGoogle } from '../fakes/google-merchant.ts'
import type { FakeShopify } from '../fakes/shops/shopify.ts'
import type { Answer, Api, Shop, TestService } from '../service.ts'

/** The caller: a key, a signed-in person, a page of the shop, or no caller. */
export type As = 'key' | 'session' | 'page' | 'nobody'

export type Step = { as: As; method: string; path: string; answer: Answer }

export type Call = (
  as: As,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

export type Walk = {
  service: TestService
  shop: Shop
  fakes: FakeProviders
  shopify: FakeShopify
  google: FakeGoogle
  call: Call
  /** Returns a function that sends the same calls to another process on this database. */
  callAt(api: Api): Call
  jobs(): Promise<void>
}

export const makeOrder = (platformOrderId: string, email: string, customerName: string) => ({
  platformOrderId,
  orderNumber: `#${platformOrderId}`,
  email,
  customerName,
  currency: 'EUR',
  total: '24.00',
  placedAt: '2026-11-02T09:30:00Z',
  fulfilledAt: '2026-11-03T09:30:00Z',
  deliveredAt: '2026-11-05T09:30:00Z',
  locale: 'en',
  country: 'GB',
  lineItems: [
    {
      platformProductId: 'mug-01',
      platformVariantId: 'mug-01-blue',
      sku: 'MUG-01-B',
      title: 'Stoneware mug',
      quantity: 1,
      unitPrice: '24.00',
    },
  ],
})

/** Runs a statement that creates a state which otherwise only a provider's refusal or a long time can cause. */
export async function byHand({ databaseUrl }: TestService, text: string): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
