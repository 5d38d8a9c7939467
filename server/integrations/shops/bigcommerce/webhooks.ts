// A body contains only ids, so everything is read from the API. The app's client secret signs the body.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { judgeSignedTime } from '#platform/values/signed-time.ts'
import { readText, toRecord } from '../fields.ts'
import type { WebhookMeaning, WebhookRequest, WebhookVerdict } from '../shop.ts'
import { readId } from './values.ts'

export function readWebhook({ headers, body, now }: WebhookRequest, secrets: readonly string[]): WebhookVerdict {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!id || !/^\d{1,12}$/.test(timestamp)) return { kind: 'forged' }
  if (judgeSignedTime(Number(timestamp) * 1000, now) !== 'current') return { kind: 'forged' }
  if (!isProven(`${id}.${timestamp}.`, body, headers['webhook-signature'] ?? '', secrets)) return { kind: 'forged' }
  const said = readBody(body)
  const createdAt = Number(said.created_at)
  return {
    kind: 'accepted',
    webhook: {
      topic: readText(said.scope) ?? '',
      deliveryId: id,
      resourceId: readResourceId(readText(said.scope) ?? '', said),
      occurredAt: Number.isSafeInteger(createdAt) && createdAt > 0 ? new Date(createdAt * 1000) : null,
    },
  }
}

function isProven(prefix: string, body: Buffer, header: string, secrets: readonly string[]): boolean {
  const given = header
    .split(' ')
    .slice(0, 10)
    .filter((each) => /^v1,[A-Za-z0-9+/]{43}=$/.test(each))
    .map((each) => Buffer.from(each.slice('v1,'.length), 'base64'))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(prefix).update(body).digest()
    return given.some((signature) => timingSafeEqual(signature, expected))
  })
}

export function interpretWebhook(topic: string, body: Buffer): WebhookMeaning {
  if (topic === 'store/app/uninstalled') return { kind: 'uninstalled' }
  const resourceId = readResourceId(topic, readBody(body))
  if (resourceId === null) return { kind: 'ignored', reason: 'The webhook concerns no data that we store.' }
  if (topic === 'store/product/deleted') return { kind: 'product_deleted', resourceId }
  return { kind: topic.startsWith('store/order/') ? 'order' : 'product', resourceId }
}

/** The resource to read: the product of a variant, the order of a refund. */
function readResourceId(topic: string, body: Record<string, unknown>): string | null {
  const data = toRecord(body.data)
  if (topic.startsWith('store/sku/')) return readId(toRecord(data.sku).product_id)
  if (topic.startsWith('store/order/')) return readId(data.order_id) ?? readId(data.id)
  return topic.startsWith('store/product/') ? readId(data.id) : null
}

function readBody(body: Buffer): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}
