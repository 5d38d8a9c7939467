// Signed links to files. The links need no credentials and expire soon. These functions are pure.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `ends` is the time of expiry in Unix seconds. */
export type Link = { storeEnvId: string; organizationId: string; id: string; ends: number }

const idBytes = 16
const endBytes = 6

/** Builds the link's token. Its content is readable by everybody; its signature grants access. */
export function buildLinkToken(secret: string, { storeEnvId, organizationId, id, ends }: Link): string {
  const time = Buffer.alloc(endBytes)
  time.writeUIntBE(ends, 0, endBytes)
  const ids = [storeEnvId, organizationId, id].map((each) => Buffer.from(each.replaceAll('-', ''), 'hex'))
  const content = Buffer.concat([...ids, time])
  return `${content.toString('base64url')}/${signContent(secret, content).toString('base64url')}`
}

const signContent = (secret: string, content: Buffer) => createHmac('sha256', secret).update(content).digest()

/** Undefined for forged and expired links. */
export function readLinkToken(
  secret: string,
  { content: text, proof }: { content: string; proof: string },
  now: Date,
): Link | undefined {
  if (!/^[\w-]{72}$/.test(text) || !/^[\w-]{43}$/.test(proof)) return undefined
  const content = Buffer.from(text, 'base64url')
  const good = Buffer.from(signContent(secret, content).toString('base64url'))
  const given = Buffer.from(proof)
  if (content.length !== 3 * idBytes + endBytes || given.length !== good.length || !timingSafeEqual(given, good))
    return undefined
  const ends = content.readUIntBE(3 * idBytes, endBytes)
  if (ends * 1000 <= now.getTime()) return undefined
  const idAt = (i: number) =>
    content.toString('hex', i * idBytes, (i + 1) * idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { storeEnvId: idAt(0), organizationId: idAt(1), id: idAt(2), ends }
}
