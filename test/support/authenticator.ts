// Imitates an authenticator and its browser from the server's point of view. They store keys, create signatures, and send
// false data on request.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type Lies = {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  isUserPresent?: boolean
  crossOrigin?: boolean
  challenge?: string
  /** Value of the signature counter. Later signatures continue from this value. */
  counter?: number
  type?: string
  userHandle?: string | null
  format?: string
  statement?: Map<string, unknown>
  signature?: string
}
type Kept = { id: string; key: KeyObject; userHandle: string; counter: number }

export type Authenticator = {
  kept: Kept[]
  // biome-ignore lint/suspicious/noExplicitAny: the options are the server's
  create(options: any, lies?: Lies): Credential
  /** Signs with the newest passkey, or with the passkey that `lies` names. */
  // biome-ignore lint/suspicious/noExplicitAny: the options are the server's
  get(options: any, lies?: Lies & { by?: Kept }): Credential
}
export type Credential = { id: string; rawId: string; type: string; response: Record<string, unknown> }

/** `counts`: security keys count their uses. Passkeys that are synced between devices always report 0. */
export function createAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const kept: Kept[] = []
  const buildAuthenticatorData = (rpId: string, lies: Lies, counter: number, attested = Buffer.alloc(0)) => {
    const { isUserPresent = true, isUserVerified = true } = lies
    const flags =
      (isUserPresent ? 1 : 0) | (isUserVerified ? 4 : 0) | (counts ? 0 : 24) | (attested.length > 0 ? 64 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(lies.rpId ?? rpId), head, attested])
  }
  const buildClientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    )
  const next = (of: { counter: number }, lies: Lies) => {
    of.counter = lies.counter ?? (counts ? of.counter + 1 : 0)
    return of.counter
  }
  return {
    kept,
    create({ challenge, rp, user }, lies = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credentialId = randomBytes(32)
      const made = { id: credentialId.toString('base64url'), key: privateKey, userHandle: user.id, counter: 0 }
      kept.push(made)
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)])
      const authData = buildAuthenticatorData(rp.id, lies, next(made, lies), attested)
      const attestation = new Map<string, unknown>([
        ['fmt', lies.format ?? 'none'],
        ['attStmt', lies.statement ?? new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: buildClientData('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      }
      return { id: made.id, rawId: made.id, type: 'public-key', response }
    },
    get({ challenge, rpId }, lies = {}) {
      const by = lies.by ?? kept.at(-1)
      if (!by) throw new Error('It keeps no passkey yet.')
      const authenticatorData = buildAuthenticatorData(rpId, lies, next(by, lies))
      const clientData = buildClientData('webauthn.get', challenge, lies)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), by.key)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: lies.signature ?? signature.toString('base64url'),
        userHandle: lies.userHandle === undefined ? by.userHandle : lies.userHandle,
      }
      return { id: by.id, rawId: by.id, type: 'public-key', response }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Encodes the part of RFC 8949 that a key and an attestation need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 255)
}
