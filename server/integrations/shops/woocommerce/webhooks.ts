// The signature is HMAC-SHA256 of the raw body in base64, and there is no timestamp. A body contains its whole order,
// except refunded lines.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isRecord, parseJson, readId, readText } from '../fields.ts'
import type { WebhookMeaning, WebhookRequest, WebhookVerdict } from '../shop.ts'
import { mayHaveLess, toOrder } from './orders.ts'
import { parseGmt, readProductId } from './products.ts'

export function readWebhook({ headers, body }: WebhookRequest, secrets: readonly string[]): WebhookVerdict {
  // WooCommerce sends this unsigned form with one field before it responds to the webhook's creation.
  if (/^webhook_id=\d{1,20}$/.test(body.subarray(0, 40).toString('latin1'))) return { kind: 'ping' }
  const given = Buffer.from(headers['x-wc-webhook-signature'] ?? '', 'base64')
  const isSigned = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(body).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) return { kind: 'forged' }
  const content = parseJson(body)
  const topic = headers['x-wc-webhook-topic'] ?? ''
  return {
    kind: 'accepted',
    webhook: {
      topic: /^[a-z_]+\.[a-z_]+$/.test(topic) ? topic : 'unknown',
      deliveryId: readText(headers['x-wc-webhook-delivery-id'])?.slice(0, 255) ?? null,
      resourceId: isRecord(content) ? (readId(content.id) ?? null) : null,
      occurredAt: isRecord(content) ? parseGmt(content.date_modified_gmt) : null,
    },
  }
}

export function interpretWebhook(topic: string, body: Buffer): WebhookMeaning {
  const content = parseJson(body)
  const resourceId = isRecord(content) ? readId(content.id) : undefined
  if (!isRecord(content) || resourceId === undefined) return { kind: 'ignored', reason: 'no_id' }
  const [thing, event] = topic.split('.')
  if (thing === 'product')
    // The webhook of a deleted variation contains only the variation's id. A webhook of its product follows.
    return {
      kind: event === 'deleted' ? 'product_deleted' : 'product',
      resourceId: readProductId(content) ?? resourceId,
    }
  if (thing !== 'order') return { kind: 'ignored', reason: 'unknown_topic' }
  if (event === 'deleted') return { kind: 'order_deleted', resourceId }
  const order = toOrder(content)
  // The body does not name the lines of its refunds.
  if (order && mayHaveLess(content)) return { kind: 'order', resourceId }
  return order ? { kind: 'order', resourceId, order } : { kind: 'ignored', reason: 'no_order_yet' }
}
