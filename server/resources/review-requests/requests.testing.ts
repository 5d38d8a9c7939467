import assert from 'node:assert/strict'
import { after } from 'node:test'
import { day, type Shop, startService, type TestService } from '#test/service.ts'

export const start = new Date('2026-11-21T09:00:00Z')

export async function startRequests(
  env: Record<string, string> = {},
): Promise<{ service: TestService; rewind(): void }> {
  const service = await startService({ now: start, env })
  after(() => service.close())
  return { service, rewind: () => service.advance(start.getTime() - service.service.clock.nowMs()) }
}

export async function openShop(service: TestService): Promise<Shop> {
  const shop = await service.shop()
  const { body } = await shop.api.put('/products', [
    {
      platformProductId: 'mug',
      title: 'Mug',
      url: 'https://shop.example.com/mug',
      imageUrl: 'https://shop.example.com/mug.jpg',
    },
    { platformProductId: 'tea', title: 'Tea' },
  ])
  assert.equal(body.failed, 0)
  // The store gets a paid plan, because a trial would end during tests with billing.
  await service.service.db.system('write', async (tx) => {
    const { sql } = await import('#platform/db/query.ts')
    await tx.run(
      sql`update subscriptions set status = 'active', plan = 'growth' where store_env_id = ${shop.storeEnvId}`,
    )
  })
  return shop
}

/** An order of a mug, delivered long enough ago that its request is due. By default each order has its own buyer. */
export const order = (platformOrderId: string, more: Record<string, unknown> = {}) => ({
  platformOrderId,
  orderNumber: `#${platformOrderId}`,
  email: `${platformOrderId}@customer.example`,
  customerName: 'Jane Doe',
  placedAt: daysAgo(20),
  deliveredAt: daysAgo(14),
  lineItems: [{ platformProductId: 'mug' }],
  ...more,
})

export const daysAgo = (days: number, from = start) => new Date(from.getTime() - days * day).toISOString()

export async function push(shop: Shop, ...orders: object[]): Promise<void> {
  const { status, body, text } = await shop.api.put('/orders', orders)
  assert.deepEqual([status, body.failed], [200, 0], text)
}

export const findOrder = async (shop: Shop, platformOrderId: string) =>
  (await shop.api.get(`/orders/by-platform-id/${platformOrderId}`)).body

export async function fate(shop: Shop, platformOrderId: string): Promise<string> {
  const { reviewRequest } = await findOrder(shop, platformOrderId)
  return reviewRequest === null ? 'none' : [reviewRequest.state, reviewRequest.reason].filter(Boolean).join(' ')
}

export type Mail = { to: string; subject: string; text: string; html: string }

export async function listMails(shop: Shop): Promise<Mail[]> {
  const owner = await shop.signedIn()
  const { body } = await owner.get('/email/mailbox?limit=100')
  const mails: Mail[] = []
  for (const { id } of body.data.toReversed()) {
    const { recipient, subject, text, html } = (await owner.get(`/email/mailbox/${id}`)).body
    mails.push({ to: recipient, subject, text, html })
  }
  return mails
}

export const recipients = async (shop: Shop): Promise<string[]> =>
  (await listMails(shop)).map(({ to }) => /[\w.+-]+@customer\.example/.exec(to)?.[0] ?? to)

export const tokenIn = (mail: Mail | undefined): string => /\/f\/([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
