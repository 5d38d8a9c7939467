// Encrypts secrets, so that a copy of the database alone reveals none. Secrets that only need a comparison are hashed
// instead.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** `context` (associated data) names the secret's owner. A value sealed in one context cannot be opened in another. */
  seal(secret: string, context: string): Buffer
  open(sealed: Uint8Array, context: string): string
  /** A constant token for one purpose, equal in every process of the deployment. It survives a rotation of SECRET_KEY. */
  tokenFor(purpose: string): string
  /** A token for the operator, which changes with SECRET_KEY. */
  operatorTokenFor(purpose: string): string
}

/** The first byte of sealed values, which allows another format later. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * `tokenKey` is stored in the database. Without it, tokens derive from SECRET_KEY, as they did before the stored key
 * existed.
 */
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
      if (bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes)
        throw new Error('This is not a sealed secret.')
      const nonce = bytes.subarray(1, 1 + nonceBytes)
      const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const options = { authTagLength: tagBytes }
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(context)).setAuthTag(tag)
      const text = decipher.update(bytes.subarray(1 + nonceBytes + tagBytes))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
    tokenFor: (purpose) => deriveToken(tokenKey, purpose),
    operatorTokenFor: (purpose) => deriveToken(key, purpose),
  }
}

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'evident sealed secrets', 32))

/** Derives the token key in the same way as before the database stored one. */
export const legacyTokenKey = keyFrom

const deriveToken = (key: Buffer, purpose: string) =>
  createHmac('sha256', key).update(`token: ${purpose}`).digest('base64url')
