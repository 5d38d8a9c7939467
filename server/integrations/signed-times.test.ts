import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { readWebhook } from './shops/bigcommerce/webhooks.ts'
import { createInstallation } from './shops/shopify/credentials.ts'
import { readStandardWebhook } from './shops/standard-webhooks.ts'
import { readEvent } from './stripe/webhooks.ts'

const now = new Date('2026-11-28T10:00:00Z')
const nowSeconds = now.getTime() / 1000
const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)

const key = randomBytes(32)
const whsec = `whsec_${key.toString('base64')}`

const readers: Record<string, { oldest: number; isTaken(offset: number): boolean | Promise<boolean> }> = {
  stripe: {
    oldest: 300,
    isTaken: async (offset) => (await readStripe({ offset, created: nowSeconds })).event !== undefined,
  },
  standardWebhooks: {
    oldest: 300,
    isTaken(offset) {
      const [t, body] = [String(nowSeconds + offset), '{"type":"order.updated","data":{"id":"1"}}']
      const signature = `v1,${hmac(key, `m.${t}.${body}`, 'base64')}`
      const headers = { 'webhook-id': 'm', 'webhook-timestamp': t, 'webhook-signature': signature }
      return readStandardWebhook({ headers, body: Buffer.from(body), now }, [whsec]).kind === 'accepted'
    },
  },
  bigcommerce: {
    oldest: 300,
    isTaken(offset) {
      const [t, body] = [String(nowSeconds + offset), '{"scope":"store/order/updated","data":{"id":7}}']
      const signature = `v1,${hmac('secret', `m.${t}.${body}`, 'base64')}`
      const headers = { 'webhook-id': 'm', 'webhook-timestamp': t, 'webhook-signature': signature }
      return readWebhook({ headers, body: Buffer.from(body), now }, ['secret']).kind === 'accepted'
    },
  },
  shopifyCallback: {
    oldest: 600,
    isTaken(offset) {
      const query = new URLSearchParams({ code: 'c', shop: 'acme.myshopify.com', state: 's' })
      query.set('timestamp', String(nowSeconds + offset))
      query.sort()
      query.set('hmac', hmac('secret', query.toString(), 'hex'))
      const app = { clientId: 'id', clientSecrets: ['secret'] as const }
      return createInstallation((address) => `https://${address}`).readCallback(query, app, now) !== undefined
    },
  },
}

function readStripe({ offset, created }: { offset: number; created: number }) {
  const object = { id: 'sub_1', object: 'subscription' }
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', created, data: { object } })
  const t = nowSeconds + offset
  const settings = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' } as Parameters<typeof readEvent>[0]
  const signature = `t=${t},v1=${hmac('whsec_1', `${t}.${body}`, 'hex')}`
  return readEvent(settings, { body: Buffer.from(body), signature, now })
}

const offsets = fc.oneof(
  fc.integer({ min: -700, max: 700 }),
  fc.constantFrom(-601, -600, -301, -300, -299, 0, 299, 300, 301, 600, 601),
  fc.integer({ min: 301, max: 2_000_000_000 }),
)

for (const [name, { oldest, isTaken }] of Object.entries(readers))
  test(`${name}: a signed time is accepted from ${oldest} seconds ago to 300 seconds ahead`, async () => {
    await fc.assert(
      fc.asyncProperty(offsets, async (offset) => {
        assert.equal(await isTaken(offset), offset >= -oldest && offset <= 300, String(offset))
      }),
    )
  })

test('a Stripe event created ahead of our clock is refused, even with a valid signature', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -300, max: 300 }), offsets, async (offset, ahead) => {
      const { event, refusal } = await readStripe({ offset, created: nowSeconds + ahead })
      if (ahead <= 300) assert.equal(event?.id, 'evt_1')
      else assert.match(refusal ?? '', /ahead/)
    }),
  )
})
