// Signs and verifies messages as Standard Webhooks specify: standardwebhooks.com
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

const sign = (secret: string, id: string, timestamp: string, body: string | Buffer) =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest()

export function signedHeaders(secret: string, body: string, now: Date): Record<string, string> {
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(secret, id, timestamp, body).toString('base64')}`,
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Returns the id of a message that Evident signed in the last five minutes. */
export function verifiedId(secret: string, headers: Headers, body: Buffer, now: Date): string | undefined {
  const read = (name: string) => (typeof headers[name] === 'string' ? (headers[name] as string) : '')
  const [id, timestamp] = [read('webhook-id'), read('webhook-timestamp')]
  if (id === '' || id.length > 255 || !/^\d{1,12}$/.test(timestamp)) return undefined
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return undefined
  const expected = sign(secret, id, timestamp, body)
  const isSigned = read('webhook-signature')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .slice(0, 10)
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
  return isSigned ? id : undefined
}
