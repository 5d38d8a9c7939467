// The address by which a reader leaves: it names store and message, and proves that this deployment made it, so that no
// table is needed and none can be made up.
import { timingSafeEqual } from 'node:crypto'
import type { Services } from '#platform/services.ts'

export type Leaving = { storeEnvId: string; messageId: string }

type Deployment = Pick<Services, 'origin' | 'secrets'>

export const unsubscribeUrl = (services: Deployment, storeEnvId: string, messageId: string): string =>
  `${services.origin}/u/${tokenOf(services, { storeEnvId, messageId })}`

const idBytes = 16
const proofBytes = 16

export function tokenOf(services: Pick<Services, 'secrets'>, leaving: Leaving): string {
  const ids = Buffer.concat([bytesOf(leaving.storeEnvId), bytesOf(leaving.messageId)])
  return Buffer.concat([ids, proofOf(services, ids)]).toString('base64url')
}

/** Undefined for whatever this deployment did not make. */
export function readToken(services: Pick<Services, 'secrets'>, token: string): Leaving | undefined {
  if (!/^[\w-]{64}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const ids = bytes.subarray(0, 2 * idBytes)
  if (!timingSafeEqual(bytes.subarray(2 * idBytes), proofOf(services, ids))) return undefined
  return { storeEnvId: idOf(ids.subarray(0, idBytes)), messageId: idOf(ids.subarray(idBytes)) }
}

const proofOf = ({ secrets }: Pick<Services, 'secrets'>, ids: Buffer): Buffer =>
  Buffer.from(secrets.tokenFor(`unsubscribe ${ids.toString('hex')}`), 'base64url').subarray(0, proofBytes)

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
