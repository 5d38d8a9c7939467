import { archiveName } from '../rules.ts'
import type { Backup } from './schema.ts'

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
  locationNow: string | null
}

type Reader = { seesAddresses: boolean; mayDownload: boolean; now: Date; link(id: string): string }

/** Only admins get a link, and readers without access to addresses get no link to a file with addresses. */
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
    fileName: row.fileKey === null ? null : buildFileName(row),
    downloadUrl: isForThem && isThere ? link(row.id) : null,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    expiresAt: row.expiresAt,
  }
}

export const buildFileName = ({
  storeName,
  createdAt,
  encrypted,
}: Pick<BackupRow, 'storeName' | 'createdAt' | 'encrypted'>) =>
  `${archiveName(storeName, new Date(createdAt))}${encrypted ? '.age' : ''}`
