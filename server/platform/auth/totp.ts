// Codes of authenticator apps: RFC 6238 with the parameters that every app supports, six digits for each half minute.
import { createHmac } from 'node:crypto'

const stepMs = 30_000
const digits = 6

export const computeStep = (atMs: number): number => Math.floor(atMs / stepMs)

/** Computes a code as RFC 4226 specifies. */
export function computeCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the code's half minute: the current, the previous or the next one, because clocks differ. */
export function matchingStep(secret: Buffer, code: string, atMs: number): number | undefined {
  const now = computeStep(atMs)
  return [now, now - 1, now + 1].find((step) => computeCode(secret, step) === code)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as RFC 4648 specifies, because apps expect this form for secrets typed by hand. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export const buildUri = (secret: Buffer, account: string): string =>
  `otpauth://totp/Evident:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=Evident&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`
