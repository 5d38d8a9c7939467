// What a kept backup is to those who read of it, and the links to its file. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { archiveName } from '../rules.ts'
import type { Backup } from './schema.ts'

/** Manual ones are kept so long. */
export const keptDays = 30
export const linkMinutes = 15

export type BackupRow = {
  id: string
  origin: Backup['origin']
  target: Backup['target']
  location: string | null
  status: Backup['status']
  addresses: boolean
  encrypted: boolean
  fileKey: string | null
  bytes: number
  rowCount: number
  sha256: string | null
  error: Backup['error']
  verification: 'ok' | 'failed' | null
  verificationProblem: string | null
  verifiedAt: string | null
  verifyAskedAt: string | null
  createdAt: string
  finishedAt: string | null
  expiresAt: string | null
  storeName: string
  /** Where the store's bucket is now. */
  locationNow: string | null
}

type Reader = { seesAddresses: boolean; mayDownload: boolean; now: Date; link(id: string): string }

/**
 * The rules of `GET /backups/archive`, for a file that is there already: only admins take a store away whole, and who may not see
 * addresses gets no link to a file that has them.
 */
export function toBackup(row: BackupRow, { seesAddresses, mayDownload, now, link }: Reader): Backup {
  const isAsked = row.verifyAskedAt !== null
  const isWithinReach = row.location === null || row.location === row.locationNow
  const isExpired = row.expiresAt !== null && Date.parse(row.expiresAt) <= now.getTime()
  const isForThem = mayDownload && (seesAddresses || !row.addresses)
  const isThere = row.fileKey !== null && isWithinReach && !isExpired
  return {
    id: row.id,
    status: row.status === 'completed' && isAsked ? 'running' : row.status,
    origin: row.origin,
    target: row.target,
    addresses: row.addresses,
    encrypted: row.encrypted,
    bytes: row.bytes,
    rows: row.rowCount,
    sha256: row.sha256,
    error: row.error,
    verification:
      row.verification === null || row.verifiedAt === null || isAsked
        ? null
        : { status: row.verification, at: row.verifiedAt, problem: row.verificationProblem },
    fileName: row.fileKey === null ? null : fileNameOf(row),
    downloadUrl: isForThem && isThere ? link(row.id) : null,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    expiresAt: row.expiresAt,
  }
}

export const fileNameOf = ({
  storeName,
  createdAt,
  encrypted,
}: Pick<BackupRow, 'storeName' | 'createdAt' | 'encrypted'>) =>
  `${archiveName(storeName, new Date(createdAt))}${encrypted ? '.age' : ''}`

/** Of whose store which backup is meant, until when. */
export type Link = { storeEnvId: string; organizationId: string; id: string; ends: number }

const idBytes = 16
const endBytes = 6

/** What a link holds is no secret; its signature is the permission. */
export function linkTokenOf(secret: string, { storeEnvId, organizationId, id, ends }: Link): string {
  const time = Buffer.alloc(endBytes)
  time.writeUIntBE(ends, 0, endBytes)
  const ids = [storeEnvId, organizationId, id].map((each) => Buffer.from(each.replaceAll('-', ''), 'hex'))
  const content = Buffer.concat([...ids, time])
  return `${content.toString('base64url')}/${signatureOf(secret, content).toString('base64url')}`
}

const signatureOf = (secret: string, content: Buffer) => createHmac('sha256', secret).update(content).digest()

/** Undefined for any that was not made here, or has ended. */
export function readLinkToken(
  secret: string,
  { content: text, proof }: { content: string; proof: string },
  now: Date,
): Link | undefined {
  if (!/^[\w-]{72}$/.test(text) || !/^[\w-]{43}$/.test(proof)) return undefined
  const content = Buffer.from(text, 'base64url')
  const good = Buffer.from(signatureOf(secret, content).toString('base64url'))
  const given = Buffer.from(proof)
  if (content.length !== 3 * idBytes + endBytes || given.length !== good.length || !timingSafeEqual(given, good))
    return undefined
  const ends = content.readUIntBE(3 * idBytes, endBytes)
  if (ends * 1000 <= now.getTime()) return undefined
  const idAt = (i: number) =>
    content.toString('hex', i * idBytes, (i + 1) * idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { storeEnvId: idAt(0), organizationId: idAt(1), id: idAt(2), ends }
}
