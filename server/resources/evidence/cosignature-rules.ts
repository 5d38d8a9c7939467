// Verifier keys and cosignatures by C2SP (c2sp.org/signed-note, c2sp.org/tlog-cosignature). Pure.
import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { decodePrivateKey, encodePublicKey } from './note-rules.ts'

export const keyTypes = { log: 0x01, cosignature: 0x04, mlDsa44: 0x06 } as const

/** A verifier key, such as `witness.example/w1+20324abe+BCms…`. */
export type VerifierKey = { name: string; type: number; publicKey: Buffer }

const hashKey = ({ name, type, publicKey }: VerifierKey): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]), 'buffer').subarray(0, 4)

export const writeVerifierKey = (key: VerifierKey): string =>
  `${key.name}+${hashKey(key).toString('hex')}+${Buffer.concat([Buffer.of(key.type), key.publicKey]).toString('base64')}`

const keyBytes: Record<number, number> = { [keyTypes.log]: 32, [keyTypes.cosignature]: 32, [keyTypes.mlDsa44]: 1312 }
const longestName = 200

/** Undefined unless the text is a verifier key of a known type whose hash matches its key. */
export function readVerifierKey(text: string): VerifierKey | undefined {
  const [, name = '', id, material = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(text) ?? []
  const bytes = decodeBase64(material)
  const [type] = bytes ?? []
  if (name === '' || name.length > longestName || bytes === undefined || type === undefined) return undefined
  const key = { name, type, publicKey: bytes.subarray(1) }
  return keyBytes[type] === key.publicKey.length && hashKey(key).toString('hex') === id ? key : undefined
}

/** Undefined for base64 that is not the canonical encoding of its bytes. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

export type SignatureLine = { name: string; id: Buffer; payload: Buffer; line: string }

export type SignedText = { text: string; signatures: SignatureLine[] }

const mostSignatures = 100

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not get in
const hasControls = /[\u0000-\u0009\u000b-\u001f]/

/** Splits a note into its text, which ends with a line break, and its signature lines. */
export function splitNote(note: string): SignedText | undefined {
  const at = note.lastIndexOf('\n\n')
  if (at < 1 || !note.endsWith('\n') || hasControls.test(note)) return undefined
  const lines = note.slice(at + 2, -1).split('\n')
  if (lines.length > mostSignatures) return undefined
  const signatures = lines.map(readSignature)
  return signatures.every((each) => each !== undefined) ? { text: note.slice(0, at + 1), signatures } : undefined
}

export function readSignature(line: string): SignatureLine | undefined {
  const [, name, encoded = ''] = /^\u2014 ([^\p{White_Space}+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line) ?? []
  const bytes = decodeBase64(encoded)
  if (name === undefined || bytes === undefined || bytes.length < 5) return undefined
  return { name, id: bytes.subarray(0, 4), payload: bytes.subarray(4), line: `${line}\n` }
}

const spki = Buffer.from('302a300506032b6570032100', 'hex')
const decodePublicKey = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })

/** True if the line claims to be by this key. */
export const isOf = (key: VerifierKey, { name, id }: SignatureLine): boolean =>
  name === key.name && hashKey(key).equals(id)

/** True if this log key signed the text. */
export const isSignedBy = (key: VerifierKey, text: string, signature: SignatureLine): boolean =>
  key.type === keyTypes.log &&
  isOf(key, signature) &&
  signature.payload.length === 64 &&
  verify(null, Buffer.from(text), decodePublicKey(key.publicKey), signature.payload)

const cosignedText = (text: string, seconds: bigint): Buffer => Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

/** Time in Unix seconds of a cosignature by this key over the text. Undefined for any other line. */
export function readCosignature(key: VerifierKey, text: string, signature: SignatureLine): number | undefined {
  if (!isOf(key, signature)) return undefined
  const { payload } = signature
  const seconds = payload.length > 8 ? payload.readBigUInt64BE() : 0n
  if (seconds === 0n || seconds > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  const isGood =
    key.type === keyTypes.cosignature
      ? payload.length === 72 &&
        verify(null, cosignedText(text, seconds), decodePublicKey(key.publicKey), payload.subarray(8))
      : key.type === keyTypes.mlDsa44 && isSubtreeSigned(key, text, seconds, payload.subarray(8))
  return isGood ? Number(seconds) : undefined
}

/** Node versions before 24 cannot verify ML-DSA, so such a line does not count there. */
function isSubtreeSigned({ name, publicKey }: VerifierKey, text: string, seconds: bigint, signature: Buffer): boolean {
  const checkpoint = readCheckpoint(text)
  if (!checkpoint || signature.length !== 2420) return false
  try {
    const key = createPublicKey({
      key: { kty: 'AKP', alg: 'ML-DSA-44', pub: publicKey.toString('base64url') } as never,
      format: 'jwk',
    })
    return verify(null, subtreeMessage(name, checkpoint, seconds), key, signature)
  } catch {
    return false
  }
}

/** The whole tree as a subtree that starts at 0: c2sp.org/tlog-cosignature, ML-DSA-44. */
function subtreeMessage(name: string, { origin, size, root }: Checkpoint, seconds: bigint): Buffer {
  const numbers = Buffer.alloc(24)
  numbers.writeBigUInt64BE(seconds, 0)
  numbers.writeBigUInt64BE(0n, 8)
  numbers.writeBigUInt64BE(BigInt(size), 16)
  const named = (text: string) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)])
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    named(name),
    numbers.subarray(0, 8),
    named(origin),
    numbers.subarray(8),
    root,
  ])
}

export function cosign(text: string, name: string, seed: Buffer, seconds: number): string {
  const privateKey = decodePrivateKey(seed)
  const key = { name, type: keyTypes.cosignature, publicKey: encodePublicKey(privateKey) }
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, cosignedText(text, BigInt(seconds)), privateKey)
  return `\u2014 ${name} ${Buffer.concat([hashKey(key), time, signature]).toString('base64')}\n`
}

export type Checkpoint = { origin: string; size: number; root: Buffer }

/** Reads the three lines of a checkpoint. Extension lines are ignored, but an empty one makes a checkpoint malformed. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const lines = text.split('\n')
  const [origin = '', digits = '', encoded = ''] = lines
  const root = decodeBase64(encoded)
  if (lines.pop() !== '' || lines.some((line) => line === '') || root?.length !== 32) return undefined
  const size = readSize(digits)
  return size === undefined ? undefined : { origin, size, root }
}

/** Reads a number of entries. Undefined for leading zeros. */
export const readSize = (digits: string): number | undefined =>
  /^(0|[1-9]\d{0,15})$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined
