// Webhooks as Shopify sends them: proven by the app's secret over the raw bytes, then read.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { textOf, timeOf } from '../fields.ts'
import type { WebhookMeaning, WebhookRequest, WebhookVerdict } from '../shop.ts'
import { idOf, readBody } from './webhook-body.ts'
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
      resourceId: resourceOf(topic, parsed),
      // A repeat carries the first body for hours: the body says what it knows, its headers when it was sent.
      // What it says of the shop's own last change has nothing to do with when the app was removed.
      occurredAt:
        (topic === 'app/uninstalled' ? null : (timeOf(parsed.updated_at) ?? timeOf(parsed.created_at))) ??
        timeOf(header(headers, 'triggered-at')),
    },
  }
}

/** Shopify's next generation of events leaves the `X-` away. */
function header(headers: WebhookRequest['headers'], name: string): string | undefined {
  return headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`]
}

/** For an hour after an app's secret was changed, either may have signed. */
function isProven(signature: string | undefined, body: Buffer, secrets: readonly string[]): boolean {
  if (!signature || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
  const given = Buffer.from(signature, 'base64')
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given))
}

function resourceOf(topic: string, body: Record<string, unknown>): string | null {
  if (topic.startsWith('refunds/')) return idOf(body, 'order_id') ?? null
  if (topic.startsWith('orders/') || topic.startsWith('products/')) return idOf(body) ?? null
  return null
}

export function interpretWebhook(topic: string, raw: Buffer): WebhookMeaning {
  const body = readBody(raw)
  if (!body) return { kind: 'ignored', reason: 'The body is no JSON object.' }
  switch (topic) {
    case 'app/uninstalled':
      return { kind: 'uninstalled' }
    case 'shop/redact':
      return { kind: 'shop_redacted' }
    case 'customers/data_request':
      return { kind: 'customer_data_requested', ...personOf(body, 'orders_requested') }
    case 'customers/redact':
      return { kind: 'customer_redacted', ...personOf(body, 'orders_to_redact') }
  }
  const resourceId = resourceOf(topic, body)
  if (resourceId === null) return { kind: 'ignored', reason: 'It names nothing that is kept here.' }
  if (topic === 'products/delete') return { kind: 'product_deleted', resourceId }
  if (topic.startsWith('products/')) return { kind: 'product', resourceId }
  if (topic === 'orders/delete') return { kind: 'order_deleted', resourceId }
  if (topic.startsWith('refunds/')) return { kind: 'order', resourceId }
  if (!orderTopics.has(topic)) return { kind: 'order', resourceId }
  if (body.test === true) return { kind: 'ignored', reason: 'It is a test order.' }
  return { kind: 'order', resourceId, order: orderOfBody(body) }
}

/** Whose body is the whole order; that of `orders/edited`, say, is the edit. */
const orderTopics = new Set([
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'orders/fulfilled',
  'orders/partially_fulfilled',
])

function personOf(body: Record<string, unknown>, list: string): { email: string | null; platformOrderIds: string[] } {
  const customer = (body.customer ?? {}) as Record<string, unknown>
  const ids = Array.isArray(body[list]) ? (body[list] as unknown[]) : []
  return { email: textOf(customer.email), platformOrderIds: ids.flatMap((id) => idOf({ id }) ?? []) }
}
