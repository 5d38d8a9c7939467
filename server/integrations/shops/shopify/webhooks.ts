import { createHmac, timingSafeEqual } from 'node:crypto'
import { readText, readTime } from '../fields.ts'
import type { WebhookMeaning, WebhookRequest, WebhookVerdict } from '../shop.ts'
import { readBody, readId } from './webhook-body.ts'
import { orderOfBody } from './webhook-order.ts'

export function readWebhook({ headers, body }: WebhookRequest, secrets: readonly string[]): WebhookVerdict {
  if (!isProven(header(headers, 'hmac-sha256'), body, secrets)) return { kind: 'forged' }
  const topic = header(headers, 'topic') ?? ''
  const parsed = readBody(body) ?? {}
  return {
    kind: 'accepted',
    webhook: {
      topic,
      deliveryId: header(headers, 'webhook-id') ?? null,
      resourceId: readResourceId(topic, parsed),
      // Shopify can repeat a webhook for hours, always with its first body. For a removed app, the body's `updated_at` is
      // the shop's last change, not the time of the removal.
      occurredAt:
        (topic === 'app/uninstalled' ? null : (readTime(parsed.updated_at) ?? readTime(parsed.created_at))) ??
        readTime(header(headers, 'triggered-at')),
    },
  }
}

/** Shopify's next generation of events omits the `X-` of header names. */
function header(headers: WebhookRequest['headers'], name: string): string | undefined {
  return headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`]
}

/** For an hour after an app's secret changed, either secret may sign. */
function isProven(signature: string | undefined, body: Buffer, secrets: readonly string[]): boolean {
  if (!signature || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
  const given = Buffer.from(signature, 'base64')
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given))
}

function readResourceId(topic: string, body: Record<string, unknown>): string | null {
  if (topic.startsWith('refunds/')) return readId(body, 'order_id') ?? null
  if (topic.startsWith('orders/') || topic.startsWith('products/')) return readId(body) ?? null
  return null
}

export function interpretWebhook(topic: string, raw: Buffer): WebhookMeaning {
  const body = readBody(raw)
  if (!body) return { kind: 'ignored', reason: 'The body is not a JSON object.' }
  switch (topic) {
    case 'app/uninstalled':
      return { kind: 'uninstalled' }
    case 'shop/redact':
      return { kind: 'shop_redacted' }
    case 'customers/data_request':
      return { kind: 'customer_data_requested', ...readPerson(body, 'orders_requested') }
    case 'customers/redact':
      return { kind: 'customer_redacted', ...readPerson(body, 'orders_to_redact') }
  }
  const resourceId = readResourceId(topic, body)
  if (resourceId === null) return { kind: 'ignored', reason: 'The webhook concerns no data that we store.' }
  if (topic === 'products/delete') return { kind: 'product_deleted', resourceId }
  if (topic.startsWith('products/')) return { kind: 'product', resourceId }
  if (topic === 'orders/delete') return { kind: 'order_deleted', resourceId }
  if (topic.startsWith('refunds/')) return { kind: 'order', resourceId }
  if (!orderTopics.has(topic)) return { kind: 'order', resourceId }
  if (body.test === true) return { kind: 'ignored', reason: 'The order is a test order.' }
  return { kind: 'order', resourceId, order: orderOfBody(body) }
}

/** Topics whose body is the whole order. The body of `orders/edited` is only the edit. */
const orderTopics = new Set([
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
])

function readPerson(body: Record<string, unknown>, list: string): { email: string | null; platformOrderIds: string[] } {
  const customer = (body.customer ?? {}) as Record<string, unknown>
  const ids = Array.isArray(body[list]) ? (body[list] as unknown[]) : []
  return { email: readText(customer.email), platformOrderIds: ids.flatMap((id) => readId({ id }) ?? []) }
}
