// Builds a token that names an object of a store and proves that this deployment made it. Links therefore need no table and
// cannot be forged.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export type LinkTarget = { storeEnvId: string; id: string }

const idBytes = 16
const proofBytes = 16

export function linkToken(secrets: Secrets, purpose: string, { storeEnvId, id }: LinkTarget): string {
  const ids = Buffer.concat([encodeId(storeEnvId), encodeId(id)])
  return Buffer.concat([ids, computeProof(secrets, purpose, ids)]).toString('base64url')
}

/** Undefined for anything that this deployment did not make for this purpose. */
export function readLinkToken(secrets: Secrets, purpose: string, token: string): LinkTarget | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const ids = bytes.subarray(0, 2 * idBytes)
  if (!timingSafeEqual(bytes.subarray(2 * idBytes), computeProof(secrets, purpose, ids))) return undefined
  return { storeEnvId: decodeId(ids.subarray(0, idBytes)), id: decodeId(ids.subarray(idBytes)) }
}

const computeProof = (secrets: Secrets, purpose: string, ids: Buffer): Buffer =>
  Buffer.from(secrets.tokenFor(`${purpose} ${ids.toString('hex')}`), 'base64url').subarray(0, proofBytes)

const encodeId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const decodeId = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
