import { createHmac } from 'node:crypto'
import { find } from '#platform/calls/deprecations.ts'

export type Message = {
  deliveryId: string
  eventId: string
  event: string
  createdAt: string
  storeEnvId: string
  /** JSON text, sent unchanged, so every attempt signs the same bytes. */
  data: string
  isTest: boolean
}

export function buildBody({ eventId, event, createdAt, storeEnvId, data, isTest }: Message): string {
  const mark = isTest ? ',"test":true' : ''
  return `{"event_id":"${eventId}","event":"${event}","created_at":"${createdAt}","store_env_id":"${storeEnvId}"${mark},"data":${data}}`
}

export function buildHeaders(message: Message, body: string, secret: string, now: Date): Record<string, string> {
  const t = Math.floor(now.getTime() / 1000)
  return {
    ...buildHeadersForShop(message, body, [secret], now),
    'x-service-signature-v2': `t=${t},v1=${digest(secret, `${t}.${body}`)}`,
    ...(now < legacyStopsAt && { 'x-service-signature': digest(secret, body) }),
  }
}

/** A plugin gets only the signatures of Standard Webhooks, one for each of the plugin's valid secrets. */
export function buildHeadersForShop(
  message: Message,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const t = Math.floor(now.getTime() / 1000)
  const sign = (secret: string) =>
    createHmac('sha256', decodeSecret(secret)).update(`${message.eventId}.${t}.${body}`).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Evident-Webhooks/1',
    'x-service-event': message.event,
    'x-service-delivery': message.deliveryId,
    'webhook-id': message.eventId,
    'webhook-timestamp': String(t),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}

/**
 * Secrets created before 2026-11-22 use the URL alphabet without padding. Node decodes both spellings to the same 32 bytes.
 */
const decodeSecret = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

const legacyStopsAt = new Date(find('x-service-signature').removed)

const digest = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
