// Merchants without platform webhooks install a few lines of code. The code signs webhooks as standardwebhooks.com
// specifies, with a secret from us.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { judgeSignedTime } from '#platform/values/signed-time.ts'
import { isRecord, parseJson, readId, readText, toRecord } from './fields.ts'
import type { WebhookMeaning, WebhookRequest, WebhookVerdict } from './shop.ts'

/** The merchant installs the sender, so there are no hooks to list or create. */
export const withoutHooks = {
  findHooks: async () => ({ missing: [] }),
  repairHooks: async () => ({ missing: [] }),
  removeHooks: async () => {},
}

export function readStandardWebhook(
  { headers, body, now }: WebhookRequest,
  secrets: readonly string[],
): WebhookVerdict {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  if (id === '' || id.length > 255 || judgeSignedTime(sentAt, now) !== 'current') return { kind: 'forged' }
  const given = (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .slice(0, 10)
    .map((each) => Buffer.from(each.slice(3), 'base64'))
  const isSigned = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  })
  if (!isSigned) return { kind: 'forged' }
  const { type, resourceId } = parseNote(body)
  return {
    kind: 'accepted',
    webhook: { topic: type ?? 'unknown', deliveryId: id, resourceId: resourceId ?? null, occurredAt: new Date(sentAt) },
  }
}

const meanings: Record<string, 'order' | 'product' | 'product_deleted'> = {
  'order.updated': 'order',
  'product.updated': 'product',
  'product.deleted': 'product_deleted',
}

export function interpretStandardWebhook(body: Buffer): WebhookMeaning {
  const { type, resourceId } = parseNote(body)
  const kind = Object.hasOwn(meanings, type ?? '') ? meanings[type ?? ''] : undefined
  if (!kind) return { kind: 'ignored', reason: 'unknown_type' }
  return resourceId === undefined ? { kind: 'ignored', reason: 'no_id' } : { kind, resourceId }
}

function parseNote(body: Buffer): { type: string | null; resourceId: string | undefined } {
  const note = parseJson(body)
  if (!isRecord(note)) return { type: null, resourceId: undefined }
  return { type: readText(note.type)?.slice(0, 100) ?? null, resourceId: readId(toRecord(note.data).id) }
}
