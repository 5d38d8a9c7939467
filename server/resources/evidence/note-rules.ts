// Checkpoints and signed notes by C2SP (c2sp.org/tlog-checkpoint, c2sp.org/signed-note), signed with Ed25519. Pure.
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

export const originOf = (storeEnvId: string) => `evident/${storeEnvId}`

export const checkpointText = (storeEnvId: string, size: number, root: Buffer): string =>
  `${originOf(storeEnvId)}\n${size}\n${root.toString('base64')}\n`

const ed25519 = 0x01

/** Identifies the key for verifiers. Includes the name, so that one name's signature is not valid for another. */
export const keyHash = (name: string, publicKey: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ed25519), publicKey]), 'buffer').subarray(0, 4)

/** Returns the text, which ends with a line break, then an empty line and the signature. */
export function signNote(text: string, name: string, seed: Buffer): string {
  const key = decodePrivateKey(seed)
  const signature = sign(null, Buffer.from(text), key)
  const signed = Buffer.concat([keyHash(name, encodePublicKey(key)), signature]).toString('base64')
  return `${text}\n— ${name} ${signed}\n`
}

const signedNote = /^((?:[^\n]+\n)+)\n\u2014 ([^\n ]+) ([A-Za-z0-9+/=]+)\n$/u
const spki = Buffer.from('302a300506032b6570032100', 'hex')

export function openNote(note: string, name: string, publicKeys: readonly Buffer[]): string | undefined {
  const [, text, signer, encoded] = signedNote.exec(note) ?? []
  if (text === undefined || signer !== name || encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length !== 68) return undefined
  const isSigned = publicKeys.some(
    (publicKey) =>
      keyHash(name, publicKey).equals(bytes.subarray(0, 4)) &&
      verify(
        null,
        Buffer.from(text),
        createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' }),
        bytes.subarray(4),
      ),
  )
  return isSigned ? text : undefined
}

// PKCS #8 header for the 32 bytes of a seed, because Node cannot import a raw seed.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const decodePrivateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

export const encodePublicKey = (key: KeyObject): Buffer =>
  createPublicKey(key as never)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
