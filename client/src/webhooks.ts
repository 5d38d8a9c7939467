import { Webhook } from 'standardwebhooks'
import type { webhooks } from './api.generated.js'

type BodyOf<K extends keyof webhooks> = webhooks[K] extends {
  post: { requestBody?: { content: { 'application/json': infer B } } }
}
  ? B
  : never

/** What is delivered, told apart by `event`. */
export type WebhookEvent = { [K in keyof webhooks]: BodyOf<K> }[keyof webhooks]

/**
 * The event of a delivery. Throws when it was not signed with this secret, or its time is more than five minutes old or ahead. `body` is the raw
 * body, before anything has parsed it; the `event_id` is the same on every retry, so keep it to receive each event once.
 */
export function readWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
  return new Webhook(inUsualAlphabet(secret)).verify(text, textsOf(headers)) as WebhookEvent
}

/** Secrets made before 22 November 2026 are spelled in the alphabet of addresses. */
function inUsualAlphabet(secret: string): string {
  const bytes = secret
    .replace(/^whsec_/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  return bytes.padEnd(Math.ceil(bytes.length / 4) * 4, '=')
}

const textsOf = (headers: Headers | Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    (headers instanceof Headers ? [...headers] : Object.entries(headers)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  )
