// Checks that a delivery was signed with the webhook's secret a short time ago. Imports only Node's own modules.
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/** Returns the reason for a refusal; undefined for an authentic delivery. The body is checked byte for byte. */
export function refusalOf(
  { header, body, secret }: { header: unknown; body: Buffer | string; secret: string | undefined },
  nowSeconds: number,
): string | undefined {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (!secret || time === undefined || signature === undefined) return 'Missing or malformed signature.'
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), expected)) return 'Invalid signature.'
  if (Math.abs(nowSeconds - Number(time)) > toleranceSeconds)
    return 'The time of the signature is more than five minutes from now.'
  return undefined
}
