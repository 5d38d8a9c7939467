import { createHmac, randomUUID } from 'node:crypto'
import type { PlatformName } from '#integrations/shops/shop.ts'
import { findShopEver, listHookSecrets } from '#resources/connectors/shops/commands.ts'
import type { Answer, Shop, TestService } from '#test/service.ts'

export type Sent = {
  topic?: string
  id?: string
  secret?: string
  at?: Date
  shopDomain?: string
  headers?: Record<string, string>
  path?: string
}

export async function findSecret(service: TestService, shop: Shop, connectionId: string): Promise<string> {
  const { db, services } = service.service
  const row = await db.store(shop, 'read', (tx) => findShopEver(tx, connectionId))
  if (!row) throw new Error('There is no such connection.')
  return listHookSecrets(services, row)[0] ?? ''
}

export function headersFor(
  platform: PlatformName,
  body: Buffer,
  secret: string,
  { topic = '', id = randomUUID(), at = new Date(), shopDomain = 'acme.myshopify.com' }: Sent,
): Record<string, string> {
  const hmac = (key: string | Buffer, text: string | Buffer) => createHmac('sha256', key).update(text).digest('base64')
  if (platform === 'shopify')
    return {
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': hmac(secret, body),
      'x-shopify-shop-domain': shopDomain,
      'x-shopify-webhook-id': id,
      'x-shopify-triggered-at': at.toISOString(),
    }
  if (platform === 'woocommerce')
    return {
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-delivery-id': id,
      'x-wc-webhook-signature': hmac(secret, body),
    }
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = platform === 'bigcommerce' ? secret : Buffer.from(secret.replace('whsec_', ''), 'base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${hmac(key, Buffer.concat([Buffer.from(`${id}.${seconds}.`), body]))}`,
  }
}

export const createSender =
  (service: TestService, shop: Shop, platform: PlatformName, connectionId: string) =>
  async (said: unknown, sent: Sent = {}): Promise<Answer> => {
    const body = Buffer.isBuffer(said) ? said : Buffer.from(typeof said === 'string' ? said : JSON.stringify(said))
    const secret = sent.secret ?? (await findSecret(service, shop, connectionId))
    const at = sent.at ?? service.service.clock.now()
    const headers = { ...headersFor(platform, body, secret, { ...sent, at }), ...sent.headers }
    return service.anonymous.post(sent.path ?? `/webhooks/${platform}/${connectionId}`, body, headers)
  }

export const listEvents = async (shop: Shop, query = ''): Promise<Record<string, unknown>[]> =>
  (await shop.api.get(`/webhooks/admin/events?limit=100${query}`)).body.data
