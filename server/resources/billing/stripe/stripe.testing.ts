import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import { openStripe } from '#integrations/stripe/client.ts'
import { makeOffers } from '#integrations/stripe/prices.ts'
import type { Card } from '#test/fakes/stripe/account.ts'
import { type FakeStripe, startStripe } from '#test/fakes/stripe.ts'
import { type Answer, type Api, type Shop, startService, type TestService } from '#test/service.ts'
import { offers } from './offers.ts'

export type Selling = {
  service: TestService
  fake: FakeStripe
  stripe: Stripe
  advance(ms: number): void
  deliver(): Promise<void>
  post(event: unknown, options?: Parameters<FakeStripe['signed']>[1]): Promise<Answer>
  buyer(plan?: string, card?: Card): Promise<{ shop: Shop; owner: Api; subscription: string; customer: string }>
  close(): Promise<void>
}

export async function startSelling(now = new Date('2027-01-31T10:00:00Z')): Promise<Selling> {
  const clock = { nowMs: now.getTime() }
  const fake = await startStripe(() => new Date(clock.nowMs))
  const service = await startService({ now, env: fake.env })
  const { stripe: settings } = service.service.services.config
  if (!settings) throw new Error('BILLING is not stripe.')
  const stripe = await openStripe(settings)
  await makeOffers(stripe, offers)
  const post: Selling['post'] = async (event, options) => {
    const { body, headers } = fake.signed(event, options)
    return service.anonymous.post('/billing/webhooks/stripe', body, headers)
  }
  const deliver = async () => {
    for (const event of fake.takeEvents()) assert.equal((await post(event)).status, 200)
    await service.runJobs()
  }
  return {
    service,
    fake,
    stripe,
    advance(ms) {
      service.advance(ms)
      clock.nowMs = service.service.clock.nowMs()
      fake.settle()
    },
    deliver,
    post,
    async buyer(plan = 'growth') {
      const shop = await service.shop()
      const owner = await shop.signedIn()
      service.advance(8 * 86_400_000)
      clock.nowMs = service.service.clock.nowMs()
      fake.settle()
      const { body, status } = await owner.post('/billing/checkout', { plan })
      assert.equal(status, 201, JSON.stringify(body))
      fake.account.complete(body.url.split('/').at(-1), 'good')
      await deliver()
      const subscription = fake.account
        .all<Stripe.Subscription>('subscription')
        .find(({ metadata }) => metadata.evident_store === shop.storeEnvId)
      if (!subscription) throw new Error('Nothing was bought.')
      return { shop, owner, subscription: subscription.id, customer: subscription.customer as string }
    },
    async close() {
      await service.close()
      await fake.close()
    },
  }
}

export const loadSubscription = async (owner: Api) => (await owner.get('/billing/subscription')).body
export const listInvoices = async (owner: Api) => (await owner.get('/billing/invoices')).body.data
