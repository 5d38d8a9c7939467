import { Webhook } from 'standardwebhooks'
import type { webhooks } from './api.generated.js'

type BodyOf<K extends keyof webhooks> = webhooks[K] extends {
  post: { requestBody?: { content: { 'application/json': infer B } } }
}
  ? B
  : never

export type WebhookEvent = { [K in keyof webhooks]: BodyOf<K> }[keyof webhooks]

/**
 * Throws if this secret did not sign the delivery, or its time is more than five minutes off. `body` is the raw body.
 * Retries repeat the `event_id`, so store it to process each event once.
 */
export function readWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
  return new Webhook(inUsualAlphabet(secret)).verify(text, textsOf(headers)) as WebhookEvent
}

/** Secrets from before 22 November 2026 use the URL-safe alphabet. */
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
