// Keeps secrets that have to be read again, such as signing keys: sealed with AES-256-GCM under a key made from SECRET_KEY,
// so that a copy of the database alone gives none of them away. What only has to be recognised is hashed, not sealed.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** `context` says whose secret it is (associated data): sealed in one context, it opens in no other. */
  seal(secret: string, context: string): Buffer
  open(sealed: Uint8Array, context: string): string
  /** A fixed token for one purpose, the same in every process of the deployment. It outlives a rotation of SECRET_KEY. */
  tokenFor(purpose: string): string
  /** The same for what an operator holds and can be given anew: another SECRET_KEY makes another one. */
  operatorTokenFor(purpose: string): string
}

/** First byte of what is sealed, for the day when another way is needed. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

/** `tokenKey` is the database's; without one, as in the days before there was one, tokens are made from SECRET_KEY. */
export function createSecrets(secretKey: string, tokenKey: Buffer = legacyTokenKey(secretKey)): Secrets {
  const key = keyFrom(secretKey)
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes) throw new Error('This is no sealed secret.')
      const nonce = bytes.subarray(1, 1 + nonceBytes)
      const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const options = { authTagLength: tagBytes }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(context)).setAuthTag(tag)
      const text = decipher.update(bytes.subarray(1 + nonceBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
    tokenFor: (purpose) => tokenOf(tokenKey, purpose),
    operatorTokenFor: (purpose) => tokenOf(key, purpose),
  }
}

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'evident sealed secrets', 32))

/** What tokens were made with before the key for them became a row of the database. */
export const legacyTokenKey = keyFrom

const tokenOf = (key: Buffer, purpose: string) =>
  createHmac('sha256', key).update(`token: ${purpose}`).digest('base64url')
